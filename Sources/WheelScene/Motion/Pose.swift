import WheelModel

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

    init(_ state: ControlPicture, _ settings: ControlSettings) {
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
