internal import CEvdev
import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput

struct MatchingTests {
    @Test(arguments: [
        ("Griffin*", "Griffin PowerMate", true), ("Griffin*", "A Griffin", false), ("*Mate", "PowerMate", true),
        ("*a*b*", "xxaxxbxx", true), ("*a*b*", "xxbxxaxx", false), ("?", "x", true), ("?", "", false),
        ("", "", true), ("", "x", false), ("*", "", true), ("**", "x", true), ("[ab]", "[ab]", true),
        ("[ab]", "a", false), ("*aab", "aaaab", true), ("Ä?", "Äö", true),
    ])
    func globs(_ pattern: String, _ text: String, _ isMatch: Bool) {
        #expect(Glob(pattern).matches(text) == isMatch)
    }

    /// The text in /sys has words as wide as a C `long`, the highest word first.
    @Test func codeSetsAreReadAsTheKernelWritesThem() {
        #expect(CodeSet(kernelText: "").codes.isEmpty)
        #expect(CodeSet(kernelText: "0").isEmpty)
        #expect(CodeSet(kernelText: "80").codes == [REL_DIAL])
        let words = "1" + String(repeating: " 0", count: Int(BTN_0) / UInt.bitWidth)
        #expect(CodeSet(kernelText: words).codes == [BTN_0])
        #expect(CodeSet([3, 300]).codes == [3, 300])
        #expect(!CodeSet([3]).contains(4) && !CodeSet([3]).contains(-1) && !CodeSet([3]).contains(1000))
    }

    private static let knob = InputNode(
        path: "/dev/input/event77", place: "/sys/a", name: "Griffin PowerMate", phys: "usb-1/input0", uniq: "aa:bb",
        vendor: 0x77d, product: 0x410, keys: CodeSet([BTN_0]), relative: CodeSet([REL_DIAL]),
        properties: ["ID_INPUT_KEY": "1"])

    @Test(arguments: [
        (DeviceMatch(), nil), (DeviceMatch(name: "Griffin*"), nil), (DeviceMatch(name: "x"), "its name is not 'x'"),
        (DeviceMatch(phys: "usb-?/*"), nil), (DeviceMatch(phys: "usb-2*"), "its phys is not 'usb-2*'"),
        (DeviceMatch(uniq: "aa:*"), nil), (DeviceMatch(uniq: "AA:BB"), nil),
        (DeviceMatch(uniq: "aa:bc"), "its uniq is not 'aa:bc'"),
        (DeviceMatch(vendor: 0x77d, product: 0x410), nil), (DeviceMatch(vendor: 1), "its vendor is not 0x0001"),
        (DeviceMatch(vendor: 0x77d, product: 2), "its product is not 0x0002"),
        (DeviceMatch(path: "/dev/input/event77"), nil), (DeviceMatch(path: "/dev/null"), "it is not at /dev/null"),
        (DeviceMatch(property: "ID_INPUT_KEY"), nil), (DeviceMatch(property: "ID_INPUT_KEY=1"), nil),
        (DeviceMatch(property: "ID_INPUT_KEY=2"), "it has no udev property ID_INPUT_KEY=2"),
        (DeviceMatch(property: "ID_X"), "it has no udev property ID_X"),
    ])
    func allGivenConditionsMustHold(_ match: DeviceMatch, _ mismatch: String?) {
        #expect(match.mismatch(with: Self.knob) == mismatch)
    }

    @Test func anInputOfEveryRotaryDeviceTakesThoseThatHaveItsAxis() {
        func answer(_ axis: String?) -> NodeClaims.Answer {
            NodeClaims([InputSettings(name: "knob", source: .evdev(EvdevSettings(axis: axis)))]).answer(for: Self.knob)
        }
        #expect(answer(nil).inputs == [0])
        #expect(answer("REL_DIAL").inputs == [0])
        #expect(answer("REL_HWHEEL") == .nobody("input knob: it has no REL_HWHEEL"))
    }

    /// If an input used the device that wheel-uinput makes, the panel would turn itself.
    @Test func noInputTakesADeviceOfTheBridgeToUinput() {
        var node = Self.knob
        node.phys = "wheel-uinput"
        let reason = "wheel-uinput made it, and the panel would turn itself"
        #expect(node.kind == .bridge)
        for match in [nil, DeviceMatch(name: "*"), DeviceMatch(path: node.path), DeviceMatch(phys: "wheel-*")] {
            let claims = NodeClaims([InputSettings(name: "knob", source: .evdev(EvdevSettings(match: match)))])
            #expect(claims.answer(for: node) == .nobody("input knob: \(reason)"))
        }
    }

    @Test func kindsAreDistinguished() {
        func node(_ keys: [Int32], _ relative: [Int32] = [], _ absolute: [Int32] = [], _ traits: [Int32] = [])
            -> InputNode
        {
            InputNode(
                path: "", place: "", name: "", keys: CodeSet(keys), relative: CodeSet(relative),
                absolute: CodeSet(absolute), traits: CodeSet(traits))
        }
        let multitouch = [ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y]
        #expect(Self.knob.kind == .rotary)
        #expect(node([BTN_LEFT], [REL_X, REL_Y, REL_WHEEL]).kind == .pointer)
        #expect(node(Array(1...127), [REL_WHEEL]).kind == .keyboard)
        #expect(node([KEY_MUTE]).kind == .keys)
        // A Surface Dial, which reports its position on a screen.
        #expect(node([BTN_0, BTN_TOUCH], [REL_DIAL], [ABS_X, ABS_Y]).kind == .rotary)
        #expect(node([BTN_TOUCH], [REL_DIAL], multitouch, [INPUT_PROP_DIRECT]).kind == .rotary)
        #expect(node([BTN_LEFT], [REL_X, REL_Y, REL_DIAL]).kind == .pointer)
        #expect(node(Array(1...127), [REL_DIAL]).kind == .keyboard)
        #expect(node([]).kind == .other)
        #expect(node([BTN_TOUCH], [], multitouch, [INPUT_PROP_DIRECT]).kind == .touchscreen)
        #expect(node([BTN_TOUCH], [], [ABS_X, ABS_Y]).kind == .touchscreen)
        #expect(node([BTN_TOUCH, BTN_TOOL_FINGER], [], multitouch, [INPUT_PROP_POINTER]).kind == .pointer)
        #expect(node([BTN_TOUCH, BTN_TOOL_PEN], [], [ABS_X, ABS_Y]).kind == .pointer)
    }
}
