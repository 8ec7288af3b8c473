internal import Glibc

/// The environment of the process. Change the environment only at the start, while there is one thread: unsetenv(3)
/// moves pointers that getenv(3) of another thread may be reading.
public enum Environment {
    /// getenv(3).
    public static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// getenv(3) and unsetenv(3), for a variable that children must not inherit.
    public static func consume(_ name: String) -> String? {
        defer { unsetenv(name) }
        return value(of: name)
    }
}
