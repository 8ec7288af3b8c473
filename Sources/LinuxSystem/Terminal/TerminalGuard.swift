internal import CLinux
internal import Glibc

/// Restores a terminal if this process ends without restoring it, by a crash or even by SIGKILL. A child process, which
/// outlives this one, restores the modes, the console and the cursor (guard.c). `deinit` ends the child.
public final class TerminalGuard {
    private let process: Int32
    private let lifeline: Descriptor
    private let modes: termios?

    /// Create the guard before the terminal is changed. `number` is the terminal's descriptor.
    ///
    /// With `keepsModes` the child also restores the modes, termios(3): the present modes, or if `other` is given, the
    /// modes that `other` has kept from before the terminal was changed. `text` is written to the terminal when it is
    /// restored.
    ///
    /// A virtual console also has these: `consoleMode`, the argument of KDSETMODE; `console`, the path of its file, such
    /// as /dev/tty7; and `consoleBefore`, the number of the console to switch to (VT_ACTIVATE), or 0 for no change.
    ///
    /// `answers`: whether the terminal answers queries. If it does, the child waits after a crash until all answers
    /// have arrived, or nothing has arrived for 5 s, because the shell would read an answer that arrives later.
    public init(
        _ number: Int32, keepsModes: Bool = false, modesOf other: TerminalGuard? = nil, consoleMode: Int32? = nil,
        console: String = "", consoleBefore: Int32 = 0, text: String, answers: Bool = false
    ) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        _ = try system { linux_pipe2(&ends, O_CLOEXEC) }
        let reading = Descriptor(owning: ends[0])
        lifeline = Descriptor(owning: ends[1])
        let alarm = ends[1]
        var modes = termios()
        let hasModes = keepsModes && (other?.restores(&modes) ?? (tcgetattr(number, &modes) == 0))
        self.modes = hasModes ? modes : nil
        process = text.withCString { characters in
            console.withCString { console in
                var plan = linux_terminal_plan(
                    terminal: number, has_modes: hasModes ? 1 : 0, modes: modes, console_mode: consoleMode ?? -1,
                    console: console, console_before: consoleBefore, text: characters, length: text.utf8.count,
                    answers: answers ? 1 : 0)
                return linux_start_terminal_guard(reading.number, alarm, &plan)
            }
        }
        guard process > 0 else { throw Errno.last }
    }

    /// Copies the modes to restore. Returns false if no modes are restored.
    private func restores(_ copy: inout termios) -> Bool {
        guard let modes else { return false }
        copy = modes
        return true
    }

    /// Release the guard after the terminal was restored.
    deinit { linux_end_terminal_guard(process, lifeline.number) }
}
