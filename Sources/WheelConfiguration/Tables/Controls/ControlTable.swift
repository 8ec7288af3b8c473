import WheelCore
import WheelModel

/// `[[control]]`
enum ControlTable {
    static let numbers = [ControlKind.float.rawValue, ControlKind.int.rawValue]
    static let positions = [ControlKind.choice.rawValue, ControlKind.selection.rawValue]

    static let table = Table(
        "[[control]]", "A named quantity of the instrument. A file without controls has one, `angle`, 0…90 °.",
        ControlDraft(), of: { draft, _ in draft.kind?.rawValue }, called: { ["int": "an int"][$0] ?? "a \($0)" },
        common + NumberTable.settings + PositionTable.settings + AppearanceTable.settings)

    static var schema: TableSchema { table.schema }

    @SettingList<ControlDraft> private static var common: [Setting<ControlDraft>] {
        Setting(
            required: "name", .name, as: "\"gain\"", { ($0.settings.name, $0.settings.label) = ($1, $1) },
            "The name that clients, inputs and pages use.")
        // `LikeReading` has already read this key, so no value is stored.
        Setting(
            "like", .name(of: "control"), otherwise: "none", { _, _ in },
            "An earlier control of the file. Keys that are not given here are inherited, except `name` and `label`."
        )
        Setting("label", .text(1...100), otherwise: "the name", { $0.settings.label = $1 }, "The text on the display.")
        Setting(
            required: "kind", .word(), as: "\"float\"", { $0.kind = $1 },
            "The type of the value: a number, a whole number, one position, or a set of positions.")
        Setting(
            "commit_after_ms", .milliseconds(0...60_000), default: .milliseconds(400), { $0.settings.commitAfter = $1 },
            "The time from the last detent of an encoder to the commit.")
        Setting(
            "scene", .word(),
            otherwise:
                "with `hands = false` `\"readout\"`. A number: `\"rotor\"` if it wraps, `\"angle\"` for a unit of `°` and a range "
                + "with two ends, `\"digits\"` for at least 5 digits and 2 speeds of a known step, else `\"wheel\"`. Positions: "
                + "`\"selector\"`; `\"positions\"` with `layout`, and for a selection of more than 24",
            { $0.settings.scene = $1 },
            "The picture on the display.")
        Setting(
            "restore", .flag, default: true, { $0.settings.restores = $1 },
            "Whether the value of the last run is restored at start.")
        Setting(
            "hands", .flag, default: true, { $0.settings.movedByHands = $1 },
            "Whether inputs may move the control. With `false` only clients may.")
        Setting(
            "confirm", .flag, default: false, { $0.confirms = $1 },
            "Whether inputs, and a client's `turn`, `step`, `select` and `reset`, move a "
                + "[pending value](model.md#values-that-want-care) that has to be applied. Not for a selection.")
        Setting(
            "confirm_timeout_s", .seconds(.closed(0.1...3600)), default: .seconds(8),
            { $0.settings.confirmTimeout = $1 },
            "The time from the last move of a pending value until it is dropped.")
    }

    static func read(_ table: TOMLTable, index: Int, mistakes: MistakeList) -> ControlDraft {
        var (draft, reader) = self.table.read(table, mistakes)
        draft.index = index
        draft.settings.owner = mistakes.owner(of: table.place)
        checkConfirmation(&draft, reader)
        guard let kind = draft.kind else { return draft }
        checkScene(draft.settings.scene, of: kind, reader)
        switch kind {
        case .float, .int: draft.completeNumber(&reader)
        case .choice, .selection: draft.completePositions(reader)
        }
        AppearanceTable.check(draft, reader)
        return draft
    }

    private static func checkConfirmation(_ draft: inout ControlDraft, _ reader: TableReader) {
        if draft.confirms, draft.kind == .selection {
            reader.complain(
                at: "confirm", "'confirm' belongs to a float, an int or a choice: a selection has no pending value")
        }
        if reader.isGiven("confirm_timeout_s"), !draft.confirms {
            reader.warn(at: "confirm_timeout_s", "'confirm_timeout_s' has no effect without confirm = true")
        }
        if !draft.confirms { draft.settings.confirmTimeout = nil }
    }

    private static func checkScene(_ scene: SceneKind?, of kind: ControlKind, _ reader: TableReader) {
        guard let scene, !scene.draws(kind) else { return }
        let able = ControlKind.allCases.filter(scene.draws).map { schema.owner($0.rawValue) }
        reader.complain(
            at: "scene",
            "the scene \"\(scene.rawValue)\" belongs to \(alternatives(able)), not to \(schema.owner(kind.rawValue))")
    }
}

/// The parts of a control that could be read. A part that contains a mistake is `nil`, and causes no further messages.
struct ControlDraft: Sendable {
    var index = 0
    var kind: ControlKind?
    var range: ValueRange?
    var speeds: [String]?
    var positions: [String]?
    var mostSelected: Int?
    /// The settings, which are complete only if no key contains a mistake. Their `quantity` is made from the other parts
    /// of the draft after all keys have been read.
    var settings = ControlSettings(name: "", quantity: .float(ControlDraft.noNumber))

    var confirms = false
    var number = ControlDraft.noNumber
    var initial: Double?
    var texts: ListValue<TextForValueTable.Draft>?
    var decimals: Int?
    var acceleration: Acceleration?
    var list = PositionSettings(positions: [])
    var initialPositions: [Placed<String>] = []
    var off: Placed<String>?
    var givenSpeeds: ListValue<SpeedDraft>?

    /// Placeholder settings for a number whose range has not been read yet.
    private static let noNumber = NumberSettings(range: ValueRange(0, 1))

    init() {}

    /// The draft of a built-in control, which is not in the file.
    init(index: Int, of settings: ControlSettings) {
        (self.index, self.settings, kind) = (index, settings, settings.kind)
        speeds = settings.speeds.map(\.name)
        if let number = settings.number { (self.number, range) = (number, number.range) }
        positions = settings.positions?.positions.map(\.name)
    }
}

extension TOMLTable {
    /// The value of the key `name`, if it is a string.
    var name: String? {
        if case .string(let name)? = self["name"]?.value { name } else { nil }
    }
}
