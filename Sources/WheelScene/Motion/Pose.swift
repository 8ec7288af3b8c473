import WheelCore
import WheelModel

/// The value with which a control is drawn. During a motion this value differs from the control's own value.
struct Pose: Equatable, Sendable {
    /// The value, which continues beyond the range when the control wraps.
    var value: Double
    /// The position in the range, according to the control's taper. The position continues beyond 0…1 when the control
    /// wraps, and is `nil` if the range is not finite.
    var position: Double?

    /// The result is exactly this pose at the fraction 0, and exactly `end` at the fraction 1.
    func interpolated(to end: Pose, fraction: Double) -> Pose {
        func mix(_ from: Double, _ to: Double) -> Double {
            fraction < 0.5 ? from + (to - from) * fraction : to - (to - from) * (1 - fraction)
        }
        var mixed = end
        mixed.value = mix(value, end.value)
        if let from = position, let to = end.position { mixed.position = mix(from, to) }
        return mixed
    }
}

extension Pose {
    init(_ state: ControlPicture, _ settings: ControlSettings) {
        let span = settings.number?.range.span ?? 0
        value = state.number + (state.rotations == 0 ? 0 : Double(state.rotations) * span)
        position = state.position.map { $0 + Double(state.rotations) }
    }
}
