import WheelBridge
import WheelConfiguration

/// `[[osc.press]]`
package enum OSCPressTable {
    private static let trigger = PressKeys(
        "`down`: a message when it goes down, and another one when it comes up. `click`, `double` and `long` send one.")
    static let address = OSCKeys.address("/transport/play")
    static let template = OSCKeys.template(
        otherwise: "`[\"i:down\"]`",
        "The arguments of the message. `down` is 1 for a button that is down, and 0 for one that is up. Without it nothing "
            + "is sent when the button comes up.")

    package static let schema = TableSchema(
        "[[osc.press]]", "A button of the panel that sends messages.",
        trigger.rows + [address.row, template.row])

    static func read(_ table: TOMLTable, _ mistakes: MistakeList) -> OSCPress? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        let trigger = trigger.read(reader)
        let address = reader.read(address).value
        let template = OSCKeys.read(reader.read(template), words: [.down], needsOne: false, mistakes)
        guard let trigger, let address else { return nil }
        return OSCPress(
            trigger: trigger, address: address, template: template ?? OSCTemplate([.word(.int, .down)]))
    }
}
