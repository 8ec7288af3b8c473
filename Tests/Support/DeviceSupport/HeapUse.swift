internal import CDeviceSupport

/// The bytes allocated by malloc. Their number shows every byte of a leak; the size of the process shows only whole
/// pages.
public enum HeapUse {
    public static var bytes: Int { Int(heap_bytes_in_use()) }
}
