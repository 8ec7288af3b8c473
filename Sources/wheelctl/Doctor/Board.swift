import LinuxSystem
import WheelCore

/// The board's model and kernel, which determine its GPIO lines.
struct Board: Equatable, Sendable {
    /// For example "Raspberry Pi 5 Model B Rev 1.0"; `nil` if the firmware has no device tree.
    var model: String?
    /// The release of the running kernel, such as "6.12.34+rpt-rpi-v8".
    var kernel: String

    static var here: Board {
        Board(
            model: NamedFile.firstLine("/proc/device-tree/model"),
            kernel: NamedFile.firstLine("/proc/sys/kernel/osrelease") ?? "?")
    }

    var isRaspberryPi: Bool { model?.hasPrefix("Raspberry Pi") ?? false }

    /// The label of the chip that drives a Raspberry Pi's header; `nil` for other boards.
    var headerChip: String? {
        guard let model, isRaspberryPi else { return nil }
        func names(_ parts: String...) -> Bool { parts.contains { model.has($0) } }
        if names("Pi 5", "Module 5") { return "pinctrl-rp1" }
        return names("Pi 4", "Module 4") ? "pinctrl-bcm2711" : "pinctrl-bcm2835"
    }

    /// The labels of the chips whose first lines are all on a 40-pin header.
    var fortyPinChips: [String] {
        // Every board with one of these two chips has such a header. The carrier boards of compute modules connect the
        // same lines.
        var labels = ["pinctrl-bcm2711", "pinctrl-rp1"]
        // The first models, whose header has 26 pins, and the first compute modules are excluded: these boards
        // themselves use some lines whose numbers lie between those of the header's lines.
        let others = ["Raspberry Pi Model A Rev", "Raspberry Pi Model B Rev", "Raspberry Pi Compute Module"]
        if let model, isRaspberryPi, headerChip == "pinctrl-bcm2835", !others.contains(where: { model.hasPrefix($0) }) {
            labels.append("pinctrl-bcm2835")
        }
        return labels
    }

    /// GPIO0 to GPIO27. The higher lines are connected to the SD card, the radio and the board's LEDs.
    static let fortyPinLineCount: UInt32 = 28
}
