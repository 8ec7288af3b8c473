import WheelBridge
import WheelConfiguration

/// `[[osc.feed]]`
package enum OSCFeedTable {
    private static let target = FeedKeys(mostDetents: 100_000, for: "1 of the value")
    static let form = Key(
        "form", .word(OSCFeed.Form.self), default: .turn,
        "What the value is: how far a knob was turned (`turn`), where a knob with ends stands (`absolute`, which turns the "
            + "input by as much as it changes), or whether a button is down (`button`: from 0.5 on).")
    static let address = OSCKeys.address("/dial/turn")
    static let template = OSCKeys.template(
        otherwise: "`[\"f:value\"]`",
        "The arguments. One of them is the value, in any type. The fixed ones must be the same.")

    package static let schema = TableSchema(
        "[[osc.feed]]", "Messages that are a knob or button of the panel: an input of type `client`.",
        target.rows([form.row, address.row, template.row]))

    static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> OSCFeed? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let form = reader.read(form).value
        let address = reader.read(address).value
        let template = OSCKeys.read(reader.read(template), words: [.value], needsOne: true, mistakes)
        let target = target.read(reader, isButton: form == .button, forms: "form \"button\"")
        guard let target, let address else { return nil }
        return OSCFeed(target: target, form: form, address: address, template: template ?? .value(.float))
    }
}
