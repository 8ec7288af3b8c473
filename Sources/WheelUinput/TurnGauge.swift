import WheelCore
import WheelWire

/// Converts a control's moves into detents. The daemon reports how far a control has moved, but not by how many
/// detents. So the conversion assumes a speed with the scale 1, at which 24 detents cover the whole range.
struct TurnGauge: Equatable {
    private let scale: Scale

    private enum Scale: Equatable {
        case even(tick: Double)
        /// With a taper, equal turns cause different moves.
        case tapered(NumberSettings, last: Double)
    }

    private static let detents = 24.0
    /// An `int` with at most this many steps in its range is assumed to move by one step with each detent.
    private static let fewSteps = 60.0

    /// Fails for a control that has no step and whose range lacks an end.
    init?(_ control: ControlState) {
        switch control.kind {
        case .choice, .selection: scale = .even(tick: 1)
        case .float, .int:
            guard let range = control.range, range.isFinite else {
                guard let step = control.step else { return nil }
                scale = .even(tick: step)
                return
            }
            let settings = NumberSettings(range: range, taper: control.taper ?? .linear)
            if settings.taper != .linear, control.step == nil, case .number(let value) = control.value {
                scale = .tapered(settings, last: settings.position(of: value) ?? 0)
                return
            }
            if control.kind == .int, let step = control.step, range.span / step <= TurnGauge.fewSteps {
                scale = .even(tick: step)
                return
            }
            let share = range.span / TurnGauge.detents
            scale = .even(tick: control.step.map { $0 * max(1, (share / $0).rounded()) } ?? share)
        }
    }

    private init(_ scale: Scale) { self.scale = scale }

    mutating func detents(of event: ValueEvent) -> Double {
        switch scale {
        case .even(let tick): return event.delta / tick
        case .tapered(let settings, let last):
            guard case .number(let value) = event.value, let position = settings.position(of: value) else { return 0 }
            self = TurnGauge(.tapered(settings, last: position))
            return (position - last) * TurnGauge.detents
        }
    }
}
