import WheelCore
import WheelModel

/// The kernel's axes, by their names. REL_WHEEL and REL_HWHEEL include their high-resolution axes.
enum EvdevAxis {
    static let names =
        ["DIAL", "WHEEL", "HWHEEL", "X", "Y", "Z", "RX", "RY", "RZ", "MISC"].map { "REL_" + $0 }
        + [
            "X", "Y", "Z", "RX", "RY", "RZ", "THROTTLE", "RUDDER", "WHEEL", "GAS", "BRAKE", "HAT0X", "HAT0Y", "HAT1X",
            "HAT1Y", "HAT2X", "HAT2Y", "HAT3X", "HAT3Y", "PRESSURE", "DISTANCE", "TILT_X", "TILT_Y", "TOOL_WIDTH",
            "VOLUME", "MISC",
        ].map { "ABS_" + $0 }

    /// Whether the axis reports its position.
    static func isAbsolute(_ name: String?) -> Bool { name?.hasPrefix("ABS_") == true }

    static let type = ValueType<String>(
        "axis's name, `REL_…` or `ABS_…`", write: { quoted($0, quote: "\"") },
        read: { node, subject in
            guard case .string(let text) = node.value else {
                return subject.mustBe("an axis by the kernel's name", node)
            }
            if names.contains(text) { return text }
            return subject.complain(
                node.place,
                "must be an axis by the kernel's name, as \"REL_DIAL\" or \"ABS_X\", not \(quoted(text, quote: "\""))"
                    + NearestName.suggestion(text, in: names))
        })
}
