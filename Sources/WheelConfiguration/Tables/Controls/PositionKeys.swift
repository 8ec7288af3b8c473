import WheelCore
import WheelModel

/// `[[control]]`: the keys of a `choice` or `selection`.
enum PositionKeys {
    private static let owners = ControlTable.positions
    static let most = 1000

    static let positions = Key(
        required: "positions", .any("whole number or list", limits: "1…1000 positions"), as: "[\"low\", \"high\"]",
        of: owners,
        "The number of positions, which are then named `\"1\"`, `\"2\"`, …, or a list of names and tables, described below."
    )
    static let choice = Key(
        "default", .positionName, otherwise: "the first position",
        of: [ControlKind.choice.rawValue],
        "The position after a reset, and at start if none is restored.")
    static let selection = Key(
        "default", ValueType<Placed<String>>.positionName.list(0...most, of: "position names"), otherwise: "none",
        of: [ControlKind.selection.rawValue], "The positions chosen after a reset, and at start if none are restored.")
    static let layout = Key(
        "layout", .word(PositionLayout.self),
        otherwise: "segments, chips or a list, by the space; with the scene `\"positions\"` an arc", of: owners,
        "The display draws the positions as seats, in rows or in an arc.")
    static let off = Key(
        "off", .positionName, otherwise: "none", of: [ControlKind.choice.rawValue],
        "The position that means \"off\". The display draws it without the accent's colour, and two positions of which one "
            + "is off as a switch.")
    static let maxSelected = Key(
        "max_selected", .whole(1...most), otherwise: "all of them", of: [ControlKind.selection.rawValue],
        "The largest number of positions that can be chosen at once.")
    static let speeds = Key(
        "speeds", .any("list of tables", limits: "1…16 entries"), otherwise: "a detent moves by one position",
        of: owners,
        "How far a turn moves the position or the cursor: a table for each speed, described below. "
            + "`per_detent` is a whole number of positions, 1…1000.")

    static let rows = [positions.row, choice.row, selection.row, off.row, layout.row, maxSelected.row, speeds.row]
}
