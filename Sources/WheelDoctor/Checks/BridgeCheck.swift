import LinuxSystem

/// A bridge that is installed: its configuration, and what it needs of this machine.
enum BridgeCheck {
    /// `nil` if `wheel-midi` is not installed.
    static func midi() -> Finding? {
        guard OtherProgram.isInstalled("wheel-midi") else { return nil }
        let checked = try? OtherProgram.run(["wheel-midi", "--check-config"])
        return midi(isWrong: checked?.status == 78, hasSequencer: (try? FileStatus(path: "/dev/snd/seq")) != nil)
    }

    static func midi(isWrong: Bool, hasSequencer: Bool) -> Finding {
        guard !isWrong else {
            return .wrong(
                "wheel-midi", "/etc/wheeld/bridges.toml has mistakes", "wheel-midi --check-config     lists them")
        }
        guard hasSequencer else {
            return .wrong("wheel-midi", "the kernel has no MIDI sequencer, /dev/snd/seq", "sudo modprobe snd-seq")
        }
        return .ok("wheel-midi", "its configuration is sound, and the MIDI sequencer is there")
    }
}
