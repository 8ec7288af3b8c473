import LinuxSystem

/// The state of the units of wheeld and wheel-web according to systemd, in the words of `systemctl show`. The units are
/// the system's, unless units of the caller's own service manager are in use.
struct ServiceState: Equatable {
    /// Whether the units are the caller's own.
    var isOwn = false
    /// LoadState: "loaded", "not-found", "masked".
    var load = "not-found"
    /// ActiveState: "active", "inactive", "failed".
    var active = "inactive"
    var sub = "dead"
    /// UnitFileState: "enabled", "disabled".
    var file = ""
    var result = "success"
    /// ExecMainStatus: the exit status of the last run.
    var exitStatus = ""
    var user = ""
    var groups: [String] = []
    var socketActive = "inactive"
    var socketFile = ""
    var webFile = ""
    /// The configuration that the unit names; `nil` if it names none.
    var configuration: String?

    var isInstalled: Bool { load == "loaded" }

    /// Whether the units run, have failed, or will run after the next login or start of the machine.
    var isUsed: Bool {
        active != "inactive" || socketActive == "active" || [file, socketFile].contains("enabled")
    }

    var systemctl: String { isOwn ? "systemctl --user" : "sudo systemctl" }
    var enable: String { "\(systemctl) enable --now wheeld.socket wheeld" }

    static let properties = [
        "Id", "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "ExecMainStatus", "ExecStart", "User",
        "SupplementaryGroups",
    ]

    static func ask() -> ServiceState? {
        guard (try? FileStatus(path: "/run/systemd/system")) != nil else { return nil }
        if var own = ask(["--user"]), own.isUsed {
            own.isOwn = true
            return own
        }
        return ask([])
    }

    private static func ask(_ manager: [String]) -> ServiceState? {
        let words =
            ["systemctl"] + manager + [
                "show", "--property=\(properties.joined(separator: ","))", "wheeld.service", "wheeld.socket",
                "wheel-web.service",
            ]
        guard let shown = try? OtherProgram.run(words), shown.status == 0 else { return nil }
        return ServiceState(shown: shown.output)
    }

    /// Parses the output of `systemctl show`: lines `Name=value`, with an empty line between units.
    init(shown text: String) {
        var values: [Substring: String] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false) + [Substring()]
        for line in lines {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = String(parts[1]) }
            guard line.isEmpty else { continue }
            apply(unit: values)
            values = [:]
        }
    }

    private mutating func apply(unit values: [Substring: String]) {
        switch values["Id"] {
        case "wheeld.service":
            load = values["LoadState"] ?? load
            active = values["ActiveState"] ?? active
            sub = values["SubState"] ?? sub
            file = values["UnitFileState"] ?? file
            result = values["Result"] ?? result
            exitStatus = values["ExecMainStatus"] ?? exitStatus
            user = values["User"] ?? user
            groups = (values["SupplementaryGroups"] ?? "").split(separator: " ").map(String.init)
            // For example: { path=/usr/sbin/wheeld ; argv[]=/usr/sbin/wheeld --config /etc/wheeld/other.toml ; … }
            let command = (values["ExecStart"] ?? "").split(separator: " ")
            configuration = command.drop { $0 != "--config" }.dropFirst().first.map(String.init)
        case "wheeld.socket":
            socketActive = values["ActiveState"] ?? socketActive
            socketFile = values["UnitFileState"] ?? socketFile
        case "wheel-web.service": webFile = values["UnitFileState"] ?? webFile
        default: break
        }
    }
}
