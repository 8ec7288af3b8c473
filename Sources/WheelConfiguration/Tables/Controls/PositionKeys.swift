import WheelModel
import WheelSettings

/// `[[control]]`: the keys of a `choice` or `selection`.
enum PositionKeys {
    private static let owners = ControlTable.positions
    static let most = 1000

    static let positions = Key(
        required: "positions", .any("whole number or list", limits: "1…1000 positions"), as: "[\"low\", \"high\"]",
        of: owners,
        "How many, which are then named `\"1\"`, `\"2\"`, …; or a list of names and of tables, below.")
    static let choice = Key(
        "default", .positionName, otherwise: "the first position",
        of: [ControlKind.choice.rawValue],
        "The position at first and after a reset.")
    static let selection = Key(
        "default", ValueType<Placed<String>>.positionName.list(0...most, of: "position names"), otherwise: "none",
        of: [ControlKind.selection.rawValue], "The positions chosen at first and after a reset.")
    static let layout = Key(
        "layout", .word(PositionLayout.self), default: .arc, of: owners, "How the positions stand on the display.")
    static let maxSelected = Key(
        "max_selected", .whole(1...most), otherwise: "all of them", of: [ControlKind.selection.rawValue],
        "The most positions that can be chosen at once.")

    static let rows = [positions.row, choice.row, selection.row, layout.row, maxSelected.row]
}
