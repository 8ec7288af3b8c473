internal import Glibc

/// The system calls of `DurableFile`. Tests replace these calls: each can fail, or be the last call before a crash.
public protocol DurableFileCalls {
    func open(_ path: String, _ mode: Descriptor.OpenMode, permissions: UInt32) throws(Errno) -> Descriptor
    /// Returns the number of bytes written.
    func write(_ bytes: ArraySlice<UInt8>, to file: borrowing Descriptor) throws(Errno) -> Int
    func synchronize(_ file: borrowing Descriptor) throws(Errno)
    func close(_ file: consuming Descriptor) throws(Errno)
    func rename(_ path: String, to newPath: String) throws(Errno)
    func unlink(_ path: String) throws(Errno)
}

public struct KernelFileCalls: DurableFileCalls, Sendable {
    public init() {}

    public func open(
        _ path: String, _ mode: Descriptor.OpenMode, permissions: UInt32
    ) throws(Errno) -> Descriptor {
        try Descriptor.open(path, mode, permissions: permissions)
    }

    public func write(_ bytes: ArraySlice<UInt8>, to file: borrowing Descriptor) throws(Errno) -> Int {
        try file.write(bytes)
    }

    /// fsync(2). Do not repeat an fsync after an error: the kernel has dropped the data that it could not write.
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

    /// link(2): gives a file a second name.
    public func link(_ path: String, to newPath: String) throws(Errno) {
        _ = try system { Glibc.link(path, newPath) }
    }

    /// unlink(2).
    public func unlink(_ path: String) throws(Errno) {
        _ = try system { Glibc.unlink(path) }
    }
}
