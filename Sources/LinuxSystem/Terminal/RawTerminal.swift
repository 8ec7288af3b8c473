internal import Glibc

/// Puts a terminal into raw mode, termios(3): each key is delivered at once and not echoed. `deinit` restores the mode.
///
/// Ctrl-C and Ctrl-Z still send their signals, so that a hanging program can be ended.
public struct RawTerminal: ~Copyable {
    private let number: Int32
    private let before: termios

    /// The descriptor `number` must stay open until `deinit`, which does not close it.
    public init(_ number: Int32) throws(Errno) {
        var mode = termios()
        _ = try system { tcgetattr(number, &mode) }
        let before = mode
        cfmakeraw(&mode)
        mode.c_lflag |= tcflag_t(ISIG)
        // A line feed still returns to the first column, as other output to the terminal expects.
        mode.c_oflag |= tcflag_t(OPOST)
        _ = try uninterrupted { tcsetattr(number, TCSAFLUSH, &mode) }
        self.number = number
        self.before = before
    }

    deinit {
        var mode = before
        // TCSADRAIN waits until the output is transmitted, and keeps unread input, which belongs to the next program.
        // The call fails if the terminal has hung up, which does not matter.
        tcsetattr(number, TCSADRAIN, &mode)
    }
}
