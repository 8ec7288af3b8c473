/// Cells of a bank. They are small, so the first tap on a cell that is not marked marks it, and does nothing else.
extension Panel {
    /// Whether the tap of a finger that comes down on `target` only marks the cell of its control.
    ///
    /// Drags move what they hold at once, and what moves by itself stops at once. A finger that stays on − or + steps. What
    /// a pending value or an open chooser waits for is no accident, either.
    func marksOnly(_ finger: Finger, on target: ArrangedTarget, of surface: Int) -> Bool {
        guard surfaces[surface].layout.isBank, let control = finger.control, inputs[surface].focus != control else {
            return false
        }
        switch target.kind {
        case .apply, .revert, .tab, .closer: return false
        case .chips(_, let rows, _): return rows.place != .chooser
        case .wheel, .wheelOfFocus, .arm, .slider, .rampButton, .seat, .block, .chart, .digit, .number, .chip, .opener,
            .toggle, .stepper, .stage:
            return true
        }
    }
}
