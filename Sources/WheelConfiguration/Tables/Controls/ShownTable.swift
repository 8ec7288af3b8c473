import WheelCore
import WheelModel

/// `shown = { … }`
enum ShownTable {
    static let factor = Key(
        "factor", .number().refined(limits: "not 0") { $0 == 0 ? "must not be 0" : nil }, default: 1,
        "The factor by which the shown value is multiplied.")
    static let decimals = Key(
        "decimals", .whole(0...15), otherwise: "the control's", "Digits after the decimal point.")
    static let group = Key(
        "group", .text(0...3), default: "", "The separator between groups of three digits.")
    static let unit = Key("unit", .text(0...16), otherwise: "the control's", "The unit after the shown value.")

    static let schema = TableSchema(
        "shown", "How the display shows a value. Clients get the value unchanged.",
        [factor.row, decimals.row, group.row, unit.row])

    static func read(_ control: TableReader) -> ShownText? {
        guard let table = control.read(NumberKeys.shown).value else { return nil }
        let reader = TableReader(checking: table, by: schema, control.mistakes)
        let group = reader.read(group)
        if group.value == "." {
            control.mistakes.warn(
                group.place, "'group' is the same as the decimal point: write a space or an apostrophe")
        }
        return ShownText(
            factor: reader.read(factor).value, decimals: reader.read(decimals).value, group: group.value,
            unit: reader.read(unit).value)
    }
}
