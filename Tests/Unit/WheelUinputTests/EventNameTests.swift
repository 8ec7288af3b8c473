import Testing

@testable import WheelUinput

@Suite struct EventNameTests {
    @Test func keysAndAxesHaveTheKernelsNames() {
        #expect(EventName.key("KEY_Z") == 44)
        #expect(EventName.key("BTN_LEFT") == 0x110)
        #expect(EventName.axis("ABS_THROTTLE") == 6)
        #expect(EventName.key("ABS_X") == nil && EventName.axis("KEY_Z") == nil)
    }

    /// With the code of a finger or a pen, a desktop would take the keyboard for a touchscreen or a tablet.
    /// `KEY_RESERVED` and `KEY_MAX` are no keys.
    @Test(arguments: ["BTN_TOUCH", "BTN_TOOL_PEN", "KEY_RESERVED", "KEY_MAX"])
    func someKeysAreRefused(name: String) { #expect(EventName.key(name) == nil) }

    @Test func axesOfTouchscreensAreRefused() { #expect(EventName.axis("ABS_MT_POSITION_X") == nil) }

    private static let spellings: [(written: String, meant: String)] = [
        ("Z", "KEY_Z"), ("ctrl", "KEY_LEFTCTRL"), ("KEY_CTRL", "KEY_LEFTCTRL"), ("key_z", "KEY_Z"),
        ("KEY_VOLUMUP", "KEY_VOLUMEUP"), ("btn_left", "BTN_LEFT"),
    ]

    @Test(arguments: spellings)
    func aMisspeltKeyIsSuggested(written: String, meant: String) { #expect(EventName.nearestKey(written) == meant) }
}
