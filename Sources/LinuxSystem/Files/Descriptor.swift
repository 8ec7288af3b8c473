internal import CLinux
internal import Glibc

/// A file descriptor with one owner. `deinit` closes it.
///
/// Deregister it from an `EventLoop` first: a duplicate, for example in a child process, would keep it in the epoll
/// set.
public struct Descriptor: ~Copyable, Sendable {
    /// The kernel's number, for C functions. Do not keep it after the descriptor is closed.
    public let number: Int32

    /// Takes ownership of `number`. Nothing else may close it.
    public init(owning number: Int32) {
        precondition(number >= 0, "the result of a failed call is used as a descriptor")
        self.number = number
    }

    deinit {
        // Never repeated: Linux has released the number even if close(2) fails with EINTR or EIO.
        _ = Glibc.close(number)
    }

    /// Gives up ownership. The caller has to close the number.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// close(2), for a file that was written to and whose last error matters. Never repeated.
    public consuming func close() throws(Errno) {
        let number = release()
        _ = try system { Glibc.close(number) }
    }
}

extension Descriptor {
    /// read(2): returns the number of bytes, 0 at the end. Throws `.wouldBlock` if there are none yet.
    public borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        let number = number
        return try uninterrupted { Glibc.read(number, buffer.baseAddress, buffer.count) }
    }

    /// write(2): returns the number of bytes written, which may be fewer than given.
    public borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Int {
        let number = number
        return try uninterrupted { Glibc.write(number, bytes.baseAddress, bytes.count) }
    }

    public borrowing func write(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let number = number
        return try uninterrupted { bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } }
    }

    /// Repeats write(2) until all bytes are written. For files and blocking descriptors.
    public borrowing func writeAll(_ bytes: [UInt8]) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try write(rest)) }
    }

    /// Reads to the end of the file. Throws `.fileTooLarge` if there are more than `limit` bytes.
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

    /// ioctl(2) with a pointer argument; returns its result. The request's number comes from a C module.
    @discardableResult
    public borrowing func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) throws(Errno) -> Int32 {
        let number = number
        return try uninterrupted { ioctl(number, request, argument) }
    }

    /// ioctl(2) with a number as the argument; returns its result.
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
