import LinuxSystem

/// The state of wheeld's units according to systemd, in the words of `systemctl show`.
struct ServiceState: Equatable {
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

    var isInstalled: Bool { load == "loaded" }

    static let properties = [
        "Id", "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "ExecMainStatus", "User",
        "SupplementaryGroups",
    ]

    static func ask() -> ServiceState? {
        guard (try? FileStatus(path: "/run/systemd/system")) != nil else { return nil }
        let words = [
            "systemctl", "show", "--property=\(properties.joined(separator: ","))", "wheeld.service", "wheeld.socket",
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
        case "wheeld.socket":
            socketActive = values["ActiveState"] ?? socketActive
            socketFile = values["UnitFileState"] ?? socketFile
        case "wheel-web.service": webFile = values["UnitFileState"] ?? webFile
        default: break
        }
    }
}
