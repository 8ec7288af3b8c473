import WheelCore
import WheelModel

@testable import WheelBridge
@testable import WheelWire

/// Controls and events as the daemon sends them.
enum Sample {
    static let client = 7

    static func float(
        _ name: String = "gain", _ range: ValueRange = ValueRange(0, 100), taper: Taper = .linear, value: Double = 0,
        step: Double? = nil, wraps: Bool = false
    ) -> ControlState {
        var state = ControlState()
        state.name = name
        state.kind = .float
        state.range = range
        state.taper = taper
        state.step = step
        state.wraps = wraps
        state.value = .number(value)
        return state
    }

    static func int(_ name: String = "count", _ range: ValueRange, taper: Taper = .linear, wraps: Bool = false)
        -> ControlState
    {
        var state = float(name, range, taper: taper, step: 1, wraps: wraps)
        state.kind = .int
        return state
    }

    static func choice(_ name: String = "wave", _ positions: [String], value: String) -> ControlState {
        var state = ControlState()
        state.name = name
        state.kind = .choice
        state.positions = positions.map { Position(name: $0) }
        state.value = .position(value)
        return state
    }

    static func value(_ control: String = "gain", _ value: ControlValue, from source: EventSource) -> Event {
        Event(
            seq: 1, time: .distantPast,
            content: .value(
                ValueEvent(
                    control: control, value: value, speed: "fine", source: source, delta: 0, isEditing: true)))
    }

    static func commit(_ control: String = "gain", _ value: ControlValue, from source: EventSource) -> Event {
        Event(seq: 1, time: .distantPast, content: .commit(control: control, value, cursor: nil, source))
    }
}
