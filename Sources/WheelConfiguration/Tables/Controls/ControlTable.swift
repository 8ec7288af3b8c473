import WheelCore
import WheelModel

/// `[[control]]`: the keys of every kind of control.
enum ControlTable {
    static let name = Key(
        required: "name", .name, as: "\"gain\"", "The name that clients, inputs and pages use.")
    static let like = Key(
        "like", .name(of: "control"), otherwise: "none",
        "An earlier control of the file. Every key of it that is not given here is taken over, but `name` and `label`.")
    static let label = Key(
        "label", .text(1...100), otherwise: "the name", "The text on the display.")
    static let kind = Key(
        required: "kind", .word(ControlKind.self), as: "\"float\"",
        "The type of its value: a number, a whole number, one position, or a set of positions.")
    static let commitAfter = Key(
        "commit_after_ms", .milliseconds(0...60_000), default: .milliseconds(400),
        "The time from the last detent of an encoder to the commit.")
    static let scene = Key(
        "scene", .word(SceneKind.self),
        otherwise:
            "with `hands = false` `\"readout\"`. A number: `\"rotor\"` if it wraps, `\"angle\"` for a unit of `°` and a range "
            + "with two ends, `\"digits\"` for at least 5 digits and 2 speeds of a known step, else `\"wheel\"`. Positions: "
            + "`\"selector\"`; `\"positions\"` with `layout`, and for a selection of more than 24",
        "The picture on the display.")
    static let restore = Key(
        "restore", .flag, default: true, "Whether the value of the last run is restored at start.")
    static let hands = Key(
        "hands", .flag, default: true, "Whether inputs may move it. With `false` only clients may.")
    static let confirm = Key(
        "confirm", .flag, default: false,
        "Whether inputs, and a client's `turn`, `step`, `select` and `reset`, move a "
            + "[pending value](model.md#values-that-want-care) that has to be applied. Not for a selection.")
    static let confirmTimeout = Key(
        "confirm_timeout_s", .seconds(.closed(0.1...3600)), default: .seconds(8),
        "The time from the last move of a pending value until it is dropped.")

    static let numbers = [ControlKind.float.rawValue, ControlKind.int.rawValue]
    static let positions = [ControlKind.choice.rawValue, ControlKind.selection.rawValue]

    static let schema = TableSchema(
        "[[control]]", "A named quantity of the instrument. A file without controls has one, `angle`, 0…90 °.",
        [
            name.row, like.row, label.row, kind.row, commitAfter.row, scene.row, restore.row, hands.row, confirm.row,
            confirmTimeout.row,
        ]
            + NumberKeys.rows + PositionKeys.rows + AppearanceKeys.rows,
        owner: { ["int": "an int"][$0] ?? "a \($0)" })

    static func read(_ table: TOMLTable, index: Int, mistakes: MistakeList) -> ControlDraft {
        let reader = TableReader(table: table, schema: schema, mistakes: mistakes)
        let kind = reader.read(kind)
        reader.checkKeys(owner: kind.value?.rawValue)
        var draft = ControlDraft(index: index, kind: kind.value)
        let label = reader.read(label).value
        let commitAfter = reader.read(commitAfter).value
        let scene = reader.read(scene)
        let restore = reader.read(restore).value
        let hands = reader.read(hands).value
        let staleAfter = reader.read(AppearanceKeys.staleAfter).value
        let timeout = confirmTimeout(reader, kind: kind.value)
        guard let kind = kind.value else { return draft }
        check(scene, of: kind, mistakes: mistakes)
        let quantity = quantity(reader, kind: kind, draft: &draft)
        let appearance = AppearanceReading(reader, of: quantity, scene: scene.value, movedByHands: hands)
            .read(kind, range: draft.range)
        guard let quantity, let name = table.name else { return draft }
        draft.settings = ControlSettings(
            name: name, label: label, quantity: quantity, commitAfter: commitAfter, scene: scene.value,
            appearance: appearance, staleAfter: staleAfter, restores: restore, movedByHands: hands,
            confirmTimeout: timeout, owner: mistakes.owner(of: table.place))
        return draft
    }

    /// How long a pending value waits; `nil` for a control without pending values.
    private static func confirmTimeout(_ reader: TableReader, kind: ControlKind?) -> Interval? {
        let confirms = reader.read(confirm)
        let timeout = reader.read(confirmTimeout)
        if confirms.value, kind == .selection {
            reader.mistakes.add(
                confirms.place, "'confirm' belongs to a float, an int or a choice: a selection has no pending value")
        }
        if timeout.isGiven, !confirms.value {
            reader.mistakes.warn(timeout.place, "'confirm_timeout_s' has no effect without confirm = true")
        }
        return confirms.value && kind != .selection ? timeout.value : nil
    }

    private static func quantity(_ reader: TableReader, kind: ControlKind, draft: inout ControlDraft) -> Quantity? {
        switch kind {
        case .float: NumberReading(reader: reader, isWhole: false).read(into: &draft).map(Quantity.float)
        case .int: NumberReading(reader: reader, isWhole: true).read(into: &draft).map(Quantity.int)
        case .choice: PositionReading(reader: reader).choice(into: &draft).map(Quantity.choice)
        case .selection: PositionReading(reader: reader).selection(into: &draft).map(Quantity.selection)
        }
    }

    private static func check(_ scene: Read<SceneKind?>, of kind: ControlKind, mistakes: MistakeList) {
        guard let picture = scene.value, scene.isGiven else { return }
        guard !picture.draws(kind) else { return }
        let able = ControlKind.allCases.filter(picture.draws).map { schema.owner($0.rawValue) }
        mistakes.add(
            scene.place,
            "the scene \"\(picture.rawValue)\" belongs to \(alternatives(able)), not to \(schema.owner(kind.rawValue))")
    }
}

/// The parts of a control that could be read. A part that contains a mistake is `nil`, and causes no further messages.
struct ControlDraft: Sendable {
    let index: Int
    let kind: ControlKind?
    var range: ValueRange?
    var isWrapping = false
    var speeds: [String]?
    var positions: [String]?
    var mostSelected: Int?
    var settings: ControlSettings?

    init(index: Int, kind: ControlKind?) {
        self.index = index
        self.kind = kind
    }
}

extension TOMLTable {
    /// The value of the key `name`, if it is a string.
    var name: String? {
        if case .string(let name)? = self["name"]?.value { name } else { nil }
    }
}
