import WheelCore
import WheelWire

/// How many detents a move of a control is. The daemon reports how far a control has moved, and not by how many detents. So a move
/// counts in detents of a speed with the scale 1: 24 of them are the whole range.
struct TurnGauge: Equatable {
    private let scale: Scale

    private enum Scale: Equatable {
        case even(tick: Double)
        /// Equal turns are no equal moves.
        case tapered(NumberSettings, last: Double)
    }

    private static let detents = 24.0
    /// An `int` of so few steps moves by one with each detent.
    private static let fewSteps = 60.0

    /// `nil` for a range without ends and without steps.
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
