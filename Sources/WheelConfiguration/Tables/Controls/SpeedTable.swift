import WheelCore
import WheelModel

/// An entry of `speeds`.
enum SpeedTable {
    private static let oneOfFour = "`scale`, `per_detent`, `per_turn` or `per_octave` is required"

    static let table = Table("an entry of speeds", "A speed of a control.", SpeedDraft()) {
        Setting(
            required: "name", ValueType<String>.name.placed, as: "\"fine\"", { $0.name = $1 },
            "The name that bindings and clients use. `next` and `previous` are not allowed.")
        Setting(
            "label", .text(1...100), otherwise: "the name", { $0.label = $1 },
            "The text on the display, as `10 kHz`.")
        Setting(
            "scale", .number(.above(0, upTo: 1000)), otherwise: oneOfFour, { $0.amount = .scale($1) },
            "The fraction of the range that `range_turns` revolutions cover.")
        Setting(
            "per_detent", .number(.above(0)), otherwise: oneOfFour, { $0.amount = .perDetent($1) },
            "The change of the value per detent.")
        Setting(
            "per_turn", .number(.above(0)), otherwise: oneOfFour, { $0.amount = .perTurn($1) },
            "The change of the value per revolution.")
        Setting(
            "per_octave", .whole(1...1000), otherwise: oneOfFour, { $0.amount = .perOctave($1) },
            "Detents per doubling of the value, with the taper `\"log\"`: 12 for semitones.")
        Setting(
            "round", .flag, default: false, { $0.rounds = $1 },
            "Whether a value between two multiples of `per_detent`, counted from 0, moves with the first detent to the "
                + "next multiple in its direction. Needs `per_detent`.")
        Setting(
            "density", .number(.above(0, upTo: 200)), otherwise: "20 for the first speed, 8 for the second, else 4",
            { $0.density = $1 },
            "Lines on the wheel per half turn.")
        Setting(
            "acceleration", AccelerationTable.type,
            otherwise: "the acceleration of the control for the first speed, else `\"off\"`",
            { $0.acceleration = $1 },
            "As `acceleration` of the control, for this speed only. The last of several must be `\"off\"`.")
    }

    static let list = table.type(complete).list(1...16, of: "tables").refined(limits: "1…16 entries") { _ in nil }

    private static func complete(_ draft: inout SpeedDraft, _ reader: inout TableReader) -> SpeedDraft? {
        let mistakes = reader.mistakes
        if let name = draft.name, name.value == "next" || name.value == "previous" {
            mistakes.add(
                name.place, "a speed cannot be named \(quoted(name.value)): bindings use that word for cycling")
        }
        let amounts = ["scale", "per_detent", "per_turn", "per_octave"]
        let given = amounts.filter(reader.has)
        if given.isEmpty {
            mistakes.add(reader.place, "a speed needs one of \(enumeration(amounts.map { quoted($0) }))")
        } else if given.count > 1 {
            mistakes.add(
                given.map(reader.keyPlace).max() ?? reader.place,
                "a speed takes exactly one of \(enumeration(amounts.map { quoted($0) })), but this one has "
                    + "\(given.count)")
            draft.amount = nil
        }
        if draft.rounds, !given.isEmpty, !reader.has("per_detent") {
            reader.complain(at: "round", "'round' needs 'per_detent': it rounds to multiples of that")
        }
        draft.amountPlace = given.first.map(reader.valuePlace) ?? reader.place
        draft.roundPlace = reader.valuePlace("round")
        draft.accelerationPlace = reader.valuePlace("acceleration")
        return draft
    }
}

/// A speed as the file writes it, without the defaults that depend on its place in the list.
struct SpeedDraft: Sendable {
    var name: Placed<String>?
    var label: String?
    var amount: SpeedAmount?
    var amountPlace = Place.start
    var rounds = false
    var roundPlace = Place.start
    var density: Double?
    var acceleration: Acceleration?
    var accelerationPlace = Place.start
}

/// Checks a control's `speeds` and `acceleration`, which depend on each other and on the range.
struct SpeedReading {
    let draft: ControlDraft
    let reader: TableReader

    private var mistakes: MistakeList { reader.mistakes }
    private var number: NumberSettings { draft.number }
    private var isWhole: Bool { draft.kind == .int }
    private var isOfPositions: Bool { draft.kind?.hasPositions == true }
    /// Whether a detent moves a whole number of steps, and at least one.
    private var hasSteps: Bool { isOfPositions || isWhole || reader.has("step") }
    /// The step of the grid; `nil` without a grid, or if the key `step` contains a mistake.
    private var step: Double? { number.step ?? (isWhole && !reader.isMistaken("step") ? 1 : nil) }
    /// Whether the grid restricts the values. The grid of an int with a step of 1 contains every whole number, so it
    /// restricts nothing.
    private var snaps: Bool { number.snaps && !(isWhole && number.step ?? 1 == 1) }

    /// The names of the speeds, if every speed has one.
    var names: [String]? {
        guard reader.has("speeds") else { return Speed.defaults.map(\.name) }
        guard let list = draft.givenSpeeds, list.isWhole else { return nil }
        let names = list.values.compactMap(\.value.name?.value)
        return names.count == list.values.count ? names : nil
    }

    /// The speeds, which are incomplete if a mistake was added.
    func read() -> [Speed] {
        if !isOfPositions, reader.isGiven("acceleration") {
            warnOfNoRange(draft.acceleration, reader.valuePlace("acceleration"))
        }
        guard reader.has("speeds") else { return isOfPositions ? Speed.ofPositions : standard() }
        guard let list = draft.givenSpeeds, list.isWhole else { return [] }
        let drafts = list.values.map(\.value)
        _ = mistakes.areUnique(drafts.compactMap(\.name), "speeds")
        for draft in drafts {
            check(draft)
            if draft.rounds { checkRound(draft) }
            warnOfNoRange(draft.acceleration, draft.accelerationPlace)
        }
        checkAcceleration(drafts)
        return drafts.enumerated().compactMap { speed($1, at: $0, of: drafts.count) }
    }

    private func standard() -> [Speed] {
        guard let range = draft.range else { return [] }
        if !range.isFinite, number.taper == .linear {
            reader.complain(
                at: "range",
                "the range \(range.text) is open-ended: give 'speeds', each with 'per_detent' or 'per_turn'")
            return []
        }
        var speeds = Speed.defaults
        if let speed = speeds.first(where: { isTooFine($0.amount) }) {
            reader.complain(
                at: "range",
                "the speed \(quoted(speed.name)) is too small for \(range.text): "
                    + "an end would be more than 1e13 detents from 0")
        }
        if let chosen = draft.acceleration { speeds[0].acceleration = chosen }
        speeds[0].movesOneStep = hasFewSteps(range)
        return speeds
    }

    /// Whether the control is an int with few steps (`fewSteps`): a knob that moves one step per detent then covers the
    /// range in a few revolutions.
    private func hasFewSteps(_ range: ValueRange) -> Bool {
        guard isWhole, let step, range.isFinite, number.taper == .linear, number.rangeTurns == 1 else { return false }
        return range.span / step <= SpeedReading.fewSteps
    }

    private static let fewSteps = 60.0

    private func check(_ speed: SpeedDraft) {
        guard let amount = speed.amount else { return }
        func complain(_ message: String) { mistakes.add(speed.amountPlace, message) }
        if isOfPositions {
            switch amount {
            case .perDetent(let value):
                guard value != value.rounded() || value > Double(PositionTable.most) else { return }
                complain("'per_detent' of positions must be a whole number from 1 to 1000, not \(decimal(value))")
            case .scale, .perTurn, .perOctave:
                complain("a speed of positions takes 'per_detent', a whole number of positions")
            }
            return
        }
        guard let range = draft.range else { return }
        if isTooFine(amount) {
            let far = range.isFinite ? "more than 1e13 detents" : "1e13 detents or more"
            complain(
                "the speed is too small: "
                    + (number.taper == .linear
                        ? "an end of \(range.text) would be \(far) from 0"
                        : "a detent would be less than 1e-11 of the range"))
        }
        switch (amount, number.taper) {
        case (.perOctave, .linear), (.perOctave, .square):
            complain("'per_octave' needs the taper \"log\"")
        case (.scale, .linear):
            guard !range.isFinite else { return }
            complain(
                "'scale' is a fraction of the range, but \(range.text) is open-ended: use 'per_detent' or 'per_turn'")
        case (.perDetent, .log), (.perTurn, .log):
            complain(
                "'per_detent' and 'per_turn' cannot be combined with the taper \"log\": use 'scale' or 'per_octave'")
        case (.perDetent, .square), (.perTurn, .square):
            complain("'per_detent' and 'per_turn' cannot be combined with the taper \"square\": use 'scale'")
        case (.scale, .log), (.scale, .square), (.perOctave, .log), (.perDetent, .linear), (.perTurn, .linear):
            break
        }
    }

    /// The multiples that a speed rounds to must be values that the control can have.
    private func checkRound(_ speed: SpeedDraft) {
        guard case .perDetent(let value)? = speed.amount, let step else { return }
        guard isMultiple(value, of: step) else {
            mistakes.add(
                speed.amountPlace,
                "'per_detent' must be a multiple of 'step' (\(decimal(step))) where 'round' is true, "
                    + "not \(decimal(value))")
            return
        }
        guard snaps, let lower = draft.range?.lower, lower.isFinite, lower != 0 else { return }
        guard !isMultiple(lower.magnitude, of: step) else { return }
        mistakes.add(
            speed.roundPlace,
            "'round' counts from 0, but the grid of \(decimal(step)) begins at \(decimal(lower)) and leaves 0 out")
    }

    private func isMultiple(_ value: Double, of step: Double) -> Bool {
        let count = (value / step).rounded()
        return count >= 1 && (count * step - value).magnitude <= value * 1e-12
    }

    /// Whether a detent is so small that adding it to an end of the range may not change the end.
    private func isTooFine(_ amount: SpeedAmount) -> Bool {
        guard !hasSteps, let range = draft.range else { return false }
        switch amount {
        case .scale(let scale) where number.taper != .linear:
            return scale / (number.rangeTurns * 24) < NumberLimits.leastPart
        case .scale(let scale):
            return range.isFinite && NumberLimits.isTooFine(range.span * scale / (number.rangeTurns * 24), in: range)
        case .perDetent(let value): return NumberLimits.isTooFine(value, in: range)
        case .perTurn(let value): return NumberLimits.isTooFine(value / 24, in: range)
        // A detent is at least a thousandth of an octave, which is never too small.
        case .perOctave: return false
        }
    }

    private func checkAcceleration(_ speeds: [SpeedDraft]) {
        if speeds.count > 1, let last = speeds.last, let acceleration = last.acceleration, acceleration != .off {
            mistakes.add(
                last.accelerationPlace,
                "the last of several speeds is the finest and cannot accelerate: only \"off\" is allowed here")
        }
        if !isOfPositions, reader.isGiven("acceleration"), speeds.first?.acceleration != nil {
            reader.warn(at: "acceleration", "'acceleration' has no effect: the first speed has its own")
        }
    }

    private func warnOfNoRange(_ acceleration: Acceleration?, _ place: Place) {
        guard let acceleration, acceleration != .off, let range = draft.range, !range.isFinite else { return }
        mistakes.warn(place, "'acceleration' has no effect on the open-ended range \(range.text)")
    }

    private func speed(_ speed: SpeedDraft, at index: Int, of count: Int) -> Speed? {
        guard let name = speed.name?.value, let amount = speed.amount else { return nil }
        // By default a speed without `scale` is not accelerated.
        let isScaled = if case .scale = amount { true } else { false }
        let usual: Acceleration = count > 1 && isScaled ? .standard : .off
        let standard: Acceleration = index == 0 ? draft.acceleration ?? usual : .off
        let look = Speed.defaults[min(index, Speed.defaults.count - 1)]
        return Speed(
            name: name, amount: amount, density: speed.density ?? look.density, lineWidth: look.lineWidth,
            acceleration: speed.acceleration ?? standard, rounds: speed.rounds, label: speed.label)
    }
}
