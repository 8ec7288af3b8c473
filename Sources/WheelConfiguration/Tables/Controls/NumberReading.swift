import WheelModel
import WheelSettings

/// Reads the keys of a `float` or `int`, and checks that they fit together.
struct NumberReading {
    let reader: TableReader
    let isWhole: Bool
    /// The scene that the file gives.
    let scene: SceneKind?

    init(_ reader: TableReader, isWhole: Bool, scene: SceneKind?) {
        self.reader = reader
        self.isWhole = isWhole
        self.scene = scene
    }

    private var mistakes: MistakeList { reader.mistakes }

    /// The settings, or `nil`. They are invalid if a mistake was added.
    func read(into draft: inout ControlDraft) -> NumberSettings? {
        let unit = reader.read(NumberKeys.unit)
        let range = sound(reader.read(NumberKeys.range)) { checkRange($0, isDegrees: unit.value == "°", $1) }
        let wrap = reader.read(NumberKeys.wrap)
        let taper = reader.read(NumberKeys.taper)
        draft.range = range.value
        draft.isWrapping = wrap.value
        checkWrap(wrap, range: range.value, taper: taper)
        checkTaper(taper, range: range.value)

        let step = sound(reader.read(NumberKeys.step)) { checkStep($0, range: range.value, place: $1) }
        let snap = reader.read(NumberKeys.snap)
        let initial = sound(reader.read(NumberKeys.initial)) { value, place in
            checkWhole(value, NumberKeys.initial.name, place) && checkInside(value, range.value, "'default'", place)
        }
        let stepper = sound(reader.read(NumberKeys.stepper)) { value, place in
            checkWhole(value, NumberKeys.stepper.name, place)
                && checkFits(value, range.value, NumberKeys.stepper.name, place)
                && checkFine(value, range.value, NumberKeys.stepper.name, place)
        }
        let rangeTurns = reader.read(NumberKeys.rangeTurns)
        let decimals = reader.read(NumberKeys.decimals)
        let orientation = reader.read(NumberKeys.orientation)
        let arm = reader.read(NumberKeys.arm)
        let shown = ShownTable.read(reader)
        let texts = TextForValueTable.read(reader, range: range.value, isWhole: isWhole)
        let hasSteps = isWhole || reader.has(NumberKeys.step.name)
        let speeds = SpeedReading(
            reader: reader, range: range, taper: taper.value, hasSteps: hasSteps, rangeTurns: rangeTurns.value
        ).read(names: &draft.speeds)
        let isAngle = unit.value == "°" && range.value?.isFinite ?? true
        warnOfNoEffect(
            snap: snap, usual: wrap.value ? .rotor : isAngle ? .angle : .wheel, orientation: orientation, arm: arm)

        guard let range = range.value, let speeds else { return nil }
        var settings = NumberSettings(
            range: range, step: step.value, snaps: snap.value, wraps: wrap.value, taper: taper.value,
            initial: initial.value, unit: unit.value.flatMap { $0.isEmpty ? nil : $0 }, shown: shown, texts: texts,
            speeds: speeds, rangeTurns: rangeTurns.value, stepper: stepper.value, orientation: orientation.value,
            arm: arm.value)
        settings.decimals = decimals.value ?? (isWhole ? 0 : settings.naturalDecimals)
        return settings
    }

    /// The same result, but mistaken if `isRight` rejects the value. `isRight` adds the mistake.
    private func sound<Value>(
        _ read: Read<Value?>, _ isRight: (Value, Place) -> Bool
    ) -> Read<Value?> {
        guard let value = read.value, read.isGiven, !isRight(value, read.place) else { return read }
        return Read(value: nil, place: read.place, state: .mistaken)
    }

    private func checkRange(_ range: ValueRange, isDegrees: Bool, _ place: Place) -> Bool {
        if isDegrees, range.isFinite, range.largestEnd > NumberLimits.largestAngle {
            mistakes.add(place, "'range' in degrees must lie within ±1000000")
            return false
        }
        guard isWhole else {
            guard !NumberLimits.isTooNarrow(range) else {
                mistakes.add(
                    place, "'range' is too narrow: it must be at least a billionth of its larger end wide")
                return false
            }
            return true
        }
        for end in [range.lower, range.upper] where end.isFinite {
            guard end == end.rounded() else {
                mistakes.add(place, "'range' of an int must have whole numbers for ends, not \(decimal(end))")
                return false
            }
            guard end.magnitude <= Double(WholeNumber.largest) else {
                mistakes.add(place, "'range' of an int must lie within ±9007199254740992 (2^53)")
                return false
            }
        }
        // An open-ended range ends at the largest whole number.
        let limit = NumberLimits.largestInteger
        let width = min(range.upper, limit) - max(range.lower, -limit)
        let excluded =
            (range.lower.isFinite && !range.includesLower ? 1 : 0)
            + (range.upper.isFinite && !range.includesUpper ? 1.0 : 0)
        guard width >= excluded else {
            mistakes.add(place, "'range' has no whole number between its ends")
            return false
        }
        return true
    }

    private func checkStep(_ step: Double, range: ValueRange?, place: Place) -> Bool {
        guard checkWhole(step, NumberKeys.step.name, place) else { return false }
        guard let range else { return false }
        guard checkFine(step, range, NumberKeys.step.name, place) else { return false }
        guard range.isFinite else { return checkReach(step, range, place) }
        guard checkFits(step, range, NumberKeys.step.name, place) else { return false }
        let count = range.span / step
        let isOnUpper = (count - count.rounded()).magnitude <= count * 1e-12
        let last = isOnUpper ? count.rounded() - (range.includesUpper ? 0 : 1) : count.rounded(.down)
        guard last >= (range.includesLower ? 0 : 1) else {
            mistakes.add(place, "'step' leaves no value inside \(range.text)")
            return false
        }
        return true
    }

    /// Whether an open-ended range of an int, which ends at the largest whole number, contains a value on the grid. The
    /// range of a float always does.
    private func checkReach(_ step: Double, _ range: ValueRange, _ place: Place) -> Bool {
        guard isWhole else { return true }
        let most = NumberLimits.largestInteger
        let hasValue: Bool
        if range.lower.isFinite {
            hasValue = range.includesLower || range.lower + step <= most
        } else if range.upper.isFinite {
            let last = (range.upper / step).rounded(.down) * step
            hasValue = (last == range.upper && !range.includesUpper ? last - step : last) >= -most
        } else {
            hasValue = true
        }
        guard !hasValue else { return true }
        mistakes.add(place, "'step' leaves no value inside \(range.text)")
        return false
    }

    private func checkWrap(_ wrap: Read<Bool>, range: ValueRange?, taper: Read<Taper>) {
        guard wrap.value, let range else { return }
        if !range.isHalfOpen {
            mistakes.add(
                wrap.place, "'wrap' needs a range that includes exactly one end, as \"[0, 360)\", not \"\(range.text)\""
            )
        }
        if taper.value == .log {
            mistakes.add(wrap.place, "'wrap' cannot be combined with the taper \"log\"")
        }
    }

    private func checkTaper(_ taper: Read<Taper>, range: ValueRange?) {
        guard taper.value == .log, let range else { return }
        if !range.isFinite {
            mistakes.add(taper.place, "the taper \"log\" needs a range with two ends, not \(range.text)")
        } else if range.lower <= 0 {
            mistakes.add(
                taper.place,
                "the taper \"log\" needs both ends of the range above 0, "
                    + "but \(range.text) begins at \(decimal(range.lower))"
            )
        }
    }

    private func checkWhole(_ value: Double, _ key: String, _ place: Place) -> Bool {
        guard isWhole, value != value.rounded() else { return true }
        mistakes.add(place, "\(quoted(key)) of an int must be a whole number, not \(decimal(value))")
        return false
    }

    private func checkInside(_ value: Double, _ range: ValueRange?, _ what: String, _ place: Place) -> Bool {
        guard let range else { return false }
        guard !range.contains(value) else { return true }
        mistakes.add(place, "\(what) must lie in \(range.text), but is \(decimal(value))")
        return false
    }

    private func checkFits(_ value: Double, _ range: ValueRange?, _ key: String, _ place: Place) -> Bool {
        guard let range else { return false }
        guard range.isFinite, value > range.span else { return true }
        mistakes.add(
            place,
            "\(quoted(key)) is \(decimal(value)), but the range \(range.text) is only \(decimal(range.span)) wide")
        return false
    }

    private func checkFine(_ value: Double, _ range: ValueRange?, _ key: String, _ place: Place) -> Bool {
        guard let range else { return false }
        // An int is exact up to 2^53, so no step is lost.
        guard !isWhole, NumberLimits.isTooFine(value, in: range) else { return true }
        let far = range.isFinite ? "more than 1e13 steps" : "1e13 steps or more"
        mistakes.add(place, "\(quoted(key)) is too small: an end of \(range.text) would be \(far) from 0")
        return false
    }

    private func warnOfNoEffect(
        snap: Read<Bool>, usual: SceneKind, orientation: Read<WheelOrientation>, arm: Read<ArmDrag>
    ) {
        if snap.isGiven, !isWhole, !reader.has(NumberKeys.step.name) {
            mistakes.warn(snap.place, "'snap' has no effect without 'step'")
        }
        let scene = scene ?? usual
        if orientation.isGiven, scene != .wheel {
            mistakes.warn(orientation.place, "'orientation' has no effect on the scene \"\(scene.rawValue)\"")
        }
        if arm.isGiven, scene == .wheel {
            mistakes.warn(arm.place, "'arm' has no effect on the scene \"\(scene.rawValue)\"")
        }
    }
}
