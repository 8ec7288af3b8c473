internal import CLinux
internal import Glibc
public import WheelCore

/// A file descriptor with one owner. `deinit` closes it.
///
/// Deregister a descriptor from its `EventLoop` before it is closed: a duplicate, for example in a child process, would
/// keep the closed descriptor in the epoll set.
public struct Descriptor: ~Copyable, Sendable {
    /// The kernel's number, for C functions. Do not use the number after the descriptor is closed.
    public let number: Int32

    /// Takes ownership of `number`. Nothing else may close this number.
    public init(owning number: Int32) {
        precondition(number >= 0, "the result of a failed call is used as a descriptor")
        self.number = number
    }

    deinit {
        // close(2) is never repeated: Linux has released the number even if close(2) fails with EINTR or EIO.
        _ = Glibc.close(number)
    }

    /// Gives up ownership. The caller has to close the descriptor.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// close(2), for a file that was written to: an error means that data was lost. The call is never repeated.
    public consuming func close() throws(Errno) {
        let number = release()
        _ = try system { Glibc.close(number) }
    }
}

extension Descriptor {
    /// read(2): returns the number of bytes, 0 at the end. Throws `.wouldBlock` if no bytes are available yet.
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

    /// Repeats write(2) until all bytes are written. The descriptor must be blocking, or a file.
    public borrowing func writeAll(_ bytes: [UInt8]) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try write(rest)) }
    }

    /// Reads to the end of the file. Throws `.fileTooLarge` if the file has more than `limit` bytes.
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

    /// ioctl(2) with a pointer argument; returns its result. `request` is a constant of a C module.
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

extension Descriptor {
    /// The flags of open(2); each member is an O_ flag. O_CLOEXEC is always added.
    public struct OpenMode: OptionSet, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        public static var read: OpenMode { OpenMode(rawValue: O_RDONLY) }
        public static var write: OpenMode { OpenMode(rawValue: O_WRONLY) }
        public static var readWrite: OpenMode { OpenMode(rawValue: O_RDWR) }
        public static var nonBlocking: OpenMode { OpenMode(rawValue: O_NONBLOCK) }
        public static var create: OpenMode { OpenMode(rawValue: O_CREAT) }
        /// With `create`, opening fails with `.fileExists` if the file exists.
        public static var exclusive: OpenMode { OpenMode(rawValue: O_EXCL) }
        public static var truncate: OpenMode { OpenMode(rawValue: O_TRUNC) }
        public static var directory: OpenMode { OpenMode(rawValue: O_DIRECTORY) }
        public static var noFollow: OpenMode { OpenMode(rawValue: O_NOFOLLOW) }
        /// A terminal that is opened does not become the process's controlling terminal.
        public static var noControllingTerminal: OpenMode { OpenMode(rawValue: O_NOCTTY) }
    }

    /// open(2), close-on-exec.
    public static func open(
        _ path: String, _ mode: OpenMode, permissions: UInt32 = 0o666
    ) throws(Errno) -> Descriptor {
        let flags = mode.rawValue | O_CLOEXEC
        return Descriptor(owning: try uninterrupted { Glibc.open(path, flags, permissions) })
    }

    /// fcntl(2) with F_DUPFD_CLOEXEC. The duplicate stays open when a C library closes its own descriptor.
    public static func duplicate(of number: Int32) throws(Errno) -> Descriptor {
        Descriptor(owning: try system { fcntl(number, F_DUPFD_CLOEXEC, 3) })
    }
}

extension Descriptor {
    /// The sleep after a failed poll(2). It must be shorter than a second, because it is passed in `tv_nsec`.
    private static let pause = Interval.milliseconds(100)

    /// poll(2): blocks until the descriptor is ready or `end` is reached (nil: without limit). Returns whether the
    /// descriptor is ready.
    ///
    /// If poll(2) fails (no memory, or a lowered limit of descriptors), this function sleeps for at most `pause` and
    /// returns false. Without the sleep, a caller that waits again and again would use up a processor.
    @discardableResult
    public borrowing func wait(for interest: Readiness, until end: Instant? = nil) -> Bool {
        // The flags of poll have the same values as the flags of epoll.
        var polled = pollfd(fd: number, events: Int16(truncatingIfNeeded: interest.rawValue), revents: 0)
        while true {
            // The timeout is rounded up: a wait that ended too early would be repeated until the time is reached.
            let left = end.map {
                max(0, ($0 - MonotonicClock.now).microseconds).addingReportingOverflow(999).partialValue
            }
            let count = poll(&polled, 1, left.map { Int32(clamping: $0 / 1000) } ?? -1)
            if count > 0 { return true }
            if count < 0, errno != EINTR {
                let pause = Descriptor.pause.microseconds
                var time = timespec(tv_sec: 0, tv_nsec: Int(min(left ?? pause, pause)) * 1000)
                nanosleep(&time, nil)
                return false
            }
            if let end, MonotonicClock.now >= end { return false }
        }
    }
}
