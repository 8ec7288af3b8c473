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

    /// The labels of the chips whose first lines are all on a header of forty pins.
    var fortyPinChips: [String] {
        // Boards with these two chips have that header. On their compute modules the same lines are free for the
        // carrier board.
        var labels = ["pinctrl-bcm2711", "pinctrl-rp1"]
        // The first boards have 26 pins and other things on the lines in between; so have the first modules.
        let others = ["Raspberry Pi Model A Rev", "Raspberry Pi Model B Rev", "Raspberry Pi Compute Module"]
        if let model, isRaspberryPi, headerChip == "pinctrl-bcm2835", !others.contains(where: { model.hasPrefix($0) }) {
            labels.append("pinctrl-bcm2835")
        }
        return labels
    }

    /// GPIO0 to GPIO27. Behind them are the SD card, the radio and the board's own lights.
    static let fortyPinLineCount: UInt32 = 28
}
