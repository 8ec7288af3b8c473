import WheelCore
import WheelModel

/// `[[control]]`: the keys of a `float` or `int`.
enum NumberKeys {
    private static let owners = ControlTable.numbers

    static let range = Key(
        required: "range", .range, as: "\"[0, 100]\"", of: owners,
        "The values that it may have. A bracket includes the end, a parenthesis excludes it, and `inf` "
            + "means no end."
    )
    static let initial = Key(
        "default", .number(), otherwise: "0, or the end nearest to it", of: owners,
        "The value after a reset, and at start if no value is restored.")
    static let step = Key(
        "step", .number(.above(0)), otherwise: "`1` for an `int`, else none", of: owners,
        "The distance between the values of its grid, which begins at the range's lower end.")
    static let snap = Key(
        "snap", .flag, default: true, of: owners, "Whether a value that is set moves to the nearest value of the grid.")
    static let wrap = Key(
        "wrap", .flag, default: false, of: owners,
        "Whether it continues at the other end. Needs a range that includes exactly one end, as `[0, 360)`.")
    static let beyond = Key(
        "beyond", .word(Beyond.self), default: .clamp, of: owners,
        "What becomes of a client's value outside the range: it moves to the nearest end (`clamp`), or it is refused "
            + "(`refuse`). Hands always stop at the end.")
    static let taper = Key(
        "taper", .word(Taper.self), default: .linear, of: owners,
        "The course of the value: equal turns give equal differences (`linear`) or equal ratios (`log`), or the value is "
            + "the square of the position (`square`), which makes the low end of a range from 0 fine.")
    static let unit = Key(
        "unit", .text(0...16), otherwise: "none", of: owners, "The unit after the value.")
    static let decimals = Key(
        "decimals", .whole(0...15),
        otherwise: "as many as `step` needs, else a detent at the finest speed, at most 9; `0` for an `int`",
        of: owners, "Digits after the decimal point on the display. Published values are not rounded.")
    static let shown = Key(
        "shown", .table, otherwise: "as it is published", of: owners,
        "How the display shows the value: a table, described below.")
    static let sign = Key(
        "sign", .flag, default: false, of: owners, "Whether the display shows a number above 0 with \"+\".")
    static let texts = Key(
        "texts", .any("list of tables"), otherwise: "none", of: owners,
        "Texts that replace single values: `{ at, text }`, described below.")
    static let speeds = Key(
        "speeds", .any("list of tables", limits: "1…16 entries"),
        otherwise: "`coarse`, `medium`, `fine`, with scales 1, 0.3 and 0.05",
        of: owners,
        "How far a turn moves the value: a table for each speed, from the coarsest to the finest, described below.")
    static let rangeTurns = Key(
        "range_turns", .number(.above(0, upTo: 1000)), default: 1, of: owners,
        "Revolutions for the whole range at scale 1.")
    static let acceleration = Key(
        "acceleration", .acceleration,
        otherwise: "`\"range\"` if there are several speeds and the first has `scale`, else `\"off\"`",
        of: owners,
        "Whether fast turns at the first speed go further: off, fitted to the range, or a table, described below.")
    static let stepper = Key(
        "stepper", .number(.above(0)), otherwise: "5 for a unit of `°`, else `step`, else a hundredth of the range",
        of: owners,
        "The distance that − and + on the display move.")
    static let orientation = Key(
        "orientation", .word(WheelOrientation.self), default: .auto, of: owners,
        "The direction in which a finger drags the wheel. `auto` is along the longer side.")
    static let arm = Key(
        "arm", .word(ArmDrag.self), default: .offset, of: owners,
        "Whether a touched angle or rotor keeps its offset to the finger, or jumps to the finger.")

    static let rows =
        [
            range.row, initial.row, step.row, snap.row, wrap.row, beyond.row, taper.row, unit.row, decimals.row,
            shown.row, sign.row, texts.row,
        ]
        + [speeds.row, rangeTurns.row, acceleration.row, stepper.row, orientation.row, arm.row]
}
