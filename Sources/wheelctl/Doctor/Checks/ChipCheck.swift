enum ChipCheck {
    /// The finding about a missing GPIO chip, if that is a fault. `isNeeded`: whether an input of the configuration
    /// uses GPIO lines.
    static func finding(chips: [NeededFile], isNeeded: Bool, _ board: Board) -> Finding? {
        // A Raspberry Pi always has a GPIO chip, so a missing one is a fault even if no input needs it.
        guard chips.isEmpty, isNeeded || board.isRaspberryPi else { return nil }
        let text = "there is no GPIO chip: no /dev/gpiochip*"
        guard let chip = board.headerChip, let model = board.model else {
            return .wrong(
                "gpio", text,
                "Linux knows no GPIO lines on this machine: use a USB knob, or a board that has GPIO lines")
        }
        return .wrong(
            "gpio",
            "\(text); on this \(model) its label is \(chip), and the kernel \(board.kernel) has no driver for it",
            "sudo apt full-upgrade, then restart the machine: the board's own kernel has the driver")
    }
}
