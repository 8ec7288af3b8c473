import WheelCore
import WheelModel

/// Reads the keys of a `float` or `int`, and checks that they fit together.
struct NumberReading {
    let reader: TableReader
    let isWhole: Bool

    private var mistakes: MistakeList { reader.mistakes }

    /// The settings, or `nil`. They are invalid if a mistake was added.
    func read(into draft: inout ControlDraft) -> NumberSettings? {
        let unit = reader.read(NumberKeys.unit)
        let range = sound(reader.read(NumberKeys.range)) { problem(ofRange: $0, isDegrees: unit.value == "°") }
        let wrap = reader.read(NumberKeys.wrap)
        let beyond = reader.read(NumberKeys.beyond)
        if beyond.isGiven, wrap.value {
            mistakes.warn(beyond.place, "'beyond' has no effect on a control that wraps: it has no value outside")
        }
        let taper = reader.read(NumberKeys.taper)
        draft.range = range.value
        draft.isWrapping = wrap.value
        checkWrap(wrap, range: range.value, taper: taper)
        checkTaper(taper, range: range.value)

        let step = sound(reader.read(NumberKeys.step)) { problem(ofStep: $0, in: range.value) }
        let snap = reader.read(NumberKeys.snap)
        let initial = sound(reader.read(NumberKeys.initial)) { value in
            notWhole(value, NumberKeys.initial.name) ?? range.value.flatMap { outside(value, $0) }
        }
        let stepper = sound(reader.read(NumberKeys.stepper)) { value in
            let key = NumberKeys.stepper.name
            return notWhole(value, key) ?? range.value.flatMap { tooWide(value, $0, key) ?? tooFine(value, $0, key) }
        }
        let rangeTurns = reader.read(NumberKeys.rangeTurns)
        let decimals = reader.read(NumberKeys.decimals)
        let orientation = reader.read(NumberKeys.orientation)
        let arm = reader.read(NumberKeys.arm)
        let shown = ShownTable.read(reader)
        let texts = TextForValueTable.read(reader, range: range.value, isWhole: isWhole)
        let hasSteps = isWhole || reader.has(NumberKeys.step.name)
        let speeds = SpeedReading(
            reader: reader, range: range, taper: taper.value, hasSteps: hasSteps,
            step: step.isMistaken ? nil : step.value ?? (isWhole ? 1 : nil),
            // With a step of 1 every integer is on the grid, wherever it begins.
            snaps: snap.value && !(isWhole && step.value ?? 1 == 1), rangeTurns: rangeTurns.value, isWhole: isWhole
        ).read(names: &draft.speeds)
        if snap.isGiven, !isWhole, !reader.has(NumberKeys.step.name) {
            mistakes.warn(snap.place, "'snap' has no effect without 'step'")
        }

        guard let range = range.value, let speeds else { return nil }
        var settings = NumberSettings(
            range: range, step: step.value, snaps: snap.value, wraps: wrap.value, beyond: beyond.value,
            taper: taper.value,
            initial: initial.value, unit: unit.value.flatMap { $0.isEmpty ? nil : $0 }, shown: shown, texts: texts,
            speeds: speeds, rangeTurns: rangeTurns.value, stepper: stepper.value, orientation: orientation.value,
            arm: arm.value, showsSign: reader.read(NumberKeys.sign).value)
        settings.decimals = decimals.value ?? (isWhole ? 0 : settings.naturalDecimals)
        return settings
    }

    /// The same result, but mistaken if `problem` returns a message.
    private func sound<Value>(_ read: Read<Value?>, _ problem: (Value) -> String?) -> Read<Value?> {
        guard let value = read.value, read.isGiven, let message = problem(value) else { return read }
        mistakes.add(read.place, message)
        return Read(value: nil, place: read.place, state: .mistaken)
    }

    private func problem(ofRange range: ValueRange, isDegrees: Bool) -> String? {
        if isDegrees, range.isFinite, range.largestEnd > NumberLimits.largestAngle {
            return "'range' in degrees must lie within ±1000000"
        }
        guard isWhole else {
            return NumberLimits.isTooNarrow(range)
                ? "'range' is too narrow: it must be at least a billionth of its larger end wide" : nil
        }
        for end in [range.lower, range.upper] where end.isFinite {
            if end != end.rounded() { return "'range' of an int must have whole numbers for ends, not \(decimal(end))" }
            if end.magnitude > Double(WholeNumber.largest) {
                return "'range' of an int must lie within ±9007199254740992 (2^53)"
            }
        }
        // An open-ended range ends at the largest whole number.
        let limit = NumberLimits.largestInteger
        let width = min(range.upper, limit) - max(range.lower, -limit)
        let excluded =
            (range.lower.isFinite && !range.includesLower ? 1 : 0)
            + (range.upper.isFinite && !range.includesUpper ? 1.0 : 0)
        return width < excluded ? "'range' has no whole number between its ends" : nil
    }

    /// `range` is `nil` if it contains a mistake.
    private func problem(ofStep step: Double, in range: ValueRange?) -> String? {
        let key = NumberKeys.step.name
        if let problem = notWhole(step, key) { return problem }
        guard let range else { return nil }
        if let problem = tooFine(step, range, key) { return problem }
        if let problem = tooWide(step, range, key) { return problem }
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

    /// Whether an open-ended range of an int, which ends at the largest whole number, contains a value on the grid. The
    /// range of a float always does.
    private func reachesPoint(_ step: Double, _ range: ValueRange) -> Bool {
        guard isWhole else { return true }
        let most = NumberLimits.largestInteger
        if range.lower.isFinite { return range.includesLower || range.lower + step <= most }
        guard range.upper.isFinite else { return true }
        let last = (range.upper / step).rounded(.down) * step
        return (last == range.upper && !range.includesUpper ? last - step : last) >= -most
    }

    private func checkWrap(_ wrap: Read<Bool>, range: ValueRange?, taper: Read<Taper>) {
        guard wrap.value, let range else { return }
        if !range.isHalfOpen {
            mistakes.add(
                wrap.place, "'wrap' needs a range that includes exactly one end, as \"[0, 360)\", not \"\(range.text)\""
            )
        }
        if taper.value != .linear {
            mistakes.add(wrap.place, "'wrap' cannot be combined with the taper \"\(taper.value.rawValue)\"")
        }
    }

    private func checkTaper(_ taper: Read<Taper>, range: ValueRange?) {
        guard taper.value != .linear, let range else { return }
        let word = taper.value.rawValue
        if !range.isFinite {
            mistakes.add(taper.place, "the taper \"\(word)\" needs a range with two ends, not \(range.text)")
        } else if taper.value == .square {
            guard range.lower != 0 else { return }
            mistakes.add(
                taper.place,
                "the taper \"square\" needs a range that begins at 0, but \(range.text) begins at "
                    + "\(decimal(range.lower))")
        } else if range.lower <= 0 {
            mistakes.add(
                taper.place,
                "the taper \"log\" needs both ends of the range above 0, "
                    + "but \(range.text) begins at \(decimal(range.lower))"
            )
        }
    }

    // MARK: Problems of one number: the message, or `nil`

    private func notWhole(_ value: Double, _ key: String) -> String? {
        guard isWhole, value != value.rounded() else { return nil }
        return "\(quoted(key)) of an int must be a whole number, not \(decimal(value))"
    }

    private func outside(_ value: Double, _ range: ValueRange) -> String? {
        range.contains(value) ? nil : "'default' must lie in \(range.text), but is \(decimal(value))"
    }

    private func tooWide(_ value: Double, _ range: ValueRange, _ key: String) -> String? {
        guard range.isFinite, value > range.span else { return nil }
        return "\(quoted(key)) is \(decimal(value)), but the range \(range.text) is only \(decimal(range.span)) wide"
    }

    private func tooFine(_ value: Double, _ range: ValueRange, _ key: String) -> String? {
        // An int is exact up to 2^53, so no step is lost.
        guard !isWhole, NumberLimits.isTooFine(value, in: range) else { return nil }
        let far = range.isFinite ? "more than 1e13 steps" : "1e13 steps or more"
        return "\(quoted(key)) is too small: an end of \(range.text) would be \(far) from 0"
    }
}
