import LinuxSystem
import WheelSettings

/// The paths of the socket and the state file.
enum Places {
    /// The path of the option, else of the configuration, else in the user's runtime folder, else in the system's.
    static func socket(option: String?, settings: SocketSettings) -> String {
        if let path = option ?? settings.path { return path }
        if let folder = Environment.value(of: "XDG_RUNTIME_DIR"), !folder.isEmpty, !isSystemService {
            return folder + "/wheeld.sock"
        }
        return "/run/wheeld/wheeld.sock"
    }

    /// The path of the configuration, else in the service manager's folder, else in the user's own folder.
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
