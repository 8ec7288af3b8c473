import WheelModel
import WheelSettings

/// `[[control]]`: the keys of a `float` or `int`.
enum NumberKeys {
    private static let owners = ControlTable.numbers

    static let range = Key(
        required: "range", .range, as: "\"[0, 100]\"", of: owners,
        "The values it may have: a bracket for an end that belongs to it, a parenthesis for one that does not, "
            + "`inf` for none."
    )
    static let initial = Key(
        "default", .number(), otherwise: "0, or the end nearest to it", of: owners,
        "The value at first and after a reset.")
    static let step = Key(
        "step", .number(.above(0)), otherwise: "`1` for an `int`, else none", of: owners,
        "The distance between the values that it takes, from the range's lower end.")
    static let snap = Key(
        "snap", .flag, default: true, of: owners, "Whether a value that is set moves to the nearest step.")
    static let wrap = Key(
        "wrap", .flag, default: false, of: owners,
        "Whether it goes on at the other end; needs a range with just one of its ends, as `[0, 360)`.")
    static let taper = Key(
        "taper", .word(Taper.self), default: .linear, of: owners,
        "Whether equal turns give equal differences or equal ratios.")
    static let unit = Key(
        "unit", .text(0...16), otherwise: "none", of: owners, "What stands behind the value.")
    static let decimals = Key(
        "decimals", .whole(0...15),
        otherwise: "what shows a step or a detent at the finest speed, at most 9; `0` for an `int`",
        of: owners, "Digits behind the point on the display; published values are never rounded.")
    static let shown = Key(
        "shown", .table, otherwise: "as it is published", of: owners, "How people read it: a table of its own, below.")
    static let texts = Key(
        "texts", .any("list of tables"), otherwise: "none", of: owners,
        "Words for single values: `{ at, text }`, below.")
    static let speeds = Key(
        "speeds", .any("list of tables", limits: "1…16 entries"),
        otherwise: "`coarse`, `medium`, `fine`, with scales 1, 0.3 and 0.05",
        of: owners, "How far a turn goes, from the coarsest to the finest: a table each, below.")
    static let rangeTurns = Key(
        "range_turns", .number(.above(0, upTo: 1000)), default: 1, of: owners,
        "Revolutions for the whole range at scale 1.")
    static let acceleration = Key(
        "acceleration", .acceleration,
        otherwise: "`\"range\"` where there are several speeds and the first gives `scale`, else `\"off\"`",
        of: owners,
        "Whether fast turns go further, at the first speed: off, fitted to the range, or a table of its own, below.")
    static let stepper = Key(
        "stepper", .number(.above(0)), otherwise: "5 for a unit of `°`, else a step, else a hundredth of the range",
        of: owners,
        "What − and + on the display move by.")
    static let orientation = Key(
        "orientation", .word(WheelOrientation.self), default: .auto, of: owners,
        "Which way a finger drags the wheel; `auto`: along the longer side.")
    static let arm = Key(
        "arm", .word(ArmDrag.self), default: .offset, of: owners,
        "Whether the arm of an angle, or a rotor, keeps its offset to the finger, or jumps to it.")

    static let rows =
        [range.row, initial.row, step.row, snap.row, wrap.row, taper.row, unit.row, decimals.row, shown.row, texts.row]
        + [speeds.row, rangeTurns.row, acceleration.row, stepper.row, orientation.row, arm.row]
}
