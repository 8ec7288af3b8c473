internal import CLinux
internal import Glibc

/// Standard error for lines that may be lost: a write never waits. A reader that pauses, as in `wheeld 2>&1 | less`, or
/// a terminal after Ctrl-S, would stop the thread that writes, and the loop's thread must go on.
struct LogOutput: Sendable {
    private enum Way: Sendable {
        /// A write to a file waits for no reader.
        case file
        /// The journal.
        case socket
        /// A pipe or a terminal, opened anew: O_NONBLOCK on standard error itself would hold for every process that
        /// shares it.
        case opened(Int32)
        /// A pipe or terminal that cannot be opened anew, as another user's terminal: before each line poll(2) says
        /// whether it has room.
        case asked
    }

    private let way: Way

    /// A pipe takes so many bytes all at once or not at all (PIPE_BUF).
    static let longestLine = 4096

    init(descriptorNumber number: Int32 = STDERR_FILENO) {
        self.number = number
        switch (try? FileStatus(number: number))?.kind {
        case .socket: way = .socket
        case .pipe, .characterDevice:
            let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let opened = open("/proc/self/fd/\(number)", flags, 0)
            way = opened < 0 ? .asked : .opened(opened)
        default: way = .file
        }
    }

    private let number: Int32

    /// Whether the line is out.
    func write(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        switch way {
        case .file: return Glibc.write(number, line.baseAddress, line.count) == line.count
        case .socket:
            return send(number, line.baseAddress, line.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) == line.count
        case .opened(let opened): return Glibc.write(opened, line.baseAddress, line.count) == line.count
        case .asked:
            var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            guard poll(&polled, 1, 0) == 1, polled.revents & Int16(POLLOUT) != 0 else { return false }
            return Glibc.write(number, line.baseAddress, line.count) == line.count
        }
    }
}
