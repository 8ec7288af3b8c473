internal import CDeviceSupport

/// What malloc has given out: of a leak it shows every byte, where the size of the process shows whole pages.
public enum HeapUse {
    public static var bytes: Int { Int(heap_bytes_in_use()) }
}
