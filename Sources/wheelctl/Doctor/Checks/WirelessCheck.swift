import LinuxSystem

/// Whether the machine's Wi-Fi saves power while browsers watch the panel through it.
enum WirelessCheck {
    private static let web = "wheel-web"

    static func finding(_ service: ServiceState?) -> Finding? {
        let isUsed = service?.webFile == "enabled" || OpenFiles.isRunning(web)
        return finding(isWebUsed: isUsed, savingPower: WirelessInterfaces.savingPower)
    }

    static func finding(isWebUsed: Bool, savingPower: [String]) -> Finding? {
        guard isWebUsed, let name = savingPower.first else { return nil }
        return .note(
            web, "the Wi-Fi \(name) saves power, so that the picture stutters in browsers",
            "sudo iw dev \(name) set power_save off     until the machine restarts",
            "wifi.powersave = 2 under [connection] in /etc/NetworkManager/conf.d/wifi.conf     for good")
    }
}
