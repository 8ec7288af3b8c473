/// Cells of a bank. The first tap on a cell that is not marked marks it. What it also does is `TouchTimings.firstTap`.
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
        case .chips(_, let rows, _) where rows.place == .chooser: return false
        // They are drawn as what a tap does.
        case .stepper, .chip, .chips, .opener, .toggle, .seat, .block, .digit: return settings.touch.firstTap == .mark
        // A tap there starts a motion, takes another speed, or is the first of two.
        case .wheel, .wheelOfFocus, .arm, .slider, .rampButton, .chart, .number, .stage: return true
        }
    }
}
