internal import Glibc

/// The system calls of `DurableFile`, so that a test can make each of them fail, or the last one of a process.
public protocol DurableFileCalls {
    func open(_ path: String, _ mode: Descriptor.OpenMode, permissions: UInt32) throws(Errno) -> Descriptor
    /// How many bytes were taken.
    func write(_ bytes: ArraySlice<UInt8>, to file: borrowing Descriptor) throws(Errno) -> Int
    func synchronize(_ file: borrowing Descriptor) throws(Errno)
    func close(_ file: consuming Descriptor) throws(Errno)
    func rename(_ path: String, to newPath: String) throws(Errno)
    func unlink(_ path: String) throws(Errno)
}

/// The kernel's own.
public struct KernelFileCalls: DurableFileCalls, Sendable {
    public init() {}

    public func open(
        _ path: String, _ mode: Descriptor.OpenMode, permissions: UInt32
    ) throws(Errno) -> Descriptor {
        try Descriptor.open(path, mode, permissions: permissions)
    }

    public func write(_ bytes: ArraySlice<UInt8>, to file: borrowing Descriptor) throws(Errno) -> Int {
        let number = file.number
        return try uninterrupted {
            bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
        }
    }

    /// fsync(2). Not to be made again after an error: the kernel has forgotten what it could not write.
    public func synchronize(_ file: borrowing Descriptor) throws(Errno) {
        let number = file.number
        _ = try uninterrupted { fsync(number) }
    }

    public func close(_ file: consuming Descriptor) throws(Errno) {
        try file.close()
    }

    /// rename(2).
    public func rename(_ path: String, to newPath: String) throws(Errno) {
        _ = try system { Glibc.rename(path, newPath) }
    }

    /// unlink(2).
    public func unlink(_ path: String) throws(Errno) {
        _ = try system { Glibc.unlink(path) }
    }
}
