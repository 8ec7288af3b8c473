import WheelCore
import WheelModel

/// The gesture of a finger on a digit, or on a number whose digits are too small for fingers. A tap selects a speed,
/// and a drag up or down moves the value; one touch never does both.
///
/// A drag moves the value in steps, one for each `length` that the finger moves. A step is made at 0.6 of its length
/// and undone at 0.4, so that a finger that rests between two steps does not move the value to and fro. For example,
/// with a length of 40 pixels the first step is made at 24 pixels and the second at 64. The second step is undone at 56
/// pixels.
struct DigitDrag: Gesture {
    enum Amount: Sendable {
        /// A step adds this amount to the value.
        case amount(Double)
        /// A step is a detent at the current speed.
        case detent
    }

    private let amount: Amount
    private let length: Double
    /// The vertical position from which steps are counted.
    private var anchor: Double
    private var counted = 0.0
    /// The grip on a digit; `nil` until the first step.
    private var grip: DigitGrip?

    private static let threshold = 0.6
    /// The number of steps is clamped to this limit, which no finger reaches, so that products do not overflow.
    private static let mostSteps = 1e9

    init(_ amount: Amount, length: Double, at place: Point) {
        self.amount = amount
        self.length = length
        anchor = TouchAxis.vertical.reading(at: place)
    }

    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        guard let control = touch.control else { return }
        let reading = TouchAxis.vertical.reading(at: touch.place)
        guard panel.instrument.takesHandMoves(control) else { return restart(at: reading) }
        guard touch.finger.hasStrayed else { return }
        let steps = steps(to: reading)
        guard steps != 0 else { return }
        switch amount {
        case .amount(let amount):
            withUnsafeMutablePointer(to: &grip) { grip in
                panel.perform(.count(grip, by: steps, of: amount), on: control, by: touch.hand, &changes)
            }
        case .detent:
            let turn = panel.instrument.turn(ofFinger: control, detents: steps)
            panel.perform(.turn(turn), on: control, by: touch.hand, &changes)
        }
        if panel.instrument.controls[control].isAtEnd(towards: Double(steps)) { restart(at: reading) }
    }

    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes) {
        if !touch.finger.hasStrayed, !touch.finger.marksOnly { panel.act(touch, &changes) }
    }

    private mutating func steps(to reading: Double) -> Int64 {
        let way = (reading - anchor) / length
        guard way.isFinite, (way - counted).magnitude >= DigitDrag.threshold else { return 0 }
        let place = min(max(way.rounded(), -DigitDrag.mostSteps), DigitDrag.mostSteps)
        defer { counted = place }
        return Int64(place - counted)
    }

    /// Begins the drag again, so that moving back from an end of the range has an effect at once.
    private mutating func restart(at reading: Double) {
        anchor = reading
        counted = 0
        grip = nil
    }
}
