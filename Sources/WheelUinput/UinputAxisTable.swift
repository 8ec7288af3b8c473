import WheelBridge
import WheelConfiguration

/// `[[uinput.axis]]`
package enum UinputAxisTable {
    static let control = Key(required: "control", .name, as: "\"throttle\"", "The control's name.")
    static let axis = Key(required: "axis", .axis, as: "\"ABS_THROTTLE\"", "The axis, by the kernel's name.")
    static let minimum = Key(
        "min", .whole(-2_147_483_648...2_147_483_646), default: 0, "The axis at the lower end of the control's range.")
    static let maximum = Key(
        "max", .whole(-2_147_483_647...2_147_483_647), default: 65535,
        "The axis at the upper end of the control's range.")
    static let range = Key(
        "range", .range, otherwise: "the control's range",
        "The part of the control's range that the axis has. Needed where the range has no ends.")

    package static let schema = TableSchema(
        "[[uinput.axis]]", "A control that is an absolute axis, as of a joystick.",
        [control.row, axis.row, minimum.row, maximum.row, range.row])

    /// `codes`: the axes of the tables before this one.
    static func read(_ table: TOMLTable, _ codes: inout Set<UInt16>, _ mistakes: MistakeList) -> UinputAxis? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let control = reader.read(control)
        let axis = reader.read(axis)
        let minimum = reader.read(minimum)
        let maximum = reader.read(maximum)
        let range = reader.readPart(range)
        if minimum.value >= maximum.value {
            let place = maximum.isGiven ? maximum.place : minimum.place
            mistakes.add(place, "'max' must be greater than 'min', not \(maximum.value) with \(minimum.value)")
        }
        if let code = axis.value, !codes.insert(code).inserted {
            mistakes.add(axis.place, "another [[uinput.axis]] has \(EventName.name(ofAxis: code)) already")
        }
        guard let name = control.value, let code = axis.value, minimum.value < maximum.value else { return nil }
        return UinputAxis(
            control: name, code: code, minimum: minimum.value, maximum: maximum.value, part: range.value)
    }
}

extension ValueType where Value == UInt16 {
    /// An absolute axis by the kernel's name.
    fileprivate static let axis = ValueType(
        "axis", limits: "as `ABS_THROTTLE`", write: { quoted(EventName.name(ofAxis: $0), quote: "\"") }
    ) { node, subject in
        guard case .string(let text) = node.value else { return subject.mustBe("a string, as \"ABS_THROTTLE\"", node) }
        guard let code = EventName.axis(text) else {
            let hint = EventName.nearestAxis(text).map { " (did you mean '\($0)'?)" } ?? ""
            return subject.complain(node.place, "must be an axis, as \"ABS_THROTTLE\", not \(quoted(text))\(hint)")
        }
        return code
    }
}
