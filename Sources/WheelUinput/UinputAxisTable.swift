import WheelBridge
import WheelConfiguration

package enum UinputAxisTable {
    private static let usual = UinputAxis()

    package static let table = Table(
        "[[uinput.axis]]", "A control that is an absolute axis, as of a joystick.", usual
    ) {
        Setting(required: "control", .name, as: "\"throttle\"", { $0.control = $1 }, "The control's name.")
        Setting(
            required: "axis", .axis, as: "\"ABS_THROTTLE\"", { $0.code = $1 }, "The axis, by the kernel's name.")
        Setting(
            "min", .whole(-2_147_483_648...2_147_483_646), default: usual.minimum, { $0.minimum = $1 },
            "The axis at the lower end of the control's range.")
        Setting(
            "max", .whole(-2_147_483_647...2_147_483_647), default: usual.maximum, { $0.maximum = $1 },
            "The axis at the upper end of the control's range.")
        Setting(
            "range", .part, otherwise: "the control's range", { $0.part = $1 },
            "The part of the control's range that the axis has. Needed where the range has no ends.")
    }

    /// `codes`: the axes of the tables before this one.
    static func finish(_ axis: UinputAxis, _ reader: TableReader, _ codes: inout Set<UInt16>) -> UinputAxis {
        if axis.minimum >= axis.maximum {
            reader.complain(
                at: reader.isGiven("max") ? "max" : "min",
                "'max' must be greater than 'min', not \(axis.maximum) with \(axis.minimum)")
        }
        if reader.isGiven("axis"), !codes.insert(axis.code).inserted {
            reader.complain(at: "axis", "another [[uinput.axis]] has \(EventName.name(ofAxis: axis.code)) already")
        }
        return axis
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
