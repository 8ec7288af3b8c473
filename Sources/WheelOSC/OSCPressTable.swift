import WheelBridge
import WheelConfiguration

package enum OSCPressTable {
    package static let table = Table("[[osc.press]]", "A button of the panel that sends messages.", OSCPress()) {
        Setting.trigger(
            "`down`: a message when it goes down, and another one when it comes up. `click`, `double` and `long` send one."
        )
        Setting(
            required: "address", OSCKeys.addressType, as: "\"/transport/play\"", { $0.address = $1 },
            "The OSC address.")
        Setting(
            "args", OSCKeys.template([.down], mayLackValue: true), otherwise: "`[\"i:down\"]`", { $0.template = $1 },
            "The arguments of the message. `down` is 1 for a button that is down, and 0 for one that is up. Without it nothing "
                + "is sent when the button comes up.")
    }
}
