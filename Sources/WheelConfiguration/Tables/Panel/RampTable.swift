import WheelCore
import WheelModel

/// `[[ramp]]`
enum RampTable {
    struct Draft: Sendable {
        var name = ""
        var control: Placed<String>?
        var to: Double?
        var by: Double?
        /// The target of the ramp is made at the end, from `to` or `by`.
        var motion = RampMotion(target: .by(0))
    }

    static let table = Table(
        "[[ramp]]", "A named motion of a control. A button can start the ramp, and an input can scrub it.", Draft()
    ) {
        Setting(
            required: "name", .name, as: "\"sweep\"", { $0.name = $1 },
            "The name that bindings, inputs and clients use.")
        Setting(
            required: "control", .name(of: "control"), as: "\"azimuth\"", { $0.control = $1 },
            "The control that the ramp moves, a `float` or `int`.")
        Setting("from", .number(), otherwise: "the control's value", { $0.motion.from = $1 }, "The value at the start.")
        Setting("to", .number(), otherwise: "`to` or `by` is required", { $0.to = $1 }, "The value at the end.")
        Setting(
            "by", .notZero, otherwise: "`to` or `by` is required", { $0.by = $1 },
            "The distance from start to end. On a wrapping control this distance may be several rotations.")
        Setting(
            "duration_s", .seconds(.closed(0.001...86_400)), default: .seconds(1), { $0.motion.duration = $1 },
            "Its duration.")
        Setting(
            "curve", .curve, default: .easeInOut, { $0.motion.curve = $1 },
            "The progress over time: a name, or the control points `[x1, y1, x2, y2]` of a cubic Bézier from (0, 0) to "
                + "(1, 1).")
        Setting(
            "hold", .flag, default: false, { $0.motion.holds = $1 },
            "Whether the ramp can be scrubbed after its end, until it is cancelled.")
    }

    static func read(_ table: TOMLTable, scope: Scope) -> RampSettings {
        var (ramp, reader) = self.table.read(table, scope.mistakes)
        switch (reader.has("to"), reader.has("by")) {
        case (true, true):
            let place = max(reader.valuePlace("to"), reader.valuePlace("by"))
            scope.mistakes.add(place, "a ramp takes exactly one of 'to' and 'by'")
        case (false, false): scope.mistakes.add(reader.place, "a ramp needs one of 'to' and 'by'")
        case (true, false), (false, true): break
        }
        if let target = ramp.to.map(RampTarget.to) ?? ramp.by.map(RampTarget.by) { ramp.motion.target = target }
        let control = ramp.control.flatMap(scope.control)
        if let control { check(ramp, on: control, reader) }
        return RampSettings(name: ramp.name, control: control?.index ?? 0, motion: ramp.motion)
    }

    private static func check(_ ramp: Draft, on control: ControlDraft, _ reader: TableReader) {
        let mistakes = reader.mistakes
        if let kind = control.kind, kind.hasPositions, let name = ramp.control {
            return mistakes.add(
                name.place,
                "\(quoted(name.value)) is \(ControlTable.schema.owner(kind.rawValue)): "
                    + "a ramp moves only a float or an int")
        }
        let ends = [("from", ramp.motion.from), ("to", ramp.to)]
        if control.kind == .int {
            for (key, value) in ends + [("by", ramp.by)] {
                guard let value, value != value.rounded() else { continue }
                reader.complain(at: key, "\(quoted(key)) must be a whole number for an int, not \(decimal(value))")
            }
        }
        guard let range = control.range else { return }
        let wraps = control.number.wraps
        if wraps, let way = ramp.by, way.magnitude > range.span * Double(NumberLimits.mostTurns) {
            reader.complain(at: "by", "'by' is more than 1000000000 turns of \(range.text)")
        }
        for (key, value) in ends {
            // An excluded end of the range is allowed. If the range does not wrap, the ramp stops at the last value
            // before this end.
            guard let value, value < range.lower || value > range.upper else { continue }
            let remedy = wraps ? " (use 'by' for several rotations)" : ""
            reader.complain(at: key, "\(quoted(key)) must lie in \(range.text), but is \(decimal(value))\(remedy)")
        }
    }
}

extension ValueType where Value == AnimationCurve {
    private static let names = AnimationCurve.named.compactMap(\.name)

    static let curve = ValueType(
        "\(alternatives(names.map { quoted($0, quote: "\"") })), or list of four numbers",
        limits: "x1 and x2 0…1, y1 and y2 -1000…1000",
        write: { curve in
            curve.name.map { quoted($0, quote: "\"") } ?? "[x1, y1, x2, y2]"
        },
        read: { node, subject in
            switch node.value {
            case .string(let text):
                if let curve = AnimationCurve(name: text) { return curve }
                return subject.complain(
                    node.place,
                    "must be \(alternatives(names.map { quoted($0, quote: "\"") } + ["four numbers"])), "
                        + "not \(quoted(text, quote: "\""))\(NearestName.suggestion(text, in: names))")
            case .list:
                return points(node, subject)
            case .integer, .number, .boolean, .date, .time, .dateTime, .table:
                return subject.mustBe("a curve's name or a list of four numbers", node)
            }
        })

    private static func points(_ node: TOMLNode, _ subject: Subject) -> AnimationCurve? {
        let numbers = ValueType<Double>.number(.closed(AnimationCurve.heights)).list(4...4, of: "four numbers")
        guard let list = numbers.read(node, subject), list.isWhole else { return nil }
        let (x1, x2) = (list.values[0], list.values[2])
        for x in [x1, x2] where !(0...1).contains(x.value) {
            subject.complain(x.place, "needs x1 and x2 in 0…1, not \(decimal(x.value))")
        }
        guard (0...1).contains(x1.value), (0...1).contains(x2.value) else { return nil }
        return .bezier(x1: x1.value, y1: list.values[1].value, x2: x2.value, y2: list.values[3].value)
    }
}
