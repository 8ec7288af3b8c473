import WheelCore
import WheelModel

/// `[[input]]`: the keys of `type = "gpio"`.
enum GPIOKeys {
    private static let owners = [InputType.gpio.rawValue]

    static let chip = Key(
        "chip", .text(1...4095),
        otherwise: "the chip that has the named lines; for offsets that of a Raspberry Pi's header, or the only one",
        of: owners, "The chip's name, label or path.")
    static let a = Key(
        "a", .line, otherwise: "required for an encoder", of: owners, "The encoder's first line.")
    static let b = Key(
        "b", .line, otherwise: "required for an encoder", of: owners, "The encoder's second line.")
    static let button = Key(
        "button", .line, otherwise: "none", of: owners,
        "The push button's line. Without `a` and `b` the input is only a button or switch.")
    static let initial = Key(
        "initial", .flag, default: false, of: owners,
        "Whether the level of `button` is told at start and whenever its line comes back, as that of a switch: the action "
            + "of `down` or `up` is done, and no click or long press follows.")
    static let bias = Key(
        "bias", .word(GPIOBias.self), default: .pullUp, of: owners,
        "The pull resistors of the lines, which set their level while the contacts are open.")
    static let activeLow = Key(
        "active_low", .flag, default: false, of: owners, "Whether a low level counts as high.")
    static let detents = Key(
        "detents", .whole(1...10_000), default: 24, of: owners + [InputType.evdev.rawValue, InputType.client.rawValue],
        "Detents per revolution.")
    static let detentsPerStep = Key(
        "detents_per_step", .whole(1...64), default: 1,
        of: owners + [InputType.evdev.rawValue, InputType.client.rawValue],
        "Detents for one step of a control that has steps or positions.")
    static let transitions = Key(
        "transitions_per_detent", .whole(1...1024), default: 4, of: owners,
        "Changes of the two lines per detent: 4, 2 or 1. A dial without detents may have any number.")
    static let rest = Key(
        "rest", .word(EncoderRest.self), default: .open, of: owners,
        "Where the contacts stand at a detent: both `open`, both `closed`, only that of `a` or of `b` closed, or in `any` "
            + "state. With 2 transitions per detent `open` is the same as `closed`, and `a` as `b`; with 1 all are `any`."
    )
    static let detentless = Key(
        "detentless", .flag, default: false,
        of: owners + [InputType.evdev.rawValue, InputType.client.rawValue],
        "Whether the dial has no detents. Values then follow its angle.")
    static let debounce = Key(
        "debounce_us", .microseconds(0...10_000),
        otherwise: "`0`; `2000` if every change of a line counts and a revolution has at most 256 of them",
        of: owners,
        "How long a line of the encoder must be stable. Every change counts with `transitions_per_detent = 1` and with "
            + "`detentless`; elsewhere bounce is harmless even with 0.")

    static let rows = [
        chip.row, a.row, b.row, button.row, bias.row, activeLow.row, initial.row, detents.row, detentsPerStep.row,
        transitions.row, rest.row, detentless.row, debounce.row,
    ]
    /// The keys that have a meaning only for an encoder.
    static let ofEncoder = [
        detents.name, detentsPerStep.name, transitions.name, rest.name, detentless.name, debounce.name,
        InputTable.reverse.name,
    ]
}

extension ValueType where Value == GPIOLine {
    /// A line, by its name or by its offset on the chip.
    static let line = ValueType(
        "line's name or offset", write: { _ in "" },
        read: { node, subject in
            switch node.value {
            case .string:
                return ValueType<String>.text(1...31).read(node, subject).map(GPIOLine.named)
            case .integer(let offset):
                guard let line = UInt32(exactly: offset), line <= 65_535 else {
                    return subject.complain(node.place, "must be an offset from 0 to 65535, not \(offset)")
                }
                return .offset(line)
            case .number, .boolean, .date, .time, .dateTime, .list, .table:
                return subject.mustBe("a line's name or offset", node)
            }
        })
}
