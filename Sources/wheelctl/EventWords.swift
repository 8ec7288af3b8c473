import WheelWire

extension Event.Content {
    /// The event as a line of text: its name, its control or input, and its other members.
    var words: String {
        switch self {
        case .value(let event): Self.row("value", event.control, event.words)
        case .terse(let control, let value): Self.row("value", control, [value.json])
        case .commit(let control, let value, let cursor, let source):
            Self.row("commit", control, [value.json, cursor.map { "at \($0)" }, source.words])
        case .pending(let control, let value?, let source, let text):
            Self.row("pending", control, [text ?? value.json, source.words])
        case .pending(let control, nil, let source, _): Self.row("pending", control, ["none", source.words])
        case .speed(let control, let speed): Self.row("speed", control, [speed])
        case .limit(let control, let edge): Self.row("limit", control, [edge.rawValue])
        case .press(let input, let button, let gesture, let isInitial):
            Self.row("press", input, [button, gesture.rawValue, isInitial ? "at the start" : nil])
        case .focus(let input, let control): Self.row("focus", input, [control])
        case .page(let page): Self.row("page", page, [])
        case .lock(let isLocked, let control):
            Self.row(
                "lock", control ?? (isLocked ? "locked" : "unlocked"),
                [control.map { _ in isLocked ? "locked" : "unlocked" }])
        case .ramp(let control, let progress):
            Self.row("ramp", control, [progress.state.rawValue, "\(progress.fraction.decimal)"])
        case .preset(let preset, let use): Self.row("preset", preset, [use.rawValue])
        case .inputDevice(let name, let state, let detail), .display(let name, let state, let detail):
            Self.row("device", name, [state.rawValue, detail])
        case .frame(let frame):
            Self.row(
                "frame", frame.display,
                [frame.isWhole ? "whole" : nil, "\(frame.width)x\(frame.height)+\(frame.x)+\(frame.y)"])
        case .view(let frame):
            Self.row("view", frame.view, [frame.isWhole ? "whole" : nil])
        case .dropped(let input, let count, let total): Self.row("dropped", input, ["\(count) of \(total)"])
        case .controls(let listing): Self.row("controls", "\(listing.controls.count) now", [])
        case .definition(let owner, let state, let mistakes):
            Self.row("definition", owner, [state.rawValue, mistakes.first.map { "\($0.path): \($0.message)" }])
        case .missed(let count): Self.row("missed", "\(count)", [])
        case .raw(let input, let code, let value): Self.row("raw", input, [code, "\(value)"])
        }
    }

    private static func row(_ name: String, _ subject: String, _ rest: [String?]) -> String {
        let shown = rest.compactMap { $0 }.filter { !$0.isEmpty }
        return ([padded(name, 8), shown.isEmpty ? subject : padded(subject, 16)] + shown).joined(separator: " ")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension ValueEvent {
    fileprivate var words: [String?] {
        [
            text ?? value.json, cursor.map { "at \($0)" }, source.words, speed, isEditing ? "editing" : nil,
            skipped > 0 ? "skipped \(skipped)" : nil,
        ]
    }
}

extension EventSource {
    fileprivate var words: String {
        switch self {
        case .input(let name), .view(let name, _): "by \(name)"
        case .client(let number): "by client \(number)"
        case .ramp: "by ramp"
        case .restore: "restored"
        }
    }
}
