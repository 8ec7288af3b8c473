import WheelBridge
import WheelConfiguration

package enum OSCFeedTable {
    package static let table = Table(
        "[[osc.feed]]", "Messages that are a knob or button of the panel: an input of type `client`.", OSCFeed()
    ) {
        Setting.target()
        Setting(
            "form", .word(), default: OSCFeed.Form.turn, { $0.form = $1 },
            "What the value is: how far a knob was turned (`turn`), where a knob with ends stands (`absolute`, which turns the "
                + "input by as much as it changes), or whether a button is down (`button`: from 0.5 on).")
        Setting(
            required: "address", OSCKeys.addressType, as: "\"/dial/turn\"", { $0.address = $1 }, "The OSC address.")
        Setting(
            "args", OSCKeys.template([.value]), otherwise: "`[\"f:value\"]`", { $0.template = $1 },
            "The arguments. One of them is the value, in any type. The fixed ones must be the same.")
        Setting.detents(most: 100_000, for: "1 of the value")
    }
}
