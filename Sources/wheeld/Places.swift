import LinuxSystem
import WheelCore

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
    ///
    /// In the user's folder each configuration file has its own state file. If all files shared one state file, a run
    /// with another configuration file would drop the values of the first file, or set controls of the same name.
    static func state(_ settings: StateSettings, file: String?) -> String? {
        if let path = settings.path { return path }
        if let folder = Environment.value(of: "STATE_DIRECTORY"), !folder.isEmpty { return folder + "/state.json" }
        let name = file.map(stateName) ?? "state.json"
        if let folder = Environment.value(of: "XDG_STATE_HOME"), !folder.isEmpty { return folder + "/wheeld/" + name }
        guard let home = Environment.value(of: "HOME"), !home.isEmpty else { return nil }
        return home + "/.local/state/wheeld/" + name
    }

    /// The name of a configuration's state file, such as `synth-1f3c09ab5e7d2460.json` for `synth.toml`. The hash of
    /// the path distinguishes files of the same name.
    private static func stateName(_ file: String) -> String {
        let path = FilePath.absolute(file)
        // The hash is FNV-1a, since Swift's own hash differs from run to run.
        let hash = path.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        let stem = FilePath.name(of: path).split(separator: ".").first.map { String($0.prefix(100)) } ?? "state"
        return "\(stem)-\(String(repeating: "0", count: 16 - digits.count))\(digits).json"
    }

    private static var isSystemService: Bool { Environment.value(of: "RUNTIME_DIRECTORY") != nil }
}
