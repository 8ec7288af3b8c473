import LinuxSystem

/// What the service manager says of the service and its socket.
struct ServiceState: Equatable {
    /// As `systemctl show` has them: "loaded", "not-found", "masked"; "active", "inactive", "failed"; "enabled".
    var load = "not-found"
    var active = "inactive"
    var sub = "dead"
    var file = ""
    var result = "success"
    /// The exit status of its last run.
    var exitStatus = ""
    var user = ""
    var groups: [String] = []
    var socketActive = "inactive"
    var socketFile = ""

    var isInstalled: Bool { load == "loaded" }

    static let properties = [
        "Id", "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "ExecMainStatus", "User",
        "SupplementaryGroups",
    ]

    /// Asks; `nil` where systemd does not run.
    static func ask() -> ServiceState? {
        guard (try? FileStatus(path: "/run/systemd/system")) != nil else { return nil }
        let words = [
            "systemctl", "show", "--property=\(properties.joined(separator: ","))", "wheeld.service", "wheeld.socket",
        ]
        guard let shown = try? OtherProgram.run(words), shown.status == 0 else { return nil }
        return ServiceState(shown: shown.output)
    }

    init() {}

    /// Reads what `systemctl show` prints: `Name=value` on a line, an empty line between units.
    init(shown text: String) {
        var values: [Substring: String] = [:]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false) + [Substring()]
        for line in lines {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = String(parts[1]) }
            guard line.isEmpty else { continue }
            take(unit: values)
            values = [:]
        }
    }

    private mutating func take(unit values: [Substring: String]) {
        switch values["Id"] {
        case "wheeld.service": takeService(values)
        case "wheeld.socket":
            socketActive = values["ActiveState"] ?? socketActive
            socketFile = values["UnitFileState"] ?? socketFile
        default: break
        }
    }

    private mutating func takeService(_ values: [Substring: String]) {
        load = values["LoadState"] ?? load
        active = values["ActiveState"] ?? active
        sub = values["SubState"] ?? sub
        file = values["UnitFileState"] ?? file
        result = values["Result"] ?? result
        exitStatus = values["ExecMainStatus"] ?? exitStatus
        user = values["User"] ?? user
        groups = (values["SupplementaryGroups"] ?? "").split(separator: " ").map(String.init)
    }
}
