internal import Glibc

/// mmap(2) of a file or device with MAP_SHARED. `deinit` unmaps it.
public struct MemoryMap: ~Copyable {
    public let bytes: UnsafeMutableRawBufferPointer

    /// Maps `byteCount` bytes from `offset`, which must be a multiple of the page size.
    public init(
        _ descriptor: borrowing Descriptor, byteCount: Int, offset: Int64 = 0, writable: Bool
    ) throws(Errno) {
        let protection = writable ? PROT_READ | PROT_WRITE : PROT_READ
        let address = mmap(nil, byteCount, protection, MAP_SHARED, descriptor.number, off_t(offset))
        guard let address, address != MAP_FAILED else { throw Errno.last }
        bytes = UnsafeMutableRawBufferPointer(start: address, count: byteCount)
    }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
    }
}
