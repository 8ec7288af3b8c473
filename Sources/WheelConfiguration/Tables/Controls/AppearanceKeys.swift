import WheelCore
import WheelModel

/// `[[control]]`: how a display draws it, besides its scene.
enum AppearanceKeys {
    private static let standard = ControlAppearance()

    static let steppers = Key(
        "steppers", .word(StepperUse.self), default: standard.steppers, of: ControlTable.numbers,
        "Whether a touchscreen shows − and +. `auto` leaves them out where a knob turns the control.")
    static let origin = Key(
        "origin", .number(), otherwise: "0 where it lies inside the range, else the low end", of: ControlTable.numbers,
        "The value at which the level bars of the wheel begin.")
    static let compass = Key(
        "compass", .flag, default: standard.hasCompass, of: ControlTable.numbers,
        "Whether the ring of the rotor has N, E, S and W instead of numbers.")
    static let tapStarts = Key(
        "tap_starts", .flag, default: standard.tapStarts, of: ControlTable.numbers,
        "Whether a tap on the rotor starts its ramp. With `false` only buttons and clients start it. A tap pauses a ramp "
            + "that runs in both cases.")
    static let perspective = Key(
        "perspective", .flag, default: standard.hasPerspective, of: ControlTable.positions,
        "Whether the seats of the scene `\"positions\"` are skewed towards the middle, as in a hall.")

    static let staleAfter = Key(
        "stale_after_s", .seconds(.closed(0.1...86_400)), otherwise: "never",
        "The age from which the display shows the value as stale, unless it is set again.")

    static let rows = [staleAfter.row, steppers.row, origin.row, compass.row, tapStarts.row, perspective.row]
}
