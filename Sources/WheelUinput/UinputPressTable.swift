import WheelBridge
import WheelConfiguration

package enum UinputPressTable {
    package static let table = Table("[[uinput.press]]", "A button of the panel that presses keys.", UinputPress()) {
        Setting.trigger(
            "`down`: the keys are held while the button is. `click`, `double` and `long` press and release them at once.",
            ofInput: false)
        Setting(
            required: "keys", .keys, as: "\"KEY_LEFTCTRL+KEY_Z\"", { $0.keys = $1 },
            "The keys, by the kernel's names. They go down in this order, and up in the reverse order.")
    }
}
