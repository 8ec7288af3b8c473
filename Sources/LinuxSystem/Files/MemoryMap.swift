internal import Glibc

/// mmap(2) of a file or device with MAP_SHARED, for reading and writing. `deinit` unmaps the memory.
public struct MemoryMap: ~Copyable {
    public let bytes: UnsafeMutableRawBufferPointer

    /// Maps `byteCount` bytes from `offset`, which must be a multiple of the page size.
    public init(_ descriptor: borrowing Descriptor, byteCount: Int, offset: Int64 = 0) throws(Errno) {
        let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, off_t(offset))
        guard let address, address != MAP_FAILED else { throw Errno.last }
        bytes = UnsafeMutableRawBufferPointer(start: address, count: byteCount)
    }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
    }
}
