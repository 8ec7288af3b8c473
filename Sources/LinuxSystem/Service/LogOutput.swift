internal import CLinux
internal import Glibc

/// Writes lines to standard error without ever blocking. A line that would block is lost. A blocking write would stop
/// the loop's thread if the reader is paused, as in `wheeld 2>&1 | less`, or if the user has pressed Ctrl-S in the
/// terminal.
struct LogOutput: Sendable {
    private enum Method: Sendable {
        /// A file, where a write does not wait for a reader.
        case file
        /// A socket, such as the journal's: send(2) with MSG_DONTWAIT.
        case socket
        /// A pipe or terminal that was opened again with O_NONBLOCK. If O_NONBLOCK were set on standard error itself,
        /// the flag would apply to every process that shares the descriptor.
        case reopened(Int32)
        /// A pipe or terminal that cannot be opened again, such as another user's terminal. poll(2) before each line
        /// reports whether a write is possible.
        case polled
    }

    private let number: Int32
    private let method: Method

    /// A write of at most this many bytes to a pipe is atomic (PIPE_BUF).
    static let longestLine = 4096

    init(descriptorNumber number: Int32 = STDERR_FILENO) {
        self.number = number
        switch (try? FileStatus(number: number))?.kind {
        case .socket: method = .socket
        case .pipe, .characterDevice:
            let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
            let opened = open("/proc/self/fd/\(number)", flags, 0)
            method = opened < 0 ? .polled : .reopened(opened)
        default: method = .file
        }
    }

    /// Returns whether the whole line was written.
    func write(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        switch method {
        case .file: return Glibc.write(number, line.baseAddress, line.count) == line.count
        case .socket:
            return send(number, line.baseAddress, line.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) == line.count
        case .reopened(let opened): return Glibc.write(opened, line.baseAddress, line.count) == line.count
        case .polled:
            var polled = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            guard poll(&polled, 1, 0) == 1, polled.revents & Int16(POLLOUT) != 0 else { return false }
            return Glibc.write(number, line.baseAddress, line.count) == line.count
        }
    }
}
