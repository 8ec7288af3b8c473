import WheelCore
import WheelModel

/// An entry of `speeds`.
enum SpeedTable {
    static let name = Key(
        required: "name", .name, as: "\"fine\"",
        "The name that bindings and clients use. `next` and `previous` are not allowed.")
    static let label = Key(
        "label", .text(1...100), otherwise: "the name", "The text on the display, as `10 kHz`.")
    static let scale = Key(
        "scale", .number(.above(0, upTo: 1000)), otherwise: "one of the four is required",
        "The fraction of the range for `range_turns` revolutions.")
    static let perDetent = Key(
        "per_detent", .number(.above(0)), otherwise: "one of the four is required",
        "The change of the value per detent.")
    static let perTurn = Key(
        "per_turn", .number(.above(0)), otherwise: "one of the four is required",
        "The change of the value per revolution.")
    static let perOctave = Key(
        "per_octave", .whole(1...1000), otherwise: "one of the four is required",
        "Detents to a doubling of the value, with the taper `\"log\"`: 12 for semitones.")
    static let round = Key(
        "round", .flag, default: false,
        "Whether a detent from between two multiples of `per_detent`, counted from 0, goes to the next one in its "
            + "direction. Needs `per_detent`.")
    static let density = Key(
        "density", .number(.above(0, upTo: 200)), otherwise: "20 for the first, 8 for the second, else 4",
        "Lines on the wheel per half turn.")
    static let acceleration = Key(
        "acceleration", .acceleration, otherwise: "the control's for the first, else `\"off\"`",
        "As `acceleration` of the control, for this speed only. The last of several must be `\"off\"`.")

    static let schema = TableSchema(
        "an entry of speeds", "A speed of a control.",
        [
            name.row, label.row, scale.row, perDetent.row, perTurn.row, perOctave.row, round.row, density.row,
            acceleration.row,
        ])

    /// A speed as the file writes it, without the defaults that depend on its place in the list.
    struct Draft {
        let name: Placed<String>?
        let label: Read<String?>
        let amount: Placed<SpeedAmount>?
        let round: Read<Bool>
        let density: Double?
        let acceleration: Read<Acceleration?>
        let isSound: Bool
    }

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> Draft {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let name = reader.read(name)
        let label = reader.read(label)
        let scale = reader.read(scale)
        let perDetent = reader.read(perDetent)
        let perTurn = reader.read(perTurn)
        let perOctave = reader.read(perOctave)
        let round = reader.read(round)
        let density = reader.read(density)
        let acceleration = reader.read(acceleration)
        if let word = name.value, word == "next" || word == "previous" {
            mistakes.add(name.place, "a speed cannot be named \(quoted(word)): bindings use that word for cycling")
        }
        let all = [scale, perDetent, perTurn].map { (isWritten: $0.state != .absent, isGiven: $0.isGiven) }
        let written = (all + [(perOctave.state != .absent, perOctave.isGiven)]).filter(\.isWritten)
        if written.count != 1 { complain(reader, count: written.count) }
        var amount: Placed<SpeedAmount>?
        if let value = scale.value { amount = Placed(value: .scale(value), place: scale.place) }
        if let value = perDetent.value { amount = Placed(value: .perDetent(value), place: perDetent.place) }
        if let value = perTurn.value { amount = Placed(value: .perTurn(value), place: perTurn.place) }
        if let value = perOctave.value { amount = Placed(value: .perOctave(value), place: perOctave.place) }
        if round.value, perDetent.state == .absent, !written.isEmpty {
            mistakes.add(round.place, "'round' needs 'per_detent': it rounds to multiples of that")
        }
        let isSound =
            name.isGiven && written.count == 1 && written[0].isGiven && !label.isMistaken && !round.isMistaken
            && !density.isMistaken
            && !acceleration.isMistaken
        return Draft(
            name: name.value.map { Placed(value: $0, place: name.place) }, label: label,
            amount: written.count == 1 ? amount : nil,
            round: round, density: density.value, acceleration: acceleration, isSound: isSound)
    }

    private static func complain(_ reader: TableReader, count: Int) {
        let all = [scale.name, perDetent.name, perTurn.name, perOctave.name]
        if count == 0 {
            reader.mistakes.add(reader.place, "a speed needs one of \(enumeration(all.map { quoted($0) }))")
            return
        }
        let given = all.filter(reader.has)
        let last = given.map(reader.keyPlace).max() ?? reader.place
        reader.mistakes.add(
            last,
            "a speed takes exactly one of 'scale', 'per_detent', 'per_turn' and 'per_octave', but this one has "
                + "\(given.count)")
    }
}
