import LinuxSystem

/// Where clients find the daemon's socket.
public enum SocketPlace {
    public static let environmentVariable = "WHEELD_SOCKET"
    static let system = "/run/wheeld/wheeld.sock"

    /// `wanted`, else `$WHEELD_SOCKET`, else the user's own socket if it exists, else the system's socket.
    public static func path(_ wanted: String? = nil) -> String {
        if let wanted { return wanted }
        if let named = Environment.value(of: environmentVariable), !named.isEmpty { return named }
        if let folder = Environment.value(of: "XDG_RUNTIME_DIR"), !folder.isEmpty {
            let own = folder + "/wheeld.sock"
            if (try? FileStatus(path: own)) != nil { return own }
        }
        return system
    }
}
