/// Whether there is a GPIO chip at all.
enum ChipCheck {
    static let subject = "gpio"

    /// `isNeeded`: an input names lines.
    static func finding(chips: [NeededFile], isNeeded: Bool, _ board: Board) -> Finding? {
        guard chips.isEmpty else { return nil }
        guard isNeeded else { return board.isRaspberryPi ? absence(board) : nil }
        return absence(board)
    }

    private static func absence(_ board: Board) -> Finding {
        let text = "there is no GPIO chip: no /dev/gpiochip*"
        guard let chip = board.headerChip, let model = board.model else {
            return .wrong(
                subject, text,
                "this machine has no lines that Linux knows of: take a USB knob, or a board that has some")
        }
        return .wrong(
            subject,
            "\(text); on this \(model) it is called \(chip), and the kernel \(board.kernel) has no driver of it",
            "sudo apt full-upgrade, then restart the machine: the board's own kernel has it")
    }
}
