import LinuxSystem

extension BridgeCheck {
    /// `nil` if `wheel-rig` is not installed.
    static func rig() -> Finding? {
        guard OtherProgram.isInstalled("wheel-rig") else { return nil }
        return rig(isWrong: (try? OtherProgram.run(["wheel-rig", "--check-config"]))?.status == 78)
    }

    static func rig(isWrong: Bool) -> Finding {
        isWrong
            ? .wrong("wheel-rig", "/etc/wheeld/bridges.toml has mistakes", "wheel-rig --check-config     lists them")
            : .ok("wheel-rig", "its configuration is sound")
    }
}
