import LinuxSystem

/// The installed bridges: their configuration, and the files that they need on this machine.
enum BridgeCheck {
    struct Bridge: Equatable {
        var program: String
        var need: Need?
    }

    struct Need: Equatable {
        var path: String
        /// For example "the MIDI sequencer".
        var name: String
        var remedy: String
        /// The group through which the bridge's service may open the file; `nil` if no udev rule is needed for it.
        var group: String?
        /// The command that assigns the file to the group.
        var grouping = ""
    }

    /// The state of the needed file on this machine. A `foreign` file belongs to another group than `Need.group`.
    enum Presence: Equatable {
        case missing
        case there
        case foreign
    }

    static let bridges = [
        Bridge(
            program: "wheel-midi",
            need: Need(path: "/dev/snd/seq", name: "the MIDI sequencer", remedy: "sudo modprobe snd-seq")),
        Bridge(
            program: "wheel-uinput",
            need: Need(
                path: "/dev/uinput", name: "uinput", remedy: "sudo modprobe uinput", group: "uinput",
                grouping: "sudo udevadm control --reload && sudo udevadm trigger --sysname-match=uinput")),
        Bridge(program: "wheel-rig"), Bridge(program: "wheel-osc"), Bridge(program: "wheel-mqtt"),
        Bridge(program: "wheel-web"),
    ]

    static func findings() -> [Finding] {
        bridges.filter { OtherProgram.isInstalled($0.program) }.map { bridge in
            let checked = try? OtherProgram.run([bridge.program, "--check-config"])
            return finding(
                bridge, isWrong: checked?.status == 78, lack: checked.flatMap { lack(in: $0.output) },
                need: bridge.need.map(presence) ?? .there)
        }
    }

    /// What the bridge lacks although its file has no mistakes: the line after `…: ok` in the output of
    /// `--check-config`.
    static func lack(in output: String) -> String? {
        output.split(separator: "\n").dropFirst().first.map(String.init)
    }

    private static func presence(_ need: Need) -> Presence {
        guard let status = try? FileStatus(path: need.path) else { return .missing }
        guard let group = need.group else { return .there }
        return (try? UserDatabase.groupNumber(named: group)) == status.group ? .there : .foreign
    }

    static func finding(_ bridge: Bridge, isWrong: Bool, lack: String? = nil, need presence: Presence) -> Finding {
        guard !isWrong else {
            return .wrong(
                bridge.program, "/etc/wheeld/bridges.toml has mistakes",
                "\(bridge.program) --check-config     lists them")
        }
        // This is only a note, since the service may run with an option that meets the requirement.
        if let lack { return .note(bridge.program, lack) }
        guard let need = bridge.need else { return .ok(bridge.program, "its configuration is sound") }
        switch presence {
        case .missing:
            return .wrong(bridge.program, "the kernel does not have \(need.name), \(need.path)", need.remedy)
        case .foreign:
            let group = need.group ?? ""
            return .wrong(bridge.program, "\(need.path) does not belong to the group \(group)", need.grouping)
        case .there: return .ok(bridge.program, "its configuration is sound, and \(need.name) is there")
        }
    }
}
