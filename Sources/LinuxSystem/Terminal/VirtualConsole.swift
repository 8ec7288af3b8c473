internal import CLinux
internal import Glibc

/// Switches the virtual console of the process, ioctl_console(2), to graphics mode and to the foreground, so that the
/// kernel draws no text and no cursor on it. `deinit` restores the mode, the cursor and the console that was in the
/// foreground.
///
/// For example: /dev/tty3 is opened while console 1 is shown. Console 3 is activated and set to graphics mode. At the
/// end it is set to text mode again and shows its cursor. Then console 1 is activated, unless the user has switched to
/// another console by then. If this process is killed, a `TerminalGuard` does the same, but activates console 1 in any
/// case. The guard is started first and released last.
public final class VirtualConsole {
    private let descriptor: Descriptor
    private let mode: Int32
    /// The console that was in the foreground before; 0 if it was the process's own console.
    private let consoleBefore: UInt
    private let ownNumber: UInt
    private var terminalGuard: TerminalGuard?

    private static let showCursor = "\u{1B}[?25h"
    private static let hideCursor = "\u{1B}[?25l"

    /// Returns nil if the terminal is not a virtual console. A nil path means the controlling terminal.
    public convenience init?(path: String? = nil) throws(Errno) {
        guard let descriptor = try? Descriptor.open(path ?? "/dev/tty", [.readWrite, .noControllingTerminal])
        else { return nil }
        try self.init(descriptor)
    }

    private init?(_ descriptor: consuming Descriptor) throws(Errno) {
        guard let (mode, active) = VirtualConsole.state(of: descriptor) else { return nil }
        ownNumber = UInt(try VirtualConsole.number(of: descriptor))
        consoleBefore = UInt(active) == ownNumber ? 0 : UInt(active)
        self.mode = mode
        self.descriptor = descriptor
        let number = self.descriptor.number
        terminalGuard = try? TerminalGuard(
            number, consoleMode: mode, console: "/dev/tty\(ownNumber)", consoleBefore: Int32(consoleBefore),
            text: VirtualConsole.showCursor)
        write(VirtualConsole.hideCursor)
        activate(ownNumber)
        try self.descriptor.control(UInt(KDSETMODE), number: UInt(KD_GRAPHICS))
    }

    deinit {
        _ = try? descriptor.control(UInt(KDSETMODE), number: UInt(mode))
        write(VirtualConsole.showCursor)
        // If the user has switched to another console, that console stays in the foreground.
        if consoleBefore != 0, let (_, active) = VirtualConsole.state(of: descriptor), UInt(active) == ownNumber {
            activate(consoleBefore)
        }
        terminalGuard = nil
    }

    /// Whether the console is in graphics mode, and the number of the foreground console. Nil for a terminal that is
    /// not a virtual console.
    public static func state(of path: String) -> (isGraphics: Bool, seen: Int)? {
        guard let descriptor = try? Descriptor.open(path, [.readWrite, .noControllingTerminal]),
            let (mode, active) = state(of: descriptor)
        else { return nil }
        return (mode != KD_TEXT, Int(active))
    }

    /// KDGETMODE and VT_GETSTATE; nil for a terminal that is not a virtual console.
    private static func state(of descriptor: borrowing Descriptor) -> (mode: Int32, active: UInt16)? {
        var mode: Int32 = 0
        var state = vt_stat()
        guard (try? descriptor.control(UInt(KDGETMODE), &mode)) != nil,
            (try? descriptor.control(UInt(VT_GETSTATE), &state)) != nil
        else { return nil }
        return (mode, state.v_active)
    }

    /// VT_ACTIVATE. A process needs no privileges for this call if the console is its own.
    private func activate(_ console: UInt) {
        guard console != 0 else { return }
        _ = try? descriptor.control(UInt(VT_ACTIVATE), number: console)
    }

    private func write(_ text: String) { try? descriptor.writeAll(Array(text.utf8)) }

    /// The number of the console, which is the minor number of its terminal device. The descriptor's own file may be
    /// /dev/tty, which has another number and stands for the controlling terminal.
    private static func number(of console: borrowing Descriptor) throws(Errno) -> UInt32 {
        var device: UInt32 = 0
        try console.control(linux_tiocgdev, &device)
        return linux_device_minor(UInt64(device))
    }
}
