import WheelModel
import WheelSettings

/// Where a control is drawn, which on its way there is not where it stands.
struct Pose: Equatable, Sendable {
    /// The value, counted on beyond a wrap.
    var value: Double
    /// Where in its range that is, in its taper, counted on beyond a wrap too; `nil` without a finite range.
    var position: Double?

    init(value: Double, position: Double?) {
        self.value = value
        self.position = position
    }

    init(_ state: ControlState, _ settings: ControlSettings) {
        let span = settings.number?.range.span ?? 0
        value = state.number + (state.rotations == 0 ? 0 : Double(state.rotations) * span)
        position = state.position.map { $0 + Double(state.rotations) }
    }

    /// Exactly this at 0 and exactly `end` at 1.
    func interpolated(to end: Pose, fraction: Double) -> Pose {
        func mix(_ from: Double, _ to: Double) -> Double {
            fraction < 0.5 ? from + (to - from) * fraction : to - (to - from) * (1 - fraction)
        }
        guard let from = position, let to = end.position else { return end.at(mix(value, end.value)) }
        return Pose(value: mix(value, end.value), position: mix(from, to))
    }

    private func at(_ value: Double) -> Pose { Pose(value: value, position: position) }
}

extension ControlSettings {
    /// What it says of its number; `nil` where it has positions.
    var number: NumberSettings? {
        switch quantity {
        case .float(let number), .int(let number): number
        case .choice, .selection: nil
        }
    }

    /// What it says of its positions; `nil` where it has a number.
    var positions: PositionSettings? {
        switch quantity {
        case .float, .int: nil
        case .choice(let positions), .selection(let positions): positions
        }
    }

    /// How it is drawn.
    var sceneKind: SceneKind {
        guard let number else { return .positions }
        // Positions have no number to turn by, and a number has no positions.
        if let scene, scene != .positions { return scene }
        if number.wraps { return .rotor }
        return number.unit == "°" && number.range.isFinite ? .angle : .wheel
    }
}
