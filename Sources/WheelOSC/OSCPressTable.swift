import WheelBridge
import WheelConfiguration

/// `[[osc.press]]`
package enum OSCPressTable {
    static let gesture = PressTrigger.gesture(
        "`down`: a message when it goes down, and another one when it comes up. `click`, `double` and `long` send one.")
    static let address = OSCKeys.address("/transport/play")
    static let template = OSCKeys.template(
        otherwise: "`[\"i:down\"]`",
        "The arguments of the message. `down` is 1 for a button that is down, and 0 for one that is up. Without it nothing "
            + "is sent when the button comes up.")

    package static let schema = TableSchema(
        "[[osc.press]]", "A button of the panel that sends messages.",
        [OSCKeys.input.row, PressTrigger.button.row, gesture.row, address.row, template.row])

    static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> OSCPress? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let input = reader.read(OSCKeys.input)
        let button = reader.read(PressTrigger.button)
        let gesture = reader.read(gesture)
        let address = reader.read(address)
        let template = OSCKeys.read(reader.read(template), words: [.down], needsOne: false, mistakes)
        guard let name = input.value, let place = address.value else { return nil }
        return OSCPress(
            trigger: PressTrigger(input: name, button: button.value, gesture: gesture.value), address: place,
            template: template ?? OSCTemplate([.word(.int, .down)]))
    }
}
