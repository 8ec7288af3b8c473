import WheelCore

@testable import WheelModel
@testable import WheelTouch

extension Panel {
    /// Makes an input turn a control, even one that is not in the input's list, as a touch does.
    mutating func focus(_ input: Int, on control: Int, at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        play(&changes) { $0.moveFocus(of: input, to: control, &$1) }
    }
}
