internal import CLinux
internal import Glibc

/// The virtual console that the process runs on, ioctl_console(2), given over to pictures until this goes away: no text
/// is drawn on it and no cursor blinks, and it is the one that is seen.
public final class VirtualConsole {
    private let descriptor: Descriptor
    private let mode: Int32
    /// The console that was seen before; 0 if it was this one.
    private let consoleBefore: UInt
    private let ownNumber: UInt
    private var terminalGuard: TerminalGuard?

    private static let showCursor = "\u{1B}[?25h"
    private static let hideCursor = "\u{1B}[?25l"

    /// Nil where the process has no console. Path nil: its controlling terminal.
    public convenience init?(path: String? = nil) throws(Errno) {
        guard let descriptor = try? Descriptor.open(path ?? "/dev/tty", [.readWrite, .noControllingTerminal])
        else { return nil }
        try self.init(descriptor)
    }

    private init?(_ descriptor: consuming Descriptor) throws(Errno) {
        var mode: Int32 = 0
        var state = vt_stat()
        do throws(Errno) {
            try descriptor.control(UInt(KDGETMODE), &mode)
            try descriptor.control(UInt(VT_GETSTATE), &state)
        } catch {
            // A terminal of another kind.
            return nil
        }
        let status = try FileStatus(of: descriptor)
        ownNumber = UInt(VirtualConsole.number(of: status, active: state.v_active))
        consoleBefore = UInt(state.v_active) == ownNumber ? 0 : UInt(state.v_active)
        self.mode = mode
        self.descriptor = descriptor
        let number = self.descriptor.number
        terminalGuard = try? TerminalGuard(
            number,
            TerminalGuard.Plan(
                consoleMode: mode, consoleBefore: Int32(consoleBefore), text: VirtualConsole.showCursor))
        write(VirtualConsole.hideCursor)
        activate(ownNumber)
        try self.descriptor.control(UInt(KDSETMODE), number: UInt(KD_GRAPHICS))
    }

    deinit {
        _ = try? descriptor.control(UInt(KDSETMODE), number: UInt(mode))
        write(VirtualConsole.showCursor)
        // Unless somebody has changed to yet another meanwhile.
        var state = vt_stat()
        if consoleBefore != 0, (try? descriptor.control(UInt(VT_GETSTATE), &state)) != nil,
            UInt(state.v_active) == ownNumber
        {
            activate(consoleBefore)
        }
        // Only now may the guard go.
        terminalGuard = nil
    }

    /// KDGETMODE and VT_GETSTATE: whether the console is given over to pictures, and the number of the one that is seen.
    /// Nil for a terminal of another kind.
    public static func state(of path: String) -> (isGraphics: Bool, seen: Int)? {
        var mode: Int32 = 0
        var state = vt_stat()
        guard let descriptor = try? Descriptor.open(path, [.readWrite, .noControllingTerminal]),
            (try? descriptor.control(UInt(KDGETMODE), &mode)) != nil,
            (try? descriptor.control(UInt(VT_GETSTATE), &state)) != nil
        else { return nil }
        return (mode != KD_TEXT, Int(state.v_active))
    }

    /// VT_ACTIVATE, which the console's own process may do.
    private func activate(_ console: UInt) {
        guard console != 0 else { return }
        _ = try? descriptor.control(UInt(VT_ACTIVATE), number: console)
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = try? descriptor.writeAll(UnsafeRawBufferPointer(bytes)) }
    }

    /// Which console a device file stands for: /dev/tty and /dev/tty0 do not say.
    private static func number(of status: FileStatus, active: UInt16) -> UInt32 {
        let isConsole = status.deviceMajor == 4 && (1...63).contains(status.deviceMinor)
        return isConsole ? status.deviceMinor : UInt32(active)
    }
}
