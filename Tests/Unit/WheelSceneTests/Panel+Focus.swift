import WheelGeometry

@testable import WheelModel

extension Panel {
    /// Makes an input turn a control, also one that is not of its list, as a touch does.
    mutating func focus(_ input: Int, on control: Int, at time: Instant, into changes: inout Moment) {
        wake(at: time, into: &changes)
        moveFocus(of: input, to: control, &changes)
    }
}
