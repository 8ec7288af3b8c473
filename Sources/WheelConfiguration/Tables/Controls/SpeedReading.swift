import WheelCore
import WheelModel

/// Reads a control's `speeds` and `acceleration`, which depend on each other and on the range.
struct SpeedReading {
    let reader: TableReader
    /// Whether the control is a choice or a selection.
    let isOfPositions: Bool
    /// The value is `nil` if the range contains a mistake.
    let range: Read<ValueRange?>
    let taper: Taper
    /// Whether a detent moves a whole number of steps, and at least one.
    let hasSteps: Bool
    /// The grid; `nil` without one, or if it contains a mistake.
    let step: Double?
    /// Whether values stay on the grid.
    let snaps: Bool
    let rangeTurns: Double
    /// Whether the control is an int.
    let isWhole: Bool

    private var mistakes: MistakeList { reader.mistakes }

    /// For a `float` or `int`.
    init(
        reader: TableReader, range: Read<ValueRange?>, taper: Taper, hasSteps: Bool, step: Double?, snaps: Bool,
        rangeTurns: Double, isWhole: Bool
    ) {
        (self.reader, self.range, self.taper) = (reader, range, taper)
        (self.hasSteps, self.step, self.snaps, self.rangeTurns) = (hasSteps, step, snaps, rangeTurns)
        (self.isWhole, isOfPositions) = (isWhole, false)
    }

    /// For a choice or a selection.
    init(ofPositions reader: TableReader) {
        self.reader = reader
        range = Read(value: nil, place: reader.place, state: .absent)
        (taper, hasSteps, step, snaps, rangeTurns) = (.linear, true, nil, true, 1)
        (isWhole, isOfPositions) = (false, true)
    }

    /// The speeds, or `nil` if a mistake was added. `names` is set even then, if every speed has a name.
    func read(names: inout [String]?) -> [Speed]? {
        let acceleration =
            isOfPositions
            ? Read(value: nil, place: reader.place, state: .absent) : reader.read(NumberKeys.acceleration)
        warnOfNoRange(acceleration)
        let list = reader.read(isOfPositions ? PositionKeys.speeds : NumberKeys.speeds)
        guard let node = list.value else {
            names = Speed.defaults.map(\.name)
            return isOfPositions ? Speed.ofPositions : standard(acceleration)
        }
        guard let tables = tables(node) else { return nil }
        let drafts = tables.map { SpeedTable.read($0, mistakes: mistakes) }
        let given = drafts.compactMap(\.name)
        let isUnique = mistakes.areUnique(given, "speeds")
        names = given.count == drafts.count ? given.map(\.value) : nil
        for draft in drafts { check(draft.amount) }
        for draft in drafts where draft.round.value { checkRound(draft) }
        checkAcceleration(drafts, control: acceleration)
        guard isUnique, !acceleration.isMistaken, drafts.allSatisfy(\.isSound) else { return nil }
        return drafts.enumerated().compactMap { index, draft in
            speed(draft, at: index, of: drafts.count, control: acceleration)
        }
    }

    private func standard(_ acceleration: Read<Acceleration?>) -> [Speed]? {
        if let range = range.value, !range.isFinite, taper == .linear {
            return mistakes.add(
                self.range.place,
                "the range \(range.text) is open-ended: give 'speeds', each with 'per_detent' or 'per_turn'"
            )
        }
        var speeds = Speed.defaults
        for speed in speeds where isTooFine(speed.amount) {
            return mistakes.add(
                range.place,
                "the speed \(quoted(speed.name)) is too small for \(range.value?.text ?? ""): "
                    + "an end would be more than 1e13 detents from 0")
        }
        if let chosen = acceleration.value { speeds[0].acceleration = chosen }
        speeds[0].movesOneStep = hasFewSteps
        return acceleration.isMistaken ? nil : speeds
    }

    /// Whether it is an int of which a knob goes through all steps in a few revolutions, one with each detent.
    private var hasFewSteps: Bool {
        guard isWhole, let step, let range = range.value, range.isFinite, taper == .linear, rangeTurns == 1 else {
            return false
        }
        return range.span / step <= SpeedReading.fewSteps
    }

    private static let fewSteps = 60.0

    private func tables(_ node: TOMLNode) -> [TOMLTable]? {
        let subject = Subject(name: "'speeds'", mistakes: mistakes)
        return ValueType<TOMLTable>.table.list(1...16, of: "tables").read(node, subject).flatMap { list in
            list.isWhole ? list.values.map(\.value) : nil
        }
    }

    private func check(_ amount: Placed<SpeedAmount>?) {
        if let amount, isOfPositions { return checkPositions(amount) }
        guard let amount, let range = range.value else { return }
        if isTooFine(amount.value) {
            let far = range.isFinite ? "more than 1e13 detents" : "1e13 detents or more"
            let why =
                taper == .linear
                ? "an end of \(range.text) would be \(far) from 0" : "a detent would be less than 1e-11 of the range"
            mistakes.add(amount.place, "the speed is too small: \(why)")
        }
        switch (amount.value, taper) {
        case (.perOctave, .linear), (.perOctave, .square):
            mistakes.add(amount.place, "'per_octave' needs the taper \"log\"")
        case (.scale, .linear):
            guard !range.isFinite else { return }
            mistakes.add(
                amount.place,
                "'scale' is a fraction of the range, but \(range.text) is open-ended: use 'per_detent' or 'per_turn'")
        case (.perDetent, .log), (.perTurn, .log):
            mistakes.add(
                amount.place,
                "'per_detent' and 'per_turn' cannot be combined with the taper \"log\": use 'scale' or 'per_octave'")
        case (.perDetent, .square), (.perTurn, .square):
            mistakes.add(
                amount.place, "'per_detent' and 'per_turn' cannot be combined with the taper \"square\": use 'scale'")
        case (.scale, .log), (.scale, .square), (.perOctave, .log), (.perDetent, .linear), (.perTurn, .linear):
            break
        }
    }

    /// The multiples that a speed rounds to must be values that the control can have.
    private func checkRound(_ draft: SpeedTable.Draft) {
        guard let amount = draft.amount, case .perDetent(let value) = amount.value, let step else { return }
        guard isMultiple(value, of: step) else {
            mistakes.add(
                amount.place,
                "'per_detent' must be a multiple of 'step' (\(decimal(step))) where 'round' is true, "
                    + "not \(decimal(value))")
            return
        }
        guard snaps, let lower = range.value?.lower, lower.isFinite, lower != 0 else { return }
        guard !isMultiple(lower.magnitude, of: step) else { return }
        mistakes.add(
            draft.round.place,
            "'round' counts from 0, but the grid of \(decimal(step)) begins at \(decimal(lower)) and leaves 0 out")
    }

    private func isMultiple(_ value: Double, of step: Double) -> Bool {
        let count = (value / step).rounded()
        return count >= 1 && (count * step - value).magnitude <= value * 1e-12
    }

    private func checkPositions(_ amount: Placed<SpeedAmount>) {
        switch amount.value {
        case .perDetent(let value):
            guard value != value.rounded() || value > Double(PositionKeys.most) else { return }
            mistakes.add(
                amount.place, "'per_detent' of positions must be a whole number from 1 to 1000, not \(decimal(value))")
        case .scale, .perTurn, .perOctave:
            mistakes.add(amount.place, "a speed of positions takes 'per_detent', a whole number of positions")
        }
    }

    /// Whether a detent is so small that adding it to an end of the range may not change the number.
    private func isTooFine(_ amount: SpeedAmount) -> Bool {
        guard !hasSteps, let range = range.value else { return false }
        switch amount {
        case .scale(let scale) where taper != .linear: return scale / (rangeTurns * 24) < NumberLimits.leastPart
        case .scale(let scale):
            return range.isFinite && NumberLimits.isTooFine(range.span * scale / (rangeTurns * 24), in: range)
        case .perDetent(let value): return NumberLimits.isTooFine(value, in: range)
        case .perTurn(let value): return NumberLimits.isTooFine(value / 24, in: range)
        // A detent is at least a thousandth of an octave.
        case .perOctave: return false
        }
    }

    private func checkAcceleration(_ drafts: [SpeedTable.Draft], control: Read<Acceleration?>) {
        if drafts.count > 1, let last = drafts.last?.acceleration, last.isGiven, last.value != .off {
            mistakes.add(
                last.place,
                "the last of several speeds is the finest and cannot accelerate: only \"off\" is allowed here")
        }
        for acceleration in drafts.map(\.acceleration) { warnOfNoRange(acceleration) }
        if control.isGiven, drafts.first?.acceleration.isGiven == true {
            mistakes.warn(control.place, "'acceleration' has no effect: the first speed has its own")
        }
    }

    private func warnOfNoRange(_ acceleration: Read<Acceleration?>) {
        guard acceleration.isGiven, acceleration.value != .off, let range = range.value, !range.isFinite else { return }
        mistakes.warn(acceleration.place, "'acceleration' has no effect on the open-ended range \(range.text)")
    }

    private func speed(
        _ draft: SpeedTable.Draft, at index: Int, of count: Int, control: Read<Acceleration?>
    ) -> Speed? {
        guard let name = draft.name?.value, let amount = draft.amount?.value else { return nil }
        // A speed with a fixed distance per detent or revolution keeps it at every rate of turning.
        let isScaled = if case .scale = amount { true } else { false }
        let usual: Acceleration = count > 1 && isScaled ? .standard : .off
        let standard: Acceleration = index == 0 ? control.value ?? usual : .off
        let look = Speed.defaults[min(index, Speed.defaults.count - 1)]
        return Speed(
            name: name, amount: amount, density: draft.density ?? look.density, lineWidth: look.lineWidth,
            acceleration: draft.acceleration.value ?? standard, rounds: draft.round.value, label: draft.label.value)
    }
}
