import WheelCore
import WheelModel

/// `[[ramp]]`
enum RampTable {
    static let name = Key(required: "name", .name, as: "\"sweep\"", "The name that bindings, inputs and clients use.")
    static let control = Key(
        required: "control", .name(of: "control"), as: "\"azimuth\"", "The control that it moves, a `float` or `int`.")
    static let from = Key("from", .number(), otherwise: "the control's value", "The value at the start.")
    static let to = Key(
        "to", .number(), otherwise: "one of the two is required", "The value at the end.")
    static let by = Key(
        "by", .number().refined(limits: "not 0") { $0 == 0 ? "must not be 0" : nil },
        otherwise: "one of the two is required",
        "The distance from start to end. On a wrapping control it may be several rotations.")
    static let duration = Key(
        "duration_s", .seconds(.closed(0.001...86_400)), default: .seconds(1), "Its duration.")
    static let curve = Key(
        "curve", .curve, default: .easeInOut,
        "Its progress over time: a name, or the control points `[x1, y1, x2, y2]` of a cubic Bézier "
            + "from (0, 0) to (1, 1)."
    )
    static let hold = Key(
        "hold", .flag, default: false, "Whether it can be scrubbed after its end, until it is cancelled.")

    static let schema = TableSchema(
        "[[ramp]]", "A named motion of a control. A button can start it, and an input can scrub it.",
        [name.row, control.row, from.row, to.row, by.row, duration.row, curve.row, hold.row])

    static func read(_ table: TOMLTable, scope: Scope) -> RampSettings? {
        let mistakes = scope.mistakes
        let reader = TableReader(checking: table, by: schema, mistakes)
        let control = reader.read(control)
        let from = reader.read(from)
        let to = reader.read(to)
        let by = reader.read(by)
        let duration = reader.read(duration).value
        let curve = reader.read(curve).value
        let hold = reader.read(hold).value
        if to.state != .absent, by.state != .absent {
            mistakes.add(max(to.place, by.place), "a ramp takes exactly one of 'to' and 'by'")
        } else if to.state == .absent, by.state == .absent {
            mistakes.add(reader.place, "a ramp needs one of 'to' and 'by'")
        }
        guard let written = control.value, let draft = scope.control(written) else { return nil }
        if let kind = draft.kind, kind.hasPositions {
            return mistakes.add(
                written.place,
                "\(quoted(written.value)) is \(ControlTable.schema.owner(kind.rawValue)): "
                    + "a ramp moves only a float or an int"
            )
        }
        check(from, to, by, of: draft, mistakes: mistakes)
        guard let name = table.name,
            let target = to.value.map(RampTarget.to) ?? by.value.map(RampTarget.by)
        else { return nil }
        return RampSettings(
            name: name, control: draft.index,
            motion: RampMotion(from: from.value, target: target, duration: duration, curve: curve, holds: hold))
    }

    private static func check(
        _ from: Read<Double?>, _ to: Read<Double?>, _ by: Read<Double?>, of draft: ControlDraft, mistakes: MistakeList
    ) {
        if draft.kind == .int {
            for (key, read) in [("from", from), ("to", to), ("by", by)] {
                guard let value = read.value, value != value.rounded() else { continue }
                mistakes.add(read.place, "\(quoted(key)) must be a whole number for an int, not \(decimal(value))")
            }
        }
        guard let range = draft.range else { return }
        if draft.isWrapping, let way = by.value, way.magnitude > range.span * Double(NumberLimits.mostTurns) {
            mistakes.add(by.place, "'by' is more than 1000000000 turns of \(range.text)")
        }
        for (key, read) in [("from", from), ("to", to)] {
            // An excluded end is allowed: the ramp stops at the last value before it.
            guard let value = read.value, value < range.lower || value > range.upper else { continue }
            let remedy = draft.isWrapping ? " (use 'by' for several rotations)" : ""
            mistakes.add(read.place, "\(quoted(key)) must lie in \(range.text), but is \(decimal(value))\(remedy)")
        }
    }
}
