import WheelBridge
import WheelConfiguration

/// `[[osc.control]]`
package enum OSCControlTable {
    private static let route = RouteKeys(
        receive: "Whether received messages set the control.",
        takeover: "What a received value does while the control has another one: `jump` sets it, `pickup` waits "
            + "until the knob reaches or passes it.",
        range: "The part of the control's range that `normal` spreads. Needed where the range has no ends.")
    static let address = Key(
        "address", OSCKeys.addressType, otherwise: "the `prefix` and the control's name", "The OSC address.")
    static let template = OSCKeys.template(
        otherwise: "`[\"f:value\"]`; of whole numbers and choices `[\"i:value\"]`",
        "The arguments of a message. One of them is the value: a type, and `value` (the control's own value, or the index of "
            + "a choice's position, or its name as a string) or `normal` (0 to 1 over the control's travel). Others are fixed."
    )

    package static let schema = TableSchema(
        "[[osc.control]]", "A control and its messages.",
        route.rows([address.row, template.row]))

    static func read(_ table: TOMLTable, prefix: String, _ mistakes: MistakeList) -> OSCControl? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let address = reader.read(address)
        let template = OSCKeys.read(
            reader.read(template), words: [.value, .normal], needsOne: true, mistakes)
        let hasNormal = template?.has(.normal) ?? false
        let (route, range) = route.read(reader, numbers: hasNormal ? .fraction : .values)
        if range.isGiven, range.value?.isFinite != false, !hasNormal {
            mistakes.add(range.place, "'range' belongs to 'normal': 'args' has none")
        }
        return route.map {
            OSCControl(route: $0, address: address.value ?? "\(prefix)/\($0.control)", template: template)
        }
    }
}
