internal import CLinux
internal import Glibc

/// Puts a terminal back as it was when this process ends without having done so, even by SIGKILL: a child that sleeps
/// until it sees that its parent is gone.
public final class TerminalGuard {
    /// How a terminal is put back.
    public struct Plan: Sendable {
        /// Whether its present modes, termios(3), are kept and put back.
        public var keepsModes: Bool
        /// What KDSETMODE is to be set to; nil for a terminal that is no virtual console.
        public var consoleMode: Int32?
        /// The console that is to be seen then, VT_ACTIVATE; 0 for no change.
        public var consoleBefore: Int32
        /// What is written to it.
        public var text: String

        public init(
            keepsModes: Bool = false, consoleMode: Int32? = nil, consoleBefore: Int32 = 0, text: String = ""
        ) {
            self.keepsModes = keepsModes
            self.consoleMode = consoleMode
            self.consoleBefore = consoleBefore
            self.text = text
        }
    }

    private let process: Int32
    private let lifeline: Descriptor

    /// Start it before the terminal is changed. `number` is the terminal's descriptor.
    public init(_ number: Int32, _ plan: Plan) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        _ = try system { linux_pipe2(&ends, O_CLOEXEC) }
        let reading = Descriptor(owning: ends[0])
        lifeline = Descriptor(owning: ends[1])
        var modes = termios()
        let hasModes = plan.keepsModes && tcgetattr(number, &modes) == 0
        var text = plan.text
        process = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                var plan = linux_terminal_plan(
                    terminal: number, has_modes: hasModes ? 1 : 0, modes: modes, console_mode: plan.consoleMode ?? -1,
                    console_before: plan.consoleBefore, text: characters.baseAddress, length: characters.count)
                return linux_start_terminal_guard(reading.number, &plan)
            }
        }
        guard process > 0 else { throw Errno.last }
    }

    /// The terminal is as it was: nothing is left to be done.
    deinit {
        var byte: UInt8 = 1
        _ = withUnsafeBytes(of: &byte) { bytes in
            try? lifeline.write(bytes)
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }
}
