import WheelConfiguration

/// `[[osc.feed]]`
package enum OSCFeedTable {
    static let input = Key(required: "input", .name, as: "\"dial\"", "The input's name. Its `type` is `client`.")
    static let button = Key(
        "button", .name, otherwise: "the only one", "The button's name, where the input has several.")
    static let form = Key(
        "form", .word(OSCFeed.Form.self), default: .turn,
        "What the value is: how far a knob was turned (`turn`), where a knob with ends stands (`absolute`, which turns the "
            + "input by as much as it changes), or whether a button is down (`button`: from 0.5 on).")
    static let address = OSCKeys.address("/dial/turn")
    static let template = OSCKeys.template(
        otherwise: "`[\"f:value\"]`",
        "The arguments. One of them is the value, in any type. The fixed ones must be the same.")
    static let detents = Key(
        "detents", .number(.closed(-100_000...100_000)), default: 1,
        "Detents for 1 of the value. Negative turns the other way.")

    package static let schema = TableSchema(
        "[[osc.feed]]", "Messages that are a knob or button of the panel: an input of type `client`.",
        [input.row, button.row, form.row, address.row, template.row, detents.row])

    static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> OSCFeed? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let input = reader.read(input)
        let button = reader.read(button)
        let form = reader.read(form)
        let address = reader.read(address)
        let template = OSCKeys.read(reader.read(template), words: [.value], needsOne: true, mistakes)
        let detents = reader.read(detents)
        if button.isGiven, form.value != .button {
            mistakes.add(button.place, "'button' belongs to the form \"button\"")
        }
        if detents.isGiven, form.value == .button {
            mistakes.add(detents.place, "'detents' belongs to knobs, not to buttons")
        }
        guard let name = input.value, let place = address.value else { return nil }
        return OSCFeed(
            input: name, button: button.value, form: form.value, address: place,
            template: template ?? .value(.float), detents: detents.value)
    }
}
