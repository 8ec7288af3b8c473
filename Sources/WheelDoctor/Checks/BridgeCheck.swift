import LinuxSystem

/// The bridges that are installed: their configuration, and what they need of this machine.
enum BridgeCheck {
    struct Bridge: Equatable {
        var program: String
        var need: Need?
    }

    /// A file that the kernel or a driver makes.
    struct Need: Equatable {
        var path: String
        /// As "the MIDI sequencer".
        var name: String
        var remedy: String
    }

    static let bridges = [
        Bridge(
            program: "wheel-midi",
            need: Need(path: "/dev/snd/seq", name: "the MIDI sequencer", remedy: "sudo modprobe snd-seq")),
        Bridge(program: "wheel-mqtt"),
    ]

    static func findings() -> [Finding] {
        bridges.filter { OtherProgram.isInstalled($0.program) }.map { bridge in
            let checked = try? OtherProgram.run([bridge.program, "--check-config"])
            let hasNeed = bridge.need.map { (try? FileStatus(path: $0.path)) != nil } ?? true
            return finding(bridge, isWrong: checked?.status == 78, hasNeed: hasNeed)
        }
    }

    static func finding(_ bridge: Bridge, isWrong: Bool, hasNeed: Bool) -> Finding {
        guard !isWrong else {
            return .wrong(
                bridge.program, "/etc/wheeld/bridges.toml has mistakes",
                "\(bridge.program) --check-config     lists them")
        }
        guard let need = bridge.need else { return .ok(bridge.program, "its configuration is sound") }
        guard hasNeed else {
            return .wrong(bridge.program, "the kernel does not have \(need.name), \(need.path)", need.remedy)
        }
        return .ok(bridge.program, "its configuration is sound, and \(need.name) is there")
    }
}
