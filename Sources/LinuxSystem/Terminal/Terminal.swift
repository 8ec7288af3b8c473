internal import Glibc

public enum Terminal {
    public struct Size: Hashable, Sendable {
        public let columns: Int
        public let rows: Int
        /// The size of all columns and rows in pixels; 0 if the kernel does not know it.
        public let widthPixels: Int
        public let heightPixels: Int

        public init(columns: Int, rows: Int, widthPixels: Int = 0, heightPixels: Int = 0) {
            self.columns = columns
            self.rows = rows
            self.widthPixels = widthPixels
            self.heightPixels = heightPixels
        }
    }

    /// isatty(3) of a descriptor's number: 0 is standard input, 1 output, 2 error.
    public static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

    /// Whether the process is in the foreground of its controlling terminal and may use it, tcgetpgrp(3) and
    /// getpgrp(2). True if the process has no controlling terminal.
    public static var isForeground: Bool {
        guard let terminal = try? Descriptor.open("/dev/tty", [.read, .nonBlocking, .noControllingTerminal]) else {
            return true
        }
        return tcgetpgrp(terminal.number) == getpgrp()
    }

    /// tcflush(3): drops output that the terminal has not read yet.
    public static func dropOutput(of number: Int32) { tcflush(number, TCOFLUSH) }

    /// ioctl TIOCGWINSZ. Throws `.notTerminal` for a file that is not a terminal.
    public static func size(of number: Int32) throws(Errno) -> Size {
        var size = winsize()
        _ = try uninterrupted { ioctl(number, UInt(TIOCGWINSZ), &size) }
        return Size(
            columns: Int(size.ws_col), rows: Int(size.ws_row), widthPixels: Int(size.ws_xpixel),
            heightPixels: Int(size.ws_ypixel))
    }
}
