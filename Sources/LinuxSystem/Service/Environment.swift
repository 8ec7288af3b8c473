internal import Glibc

/// The process's environment. Changed only at the start, while there is one thread: setenv(3) moves what getenv(3)
/// of another thread is reading.
public enum Environment {
    /// getenv(3).
    public static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// getenv(3) and unsetenv(3): for what is meant for this process alone and not for its children.
    public static func take(_ name: String) -> String? {
        defer { unsetenv(name) }
        return value(of: name)
    }

    /// setenv(3).
    public static func set(_ name: String, to value: String) {
        // Fails for a name that is empty or has a `=` (a mistake), and without memory.
        let result = setenv(name, value, 1)
        precondition(result == 0, "the environment does not take \(name)")
    }
}
