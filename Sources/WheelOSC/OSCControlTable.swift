import WheelBridge
import WheelConfiguration

package enum OSCControlTable {
    package static let table = Table(
        "[[osc.control]]", "A control and its messages.",
        OSCControl(route: MirrorRoute(control: "", numbers: .values, mayEcho: true), address: "")
    ) {
        Setting.control
        Setting(
            "address", OSCKeys.addressType, otherwise: "the `prefix` and the control's name", { $0.address = $1 },
            "The OSC address.")
        Setting(
            "args", OSCKeys.template([.value, .normal]),
            otherwise: "`[\"f:value\"]`; of whole numbers and choices `[\"i:value\"]`", { $0.template = $1 },
            "The arguments of a message. One of them is the value: a type, and `value` (the control's own value, or the index of "
                + "a choice's position, or its name as a string) or `normal` (0 to 1 over the control's travel). Others are fixed."
        )
        Setting.route(
            receive: "Whether received messages set the control.",
            takeover: "What a received value does while the control has another one: `jump` sets it, `pickup` waits "
                + "until the knob reaches or passes it.",
            range: "The part of the control's range that `normal` spreads. Needed where the range has no ends.")
    }

    static func finish(_ control: inout OSCControl, _ reader: TableReader, prefix: String) -> OSCControl {
        if control.template?.has(.normal) ?? false {
            control.route.numbers = .fraction
        } else if reader.isGiven("range") {
            reader.complain(at: "range", "'range' belongs to 'normal': 'args' has none")
        }
        if !reader.has("address") { control.address = "\(prefix)/\(control.control)" }
        return control
    }
}
