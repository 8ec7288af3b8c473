internal import WheelModel

extension Change {
    /// "0.129512 value 1 editing": a change as in the files of expected changes. There is only one control, so its name
    /// is left out.
    var words: String { "\(seconds) \(event.words)" }

    private var seconds: String {
        let (whole, fraction) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(fraction)
        return "\(whole).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
    }
}

extension Change.Event {
    fileprivate var words: String {
        switch self {
        case .value(let value): "value \(value.reading.words)\(value.isEditing ? " editing" : "")"
        case .commit(_, let reading, _): "commit \(reading.words)"
        case .pending(_, let reading, _, _): "pending \(reading?.words ?? "none")"
        case .speed(_, let speed): "speed \(speed)"
        case .limit(_, let end, _): "limit \(end.rawValue)"
        case .press(_, let button, let gesture, let isInitial):
            "press \(button) \(gesture.rawValue)\(isInitial ? " at the start" : "")"
        case .focus(_, let control): "focus \(control)"
        case .page(let page): "page \(page)"
        case .lock(let isLocked, _): isLocked ? "locked" : "unlocked"
        case .preset(let preset, let use): "preset \(preset) \(use.rawValue)"
        case .ramp(_, let state, let fraction): "ramp \(state.rawValue) \(fraction)"
        }
    }
}

extension Reading {
    fileprivate var words: String {
        switch self {
        case .number(let number): "\(number)"
        case .integer(let integer): "\(integer)"
        case .position(let position): "\(position)"
        case .selection: "a selection"
        }
    }
}
