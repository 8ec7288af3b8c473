import WheelModel

/// `[input.on]`, and `[input.on.KEY_…]` for each of several buttons.
enum BindingsTable {
    static let down = Key("down", .any("action"), otherwise: "`\"emit\"`", "Pressed.")
    static let up = Key("up", .any("action"), otherwise: "`\"emit\"`", "Released.")
    static let click = Key(
        "click", .any("action"), otherwise: "`\"emit\"`",
        "Pressed and released; waits for `double` where that has an action.")
    static let double = Key("double", .any("action"), otherwise: "`\"cycle-speed\"`", "Clicked twice.")
    static let long = Key("long", .any("action"), otherwise: "`\"emit\"`", "Held for `long_ms`.")
    static let turn = Key(
        "turn", .any("action", limits: "`speed:NAME`, `control:NAME` or `none`"),
        otherwise: "the last speed, the finest",
        "What turning does while it is held: at this speed, this control, or as always.")

    static let schema = TableSchema(
        "[input.on]",
        "What the gestures of a button do. Each of several buttons has a table of its own, named by its key, "
            + "as `[input.on.KEY_MUTE]`; those without one do what `[input.on]` says.",
        [down.row, up.row, click.row, double.row, long.row, turn.row])
}
