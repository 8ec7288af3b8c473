internal import CLinux
internal import Glibc

/// A file descriptor with one owner, closed when that goes away.
///
/// Deregister it from an `EventLoop` before that: a copy elsewhere (a child process) would keep it in the epoll set.
public struct Descriptor: ~Copyable, Sendable {
    /// The number by which the kernel knows it, for calls into C. Never kept beyond the descriptor's life.
    public let number: Int32

    /// Takes over a number that nobody else will close.
    public init(owning number: Int32) {
        precondition(number >= 0, "a failed call's result is no descriptor")
        self.number = number
    }

    deinit {
        // Never retried: Linux has released the number even if it answers EINTR or EIO.
        _ = Glibc.close(number)
    }

    /// Gives up ownership: from now on the caller closes the number.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// close(2) for a file whose last error matters (one that was written to); never retried.
    public consuming func close() throws(Errno) {
        let number = release()
        _ = try system { Glibc.close(number) }
    }

    /// fcntl(2) F_DUPFD_CLOEXEC: a second descriptor for the same open file.
    public borrowing func duplicate() throws(Errno) -> Descriptor {
        let number = number
        return Descriptor(owning: try system { fcntl(number, F_DUPFD_CLOEXEC, 0) })
    }
}

extension Descriptor {
    /// read(2): how many bytes came, 0 at the end; throws `.wouldBlock` when there are none yet.
    public borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        let number = number
        return try uninterrupted { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// write(2): how many bytes were taken, which may be fewer than there are.
    public borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
        let number = number
        return try uninterrupted { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }

    /// write(2) until all is written, for files and blocking descriptors.
    public borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        var rest = bytes
        while !rest.isEmpty {
            rest = UnsafeRawBufferPointer(rebasing: rest[try write(rest)...])
        }
    }

    /// Everything up to the end of the file; `limit` bytes at most, beyond which it throws `.fileTooLarge`.
    public borrowing func readAll(limit: Int = 1 << 24) throws(Errno) -> [UInt8] {
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        var bytes: [UInt8] = []
        while true {
            let count = try read(into: chunk)
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw .fileTooLarge }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
    }

    /// ioctl(2) with a pointer argument; returns what it returns. The request's number comes from a C door.
    @discardableResult
    public borrowing func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) throws(Errno) -> Int32 {
        let number = number
        return try uninterrupted { ioctl(number, request, argument) }
    }

    /// ioctl(2) with a number for an argument; returns what it returns.
    @discardableResult
    public borrowing func control(_ request: UInt, number argument: UInt) throws(Errno) -> Int32 {
        let number = number
        return try uninterrupted { linux_ioctl_number(number, request, argument) }
    }

    /// fcntl(2) F_SETFL with O_NONBLOCK.
    public borrowing func setNonBlocking(_ nonBlocking: Bool = true) throws(Errno) {
        let number = number
        let flags = try system { fcntl(number, F_GETFL) }
        _ = try system { fcntl(number, F_SETFL, nonBlocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK) }
    }
}
