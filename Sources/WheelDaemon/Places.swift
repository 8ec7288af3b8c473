import LinuxSystem
import WheelSettings

/// Where the socket and the state are, when nobody says.
enum Places {
    /// The option, else the configuration's path, else the user's own, else the system's.
    static func socket(option: String?, settings: SocketSettings) -> String {
        if let path = option ?? settings.path { return path }
        if let folder = Environment.value(of: "XDG_RUNTIME_DIR"), !folder.isEmpty, !isSystemService {
            return folder + "/wheeld.sock"
        }
        return "/run/wheeld/wheeld.sock"
    }

    /// The service manager's folder, else the configuration's path, else the user's own folder.
    static func state(_ settings: StateSettings) -> String? {
        if let path = settings.path { return path }
        if let folder = Environment.value(of: "STATE_DIRECTORY"), !folder.isEmpty { return folder + "/state.json" }
        if let folder = Environment.value(of: "XDG_STATE_HOME"), !folder.isEmpty {
            return folder + "/wheeld/state.json"
        }
        guard let home = Environment.value(of: "HOME"), !home.isEmpty else { return nil }
        return home + "/.local/state/wheeld/state.json"
    }

    private static var isSystemService: Bool { Environment.value(of: "RUNTIME_DIRECTORY") != nil }
}
