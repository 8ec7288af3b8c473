internal import Glibc

/// A terminal that gives each key at once and shows none of them, termios(3), until this goes away.
///
/// Ctrl-C and Ctrl-Z still make their signals, so that a program that hangs can be ended.
public struct RawTerminal: ~Copyable {
    private let number: Int32
    private let before: termios

    /// `number` is borrowed and must stay open as long as this lives.
    public init(_ number: Int32) throws(Errno) {
        var mode = termios()
        _ = try system { tcgetattr(number, &mode) }
        let before = mode
        cfmakeraw(&mode)
        mode.c_lflag |= tcflag_t(ISIG)
        // Line feeds go on to mean the beginning of the next line, for what other parts write to the terminal.
        mode.c_oflag |= tcflag_t(OPOST)
        _ = try uninterrupted { tcsetattr(number, TCSAFLUSH, &mode) }
        self.number = number
        self.before = before
    }

    deinit {
        var mode = before
        // With nothing thrown away: what was typed meanwhile is for who comes next. After a hang-up it fails, and
        // nobody is there who would see it.
        tcsetattr(number, TCSADRAIN, &mode)
    }
}
