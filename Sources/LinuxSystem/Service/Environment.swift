internal import Glibc

/// The environment of the process. Change it only at the start, while there is one thread: setenv(3) moves strings that
/// getenv(3) of another thread may be reading.
public enum Environment {
    /// getenv(3).
    public static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// getenv(3) and unsetenv(3), for a variable that children must not inherit.
    public static func take(_ name: String) -> String? {
        defer { unsetenv(name) }
        return value(of: name)
    }

    /// setenv(3).
    public static func set(_ name: String, to value: String) {
        // Fails for an empty name, for a name with a `=`, and if there is no memory.
        let result = setenv(name, value, 1)
        precondition(result == 0, "setenv fails for '\(name)'")
    }
}
