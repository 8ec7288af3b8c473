internal import Glibc

public enum HostName {
    /// gethostname(2). The result is "localhost" if the machine has no name.
    public static var current: String {
        // The kernel's name has at most 64 bytes and ends with a zero byte.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65) { buffer in
            buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress, gethostname(start, buffer.count) == 0, start[0] != 0 else {
                return "localhost"
            }
            return String(cString: start)
        }
    }
}
