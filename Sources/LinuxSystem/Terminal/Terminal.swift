internal import Glibc

/// The properties of a terminal.
public enum Terminal {
    public struct Size: Hashable, Sendable {
        public let columns: Int
        public let rows: Int
        /// All columns and rows in pixels; 0 if nobody has told the kernel.
        public let widthPixels: Int
        public let heightPixels: Int
    }

    /// isatty(3) of a descriptor's number: 0 is standard input, 1 output, 2 error.
    public static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

    /// Stops the process as Ctrl-Z does, and returns when it is continued in the foreground. In the background the terminal
    /// belongs to the shell: there the process stops again.
    public static func stopUntilForeground() {
        // The kernel ignores the signal where no shell could continue the process.
        for _ in 0..<1000 {
            Signal.stopProcess()
            if isForeground { return }
        }
    }

    /// tcgetpgrp(3) and getpgrp(2) of the controlling terminal; true without one.
    private static var isForeground: Bool {
        guard let terminal = try? Descriptor.open("/dev/tty", [.read, .nonBlocking, .noControllingTerminal]) else {
            return true
        }
        return tcgetpgrp(terminal.number) == getpgrp()
    }

    /// ioctl TIOCGWINSZ. Throws `.notTerminal` for other files.
    public static func size(of number: Int32) throws(Errno) -> Size {
        var size = winsize()
        _ = try uninterrupted { ioctl(number, UInt(TIOCGWINSZ), &size) }
        return Size(
            columns: Int(size.ws_col), rows: Int(size.ws_row), widthPixels: Int(size.ws_xpixel),
            heightPixels: Int(size.ws_ypixel))
    }
}
