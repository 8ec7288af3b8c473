import WheelModel

/// `[input.on]`, and `[input.on.KEY_…]` for each of several buttons.
enum BindingsTable {
    static let down = Key("down", .any("action"), otherwise: "`\"emit\"`", "The button is pressed.")
    static let up = Key("up", .any("action"), otherwise: "`\"emit\"`", "The button is released.")
    static let click = Key(
        "click", .any("action"), otherwise: "`\"emit\"`; `\"apply\"` while a value is pending",
        "The button is pressed and released. If `double` has an action, this waits for a second click. Without the key, "
            + "a click while the control has a pending value applies it at once.")
    static let double = Key("double", .any("action"), otherwise: "`\"cycle-speed\"`", "The button is clicked twice.")
    static let long = Key("long", .any("action"), otherwise: "`\"emit\"`", "The button is held for `long_ms`.")
    static let turn = Key(
        "turn", .any("action", limits: "`speed:NAME`, `control:NAME` or `none`"),
        otherwise: "the last speed, the finest",
        "The effect of turning while the button is held: at this speed, on this control, or as usual.")

    static let held = Key(
        "held", .any("table", limits: "or a list of tables"), otherwise: "nothing",
        "What lasts while the button is held: a speed or a lock of controls, whichever input turns them. Described below."
    )

    static let schema = TableSchema(
        "[input.on]",
        "The actions of a button's gestures. A button of an input with several has a table named by its key, "
            + "as `[input.on.KEY_MUTE]`. Buttons without a table use `[input.on]`. An input of type `client` names its "
            + "buttons itself, as `[input.on.shift]`, and then has no others.",
        [down.row, up.row, click.row, double.row, long.row, turn.row, held.row])
}
