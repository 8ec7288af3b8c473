import WheelCore
import WheelModel

/// `[[control]]`: the keys of a `float` or `int`.
enum NumberTable {
    private static let owners = ControlTable.numbers

    @SettingList<ControlDraft> static var settings: [Setting<ControlDraft>] {
        Setting(
            required: "range", .range, as: "\"[0, 100]\"", of: owners, { $0.range = $1 },
            "The values that the control may have. A bracket includes the end, a parenthesis excludes it, and `inf` "
                + "means no end.")
        Setting(
            "default", .number(), otherwise: "0, or the end nearest to 0", of: owners, { $0.initial = $1 },
            "The value after a reset, and at start if no value is restored.")
        Setting(
            "step", .number(.above(0)), otherwise: "`1` for an `int`, else none", of: owners, { $0.number.step = $1 },
            "The distance between the values of the grid, which begins at the range's lower end.")
        Setting(
            "snap", .flag, default: true, of: owners, { $0.number.snaps = $1 },
            "Whether a set value snaps to the nearest value of the grid.")
        Setting(
            "wrap", .flag, default: false, of: owners, { $0.number.wraps = $1 },
            "Whether the value wraps around from one end to the other. Needs a range that includes exactly one end, as "
                + "`[0, 360)`.")
        Setting(
            "beyond", .word(), default: Beyond.clamp, of: owners, { $0.number.beyond = $1 },
            "Whether a client's value outside the range is clamped to the nearest end (`clamp`) or refused (`refuse`). "
                + "Hands always stop at the end.")
        Setting(
            "taper", .word(), default: Taper.linear, of: owners, { $0.number.taper = $1 },
            "How the range is spread over the travel: equal turns give equal differences (`linear`) or equal ratios "
                + "(`log`), or the value is the square of the position (`square`), which makes the low end finer. "
                + "`square` needs a range from 0.")
        Setting(
            "unit", .text(0...16), otherwise: "none", of: owners, { $0.number.unit = $1.isEmpty ? nil : $1 },
            "The unit, shown after the value.")
        Setting(
            "decimals", .whole(0...15),
            otherwise: "as many as `step` needs, else a detent at the finest speed, at most 9; `0` for an `int`",
            of: owners, { $0.decimals = $1 },
            "Digits after the decimal point on the display. Published values are not rounded.")
        Setting(
            "shown", ShownTable.type, otherwise: "as it is published", of: owners, { $0.number.shown = $1 },
            "How the display shows the value: a table, described below.")
        Setting(
            "sign", .flag, default: false, of: owners, { $0.number.showsSign = $1 },
            "Whether the display shows a number above 0 with \"+\".")
        Setting(
            "texts", TextForValueTable.list, otherwise: "none", of: owners, { $0.texts = $1 },
            "Texts that replace single values: `{ at, text }`, described below.")
        Setting(
            "speeds", SpeedTable.list, otherwise: "`coarse`, `medium`, `fine`, with scales 1, 0.3 and 0.05", of: owners,
            { $0.givenSpeeds = $1 },
            "How far a turn moves the value: a table for each speed, from the coarsest to the finest, described below.")
        Setting(
            "range_turns", .number(.above(0, upTo: 1000)), default: 1, of: owners, { $0.number.rangeTurns = $1 },
            "Revolutions for the whole range at scale 1.")
        Setting(
            "acceleration", AccelerationTable.type,
            otherwise: "`\"range\"` if there are several speeds and the first has `scale`, else `\"off\"`", of: owners,
            { $0.acceleration = $1 },
            "Whether fast turns at the first speed are accelerated: off, fitted to the range, or a table, described "
                + "below.")
        Setting(
            "stepper", .number(.above(0)), otherwise: "5 for a unit of `°`, else `step`, else a hundredth of the range",
            of: owners, { $0.number.stepper = $1 },
            "How far − and + on the display move the value.")
        Setting(
            "orientation", .word(), default: WheelOrientation.auto, of: owners, { $0.number.orientation = $1 },
            "The direction in which a finger drags the wheel. `auto` is vertical where the place is more than 1.25 times "
                + "as high as wide.")
        Setting(
            "arm", .word(), default: ArmDrag.offset, of: owners, { $0.number.arm = $1 },
            "Whether a touched angle or rotor keeps its offset to the finger, or jumps to the finger.")
    }
}

extension ControlDraft {
    private var isWhole: Bool { kind == .int }

    /// Checks that the keys of a number fit together, and makes its settings.
    mutating func completeNumber(_ reader: inout TableReader) {
        if let problem = range.flatMap(problem(ofRange:)) {
            reader.refuse("range", problem)
            range = nil
        }
        if let problem = number.step.flatMap(problem(ofStep:)) {
            reader.refuse("step", problem)
            number.step = nil
        }
        if let value = initial, let problem = notWhole(value, "default") ?? outside(value) {
            reader.refuse("default", problem)
        }
        if let value = number.stepper,
            let problem = notWhole(value, "stepper") ?? tooWide(value, "stepper") ?? tooFine(value, "stepper")
        {
            reader.refuse("stepper", problem)
        }
        if let range {
            if number.wraps { checkWrap(range, reader) }
            if number.taper != .linear { checkTaper(range, reader) }
        }
        if reader.isGiven("beyond"), number.wraps {
            reader.warn(at: "beyond", "'beyond' has no effect on a control that wraps: it has no value outside")
        }
        if reader.isGiven("snap"), !isWhole, !reader.has("step") {
            reader.warn(at: "snap", "'snap' has no effect without 'step'")
        }
        number.texts = TextForValueTable.checked(texts, range: range, isWhole: isWhole, reader.mistakes)
        let speeds = SpeedReading(draft: self, reader: reader)
        (self.speeds, number.speeds) = (speeds.names, speeds.read())
        // Without a range the settings stay incomplete. They are not used, since the missing range is a mistake.
        guard let range else { return }
        number.range = range
        number.initial = initial ?? min(max(0, range.lower), range.upper)
        number.decimals = decimals ?? (isWhole ? 0 : number.naturalDecimals)
        settings.quantity = isWhole ? .int(number) : .float(number)
    }

    private func checkWrap(_ range: ValueRange, _ reader: TableReader) {
        let place = reader.valuePlace("wrap")
        if !range.isHalfOpen {
            reader.mistakes.add(
                place, "'wrap' needs a range that includes exactly one end, as \"[0, 360)\", not \"\(range.text)\"")
        }
        if number.taper != .linear {
            reader.mistakes.add(place, "'wrap' cannot be combined with the taper \"\(number.taper.rawValue)\"")
        }
    }

    private func checkTaper(_ range: ValueRange, _ reader: TableReader) {
        let place = reader.valuePlace("taper")
        if !range.isFinite {
            reader.mistakes.add(
                place, "the taper \"\(number.taper.rawValue)\" needs a range with two ends, not \(range.text)")
        } else if number.taper == .square, range.lower != 0 {
            reader.mistakes.add(
                place,
                "the taper \"square\" needs a range that begins at 0, but \(range.text) begins at "
                    + decimal(range.lower))
        } else if number.taper == .log, range.lower <= 0 {
            reader.mistakes.add(
                place,
                "the taper \"log\" needs both ends of the range above 0, but \(range.text) begins at "
                    + decimal(range.lower))
        }
    }

    // MARK: Problems of one number: the message, or `nil`

    private func problem(ofRange range: ValueRange) -> String? {
        if number.unit == "°", range.isFinite, range.largestEnd > NumberLimits.largestAngle {
            return "'range' in degrees must lie within ±1000000"
        }
        guard isWhole else {
            return NumberLimits.isTooNarrow(range)
                ? "'range' is too narrow: it must be at least a billionth of its larger end wide" : nil
        }
        for end in [range.lower, range.upper] where end.isFinite {
            if end != end.rounded() { return "'range' of an int must have whole numbers for ends, not \(decimal(end))" }
            if end.magnitude > NumberLimits.largestInteger {
                return "'range' of an int must lie within ±9007199254740992 (2^53)"
            }
        }
        // An open-ended range is limited by ±2^53.
        let limit = NumberLimits.largestInteger
        let width = min(range.upper, limit) - max(range.lower, -limit)
        let excluded =
            (range.lower.isFinite && !range.includesLower ? 1 : 0)
            + (range.upper.isFinite && !range.includesUpper ? 1.0 : 0)
        return width < excluded ? "'range' has no whole number between its ends" : nil
    }

    private func problem(ofStep step: Double) -> String? {
        if let problem = notWhole(step, "step") ?? tooFine(step, "step") ?? tooWide(step, "step") { return problem }
        guard let range else { return nil }
        let hasValue = range.isFinite ? hasPoint(step, range) : reachesPoint(step, range)
        return hasValue ? nil : "'step' leaves no value inside \(range.text)"
    }

    /// Whether a range with two ends contains a value on the grid.
    private func hasPoint(_ step: Double, _ range: ValueRange) -> Bool {
        let count = range.span / step
        let isOnUpper = (count - count.rounded()).magnitude <= count * 1e-12
        let last = isOnUpper ? count.rounded() - (range.includesUpper ? 0 : 1) : count.rounded(.down)
        return last >= (range.includesLower ? 0 : 1)
    }

    /// Whether an open-ended range contains a value on the grid. The range of a float always does. The range of an int
    /// ends at ±2^53.
    private func reachesPoint(_ step: Double, _ range: ValueRange) -> Bool {
        guard isWhole else { return true }
        let most = NumberLimits.largestInteger
        if range.lower.isFinite { return range.includesLower || range.lower + step <= most }
        guard range.upper.isFinite else { return true }
        let last = (range.upper / step).rounded(.down) * step
        return (last == range.upper && !range.includesUpper ? last - step : last) >= -most
    }

    private func notWhole(_ value: Double, _ key: String) -> String? {
        guard isWhole, value != value.rounded() else { return nil }
        return "\(quoted(key)) of an int must be a whole number, not \(decimal(value))"
    }

    private func outside(_ value: Double) -> String? {
        guard let range, !range.contains(value) else { return nil }
        return "'default' must lie in \(range.text), but is \(decimal(value))"
    }

    private func tooWide(_ value: Double, _ key: String) -> String? {
        guard let range, range.isFinite, value > range.span else { return nil }
        return "\(quoted(key)) is \(decimal(value)), but the range \(range.text) is only \(decimal(range.span)) wide"
    }

    private func tooFine(_ value: Double, _ key: String) -> String? {
        // An int is exact up to 2^53, so no step is lost.
        guard let range, !isWhole, NumberLimits.isTooFine(value, in: range) else { return nil }
        let far = range.isFinite ? "more than 1e13 steps" : "1e13 steps or more"
        return "\(quoted(key)) is too small: an end of \(range.text) would be \(far) from 0"
    }
}
