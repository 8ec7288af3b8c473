import WheelBridge
import WheelConfiguration

/// `[[osc.control]]`
package enum OSCControlTable {
    static let control = Key(required: "control", .name, as: "\"cutoff\"", "The control's name.")
    static let address = Key(
        "address", OSCKeys.addressType, otherwise: "the `prefix` and the control's name", "The OSC address.")
    static let template = OSCKeys.template(
        otherwise: "`[\"f:value\"]`; of whole numbers and choices `[\"i:value\"]`",
        "The arguments of a message. One of them is the value: a type, and `value` (the control's own value, or the index of "
            + "a choice's position, or its name as a string) or `normal` (0 to 1 over the control's travel). Others are fixed."
    )
    static let send = Key("send", .flag, default: true, "Whether the control's changes are sent.")
    static let receive = Key("receive", .flag, default: true, "Whether received messages set the control.")
    static let takeover = Key(
        "takeover", .word(KnobTakeover.self), default: .jump,
        "What a received value does while the control has another one: `jump` sets it, `pickup` waits until the knob "
            + "reaches or passes it.")
    static let range = Key(
        "range", .range, otherwise: "the control's range",
        "The part of the control's range that `normal` spreads. Needed where the range has no ends.")

    package static let schema = TableSchema(
        "[[osc.control]]", "A control and its messages.",
        [control.row, address.row, template.row, send.row, receive.row, takeover.row, range.row])

    static func read(_ table: TOMLTable, prefix: String, _ mistakes: MistakeList) -> OSCControl? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let control = reader.read(control)
        let address = reader.read(address)
        let template = OSCKeys.read(
            reader.read(template), words: [.value, .normal], needsOne: true, mistakes)
        let sends = reader.read(send).value
        let receives = reader.read(receive).value
        let takeover = reader.read(takeover).value
        let range = reader.read(range)
        if let part = range.value, !part.isFinite {
            mistakes.add(range.place, "'range' must have two ends, as \"[0, 100]\"")
        } else if range.isGiven, !(template?.has(.normal) ?? false) {
            mistakes.add(range.place, "'range' belongs to 'normal': 'args' has none")
        }
        guard let name = control.value else { return nil }
        var result = OSCControl(control: name, address: address.value ?? "\(prefix)/\(name)", template: template)
        result.sends = sends
        result.receives = receives
        result.takeover = takeover
        result.part = range.value
        return result
    }
}
