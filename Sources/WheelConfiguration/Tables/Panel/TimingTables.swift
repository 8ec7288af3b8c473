import WheelCore
import WheelModel

/// `[buttons]`
enum ButtonsTable {
    static let debounce = Key(
        "debounce_ms", .milliseconds(0...1000), default: .milliseconds(20),
        "How long the level of a GPIO button must be stable.")
    static let double = Key(
        "double_ms", .milliseconds(1...5000), default: ButtonTimings().double,
        "The longest pause between the two clicks of a double click.")
    static let long = Key(
        "long_ms", .milliseconds(1...10_000), default: ButtonTimings().long,
        "How long a button is held for a long press.")

    static let schema = TableSchema(
        "[buttons]", "The durations that tell the gestures of buttons apart.", [debounce.row, double.row, long.row])

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> (debounce: Interval, timings: ButtonTimings) {
        let reader = TableReader(checking: table, by: schema, mistakes)
        var timings = ButtonTimings()
        timings.double = reader.read(double).value
        timings.long = reader.read(long).value
        return (reader.read(debounce).value, timings)
    }
}

/// `[touch]`
enum TouchTable {
    static let tap = Key(
        "tap_ms", .milliseconds(1...2000), default: TouchTimings().tap, "The longest duration of a tap.")
    static let double = Key(
        "double_ms", .milliseconds(41...5000), default: TouchTimings().double,
        "The longest pause between the taps of a double tap. Two taps less than 40 ms apart are one tap that bounced.")
    static let slop = Key(
        "slop_mm", .number(.above(0, upTo: 50)), default: TouchTimings().slopMillimetres,
        "How far the finger may move during a tap. It is 10 pixels if the device does not report its resolution.")

    static let first = Key(
        "first_tap", .word(FirstTap.self), default: TouchTimings().firstTap,
        "What the first tap on a control does while another one of its page is marked: on a plate, a row, a seat or a digit "
            + "it acts (`act`), or it only marks the control (`mark`).")

    static let twoFingerDouble = Key(
        "two_finger_double", .word(TwoFingerDouble.self), default: TouchTimings().twoFingerDouble,
        "What a double tap with two fingers on one control does: nothing (`none`), or it resets the control (`reset`).")

    static let schema = TableSchema(
        "[touch]", "What a tap is.", [tap.row, double.row, slop.row, first.row, twoFingerDouble.row])

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> TouchTimings {
        let reader = TableReader(checking: table, by: schema, mistakes)
        var timings = TouchTimings()
        timings.tap = reader.read(tap).value
        timings.double = reader.read(double).value
        timings.slopMillimetres = reader.read(slop).value
        timings.firstTap = reader.read(first).value
        timings.twoFingerDouble = reader.read(twoFingerDouble).value
        return timings
    }
}
