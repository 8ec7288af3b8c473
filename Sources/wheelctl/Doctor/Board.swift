/// Which machine this is, as far as it matters for its lines.
struct Board: Equatable {
    /// "Raspberry Pi 5 Model B Rev 1.0"; `nil` where the firmware does not say.
    var model: String?
    /// The running kernel: "6.12.34+rpt-rpi-v8".
    var kernel: String

    static var here: Board {
        Board(
            model: TextFile.line("/proc/device-tree/model"), kernel: TextFile.line("/proc/sys/kernel/osrelease") ?? "?")
    }

    var isRaspberryPi: Bool { model?.hasPrefix("Raspberry Pi") ?? false }

    /// What the driver of a Raspberry Pi's forty pins calls its chip.
    var headerChip: String? {
        guard let model, isRaspberryPi else { return nil }
        func names(_ parts: String...) -> Bool { parts.contains { model.contains($0) } }
        if names("Pi 5", "Module 5") { return "pinctrl-rp1" }
        return names("Pi 4", "Module 4") ? "pinctrl-bcm2711" : "pinctrl-bcm2835"
    }
}
