internal import Glibc

/// RLIMIT_NOFILE: how many descriptors this process may have open. All numbers of descriptors are below the limit.
public enum DescriptorLimit {
    public static var current: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit to `wanted`, or to the highest limit that this process may set. A limit that is higher already
    /// is kept. Returns the new limit.
    public static func raise(to wanted: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        if getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(wanted) {
            limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
            setrlimit(resource, &limit)
        }
        return current
    }
}
