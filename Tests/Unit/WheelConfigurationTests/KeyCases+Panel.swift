import WheelConfiguration
import WheelCore
import WheelModel

extension KeyCase {
    private static let controls = """
        [[control]]
        name = "gain"
        kind = "float"
        range = "[0, 100]"
        [[control]]
        name = "pan"
        kind = "float"
        range = "[0, 100]"

        """
    private static let ramp = controls + "[[ramp]]\nname = \"r\"\ncontrol = \"pan\"\nto = 5\n%"

    static let ramps: [KeyCase] = [
        KeyCase("[[ramp]]", #"name = "sweep""#, in: controls + "[[ramp]]\n%\ncontrol = \"pan\"\nto = 5") {
            $0.panel.ramps.first?.name == "sweep"
        },
        KeyCase("[[ramp]]", #"control = "pan""#, in: controls + "[[ramp]]\nname = \"r\"\n%\nto = 5") {
            $0.panel.ramps.first?.control == 1
        },
        KeyCase("[[ramp]]", "from = 3", in: ramp) { $0.panel.ramps.first?.motion.from == 3 },
        KeyCase("[[ramp]]", "to = 9.5", in: controls + "[[ramp]]\nname = \"r\"\ncontrol = \"pan\"\n%") {
            $0.panel.ramps.first?.motion.target == .to(9.5)
        },
        KeyCase("[[ramp]]", "by = -690", in: controls + "[[ramp]]\nname = \"r\"\ncontrol = \"pan\"\n%") {
            $0.panel.ramps.first?.motion.target == .by(-690)
        },
        KeyCase("[[ramp]]", "duration_s = 2.5", in: ramp) {
            $0.panel.ramps.first?.motion.duration == .milliseconds(2500)
        },
        KeyCase("[[ramp]]", #"curve = "ease-in""#, in: ramp) { $0.panel.ramps.first?.motion.curve == .easeIn },
        KeyCase("[[ramp]]", "curve = [0.42, 0, 0.58, 1]", in: ramp) {
            $0.panel.ramps.first?.motion.curve == .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
        },
        KeyCase("[[ramp]]", "hold = true", in: ramp) { $0.panel.ramps.first?.motion.holds == true },
    ]

    private static let preset = controls + "[[preset]]\nname = \"p\"\nvalues = { pan = 5 }\n%"

    static let presets: [KeyCase] = [
        KeyCase("[[preset]]", #"name = "night""#, in: controls + "[[preset]]\n%\nvalues = { pan = 5 }") {
            $0.panel.presets.first?.name == "night"
        },
        KeyCase("[[preset]]", #"label = "Night""#, in: preset) { $0.panel.presets.first?.label == "Night" },
        KeyCase("[[preset]]", "values = { pan = 5 }", in: controls + "[[preset]]\nname = \"p\"\n%") {
            $0.panel.presets.first?.values == [Assignment(control: "pan", value: .number(5))]
        },
        KeyCase("[[preset]]", "writable = true", in: preset) { $0.panel.presets.first?.isWritable == true },
    ]

    private static let gpio = controls + "[[input]]\nname = \"k\"\ntype = \"gpio\"\na = 1\nb = 2\n%"
    private static let fed = controls + "[[input]]\nname = \"k\"\ntype = \"client\"\n%"
    private static let evdev = controls + "[[input]]\nname = \"k\"\ntype = \"evdev\"\n%"
    private static let pot: String = evdev.dropLast() + "match = { name = \"x\" }\naxis = \"ABS_X\"\n%"
    private static let touch = controls + "[[input]]\nname = \"k\"\ntype = \"touch\"\n%"

    static let inputs: [KeyCase] = [
        KeyCase("[[input]]", #"name = "dial""#, in: "[[input]]\n%\ntype = \"evdev\"") {
            $0.panel.inputs.first?.name == "dial"
        },
        KeyCase("[[input]]", #"like = "k""#, in: gpio.dropLast() + "\n[[input]]\nname = \"d\"\n%\na = 3\nb = 4") {
            $0.panel.inputs.map(\.name) == ["k", "d"] && $0.panel.inputs.last?.source.type == "gpio"
        },
        KeyCase("[[input]]", #"type = "terminal""#, in: "[[input]]\nname = \"k\"\n%") {
            $0.panel.inputs.first?.source == .client(ClientInputSettings())
        },
        KeyCase("[[input]]", #"controls = ["pan"]"#, in: evdev) { $0.panel.inputs.first?.controls == [1] },
        KeyCase("[[input]]", #"ramp = "r""#, in: evdev + "\n" + ramp.dropFirst(controls.count).dropLast(2)) {
            $0.panel.inputs.first?.ramp == 0
        },
        KeyCase("[[input]]", #"on = { click = "lock" }"#, in: evdev) {
            $0.panel.inputs.first?.bindings.click == .request(.lock(true))
        },
        KeyCase("[[input]]", "reverse = true", in: gpio) { $0.gpio?.encoder?.isReversed == true },
        KeyCase("[[input]]", "reverse = true", in: evdev) { $0.evdev?.isReversed == true },
        KeyCase("[[input]]", #"chip = "pinctrl-rp1""#, in: gpio) { $0.gpio?.chip == "pinctrl-rp1" },
        KeyCase("[[input]]", #"a = "GPIO17""#, in: "[[input]]\nname = \"k\"\ntype = \"gpio\"\n%\nb = \"GPIO27\"") {
            $0.gpio?.encoder?.a == .named("GPIO17") && $0.gpio?.chip == nil
        },
        KeyCase("[[input]]", "b = 27", in: "[[input]]\nname = \"k\"\ntype = \"gpio\"\na = 17\n%") {
            $0.gpio?.encoder?.b == .offset(27) && $0.gpio?.chip == nil
        },
        KeyCase("[[input]]", #"button = "GPIO22""#, in: "[[input]]\nname = \"k\"\ntype = \"gpio\"\n%") {
            $0.gpio?.button == .named("GPIO22") && $0.gpio?.encoder == nil
        },
        KeyCase("[[input]]", #"bias = "as-is""#, in: gpio) { $0.gpio?.bias == .asIs },
        KeyCase("[[input]]", "active_low = true", in: gpio) { $0.gpio?.isActiveLow == true },
        KeyCase("[[input]]", "initial = true", in: gpio + "\nbutton = 22") { $0.gpio?.reportsInitialLevel == true },
        KeyCase("[[input]]", "detents = 20", in: gpio) { $0.panel.inputs.first?.givenDetents == 20 },
        KeyCase("[[input]]", "detents = 96", in: evdev) { $0.panel.inputs.first?.givenDetents == 96 },
        KeyCase("[[input]]", "transitions_per_detent = 2", in: gpio) { $0.gpio?.encoder?.transitionsPerDetent == 2 },
        KeyCase("[[input]]", #"rest = "b""#, in: gpio) { $0.gpio?.encoder?.rest == .b },
        KeyCase("[[input]]", "detents_per_step = 4", in: gpio) { $0.panel.inputs.first?.detentsPerStep == 4 },
        KeyCase("[[input]]", "detents_per_step = 64", in: evdev) { $0.panel.inputs.first?.detentsPerStep == 64 },
        KeyCase("[[input]]", "detents_per_step = 2", in: fed) { $0.panel.inputs.first?.detentsPerStep == 2 },
        KeyCase("[[input]]", "detentless = true", in: evdev) { $0.panel.inputs.first?.isDetentless == true },
        KeyCase("[[input]]", "detentless = true", in: gpio + "\ntransitions_per_detent = 400") {
            $0.panel.inputs.first?.isDetentless == true && $0.gpio?.encoder?.transitionsPerDetent == 400
        },
        KeyCase("[[input]]", "debounce_us = 500", in: gpio) {
            $0.gpio?.encoder?.debounce == Interval(microseconds: 500)
        },
        KeyCase("[[input]]", "debounce_us = 0", in: gpio + "\ntransitions_per_detent = 1") {
            $0.gpio?.encoder?.debounce == .zero
        },
        KeyCase("[[input]]", #"match = { name = "x*" }"#, in: evdev) { $0.evdev?.match == DeviceMatch(name: "x*") },
        KeyCase("[[input]]", #"match = { name = "x*" }"#, in: touch) {
            $0.touchscreen?.match == DeviceMatch(name: "x*")
        },
        KeyCase("[[input]]", "grab = true", in: evdev) { $0.evdev?.grabs == true },
        KeyCase("[[input]]", "grab = true", in: touch) { $0.touchscreen?.grabs == true },
        KeyCase("[[input]]", #"axis = "REL_HWHEEL""#, in: evdev) { $0.evdev?.axis == "REL_HWHEEL" },
        KeyCase("[[input]]", #"axis = "ABS_WHEEL""#, in: evdev + "\nmatch = { name = \"x\" }") {
            $0.evdev?.axis == "ABS_WHEEL"
        },
        KeyCase("[[input]]", "axis_wraps = true", in: pot) { $0.evdev?.axisWraps == true },
        KeyCase("[[input]]", "axis_noise = 7", in: pot) { $0.evdev?.axisNoise == 7 },
        KeyCase("[[input]]", #"takeover = "scale""#, in: pot) { $0.panel.inputs.first?.takeover == .scale },
        KeyCase("[[input]]", #"turn_keys = ["KEY_A", "BTN_B"]"#, in: evdev) {
            $0.evdev?.turnKeys == TurnKeys(down: "KEY_A", up: "BTN_B")
        },
        KeyCase("[[input]]", "haptics = true", in: evdev) { $0.evdev?.hasHaptics == true },
        KeyCase("[[input]]", "matrix = [0, 1, 0, -1, 0, 1]", in: touch) {
            $0.touchscreen?.matrix == [0, 1, 0, -1, 0, 1]
        },
        KeyCase("[[input]]", #"display = "main""#, in: touch) { $0.panel.inputs.first?.display == 0 },
        KeyCase("[[input]]", #"display = "main""#, in: gpio) { $0.panel.inputs.first?.display == 0 },
        KeyCase("[[input]]", #"display = "main""#, in: evdev) { $0.panel.inputs.first?.display == 0 },
        KeyCase("[[input]]", #"display = "main""#, in: fed) { $0.panel.inputs.first?.display == 0 },
        KeyCase("match", #"name = "Griffin*""#, in: evdev.dropLast() + "match = { % }") {
            $0.evdev?.match == DeviceMatch(name: "Griffin*")
        },
        KeyCase("match", #"path = "/dev/input/event3""#, in: evdev.dropLast() + "match = { % }") {
            $0.evdev?.match == DeviceMatch(path: "/dev/input/event3")
        },
        KeyCase("match", #"phys = "usb-*""#, in: evdev.dropLast() + "match = { % }") {
            $0.evdev?.match == DeviceMatch(phys: "usb-*")
        },
        KeyCase("match", #"uniq = "aa:bb:*""#, in: evdev.dropLast() + "match = { % }") {
            $0.evdev?.match == DeviceMatch(uniq: "aa:bb:*")
        },
        KeyCase("match", "vendor = 0x077d", in: evdev.dropLast() + "match = { % }") {
            $0.evdev?.match == DeviceMatch(vendor: 0x077D)
        },
        KeyCase("match", "product = 0x0410", in: evdev.dropLast() + "match = { % }") {
            $0.evdev?.match == DeviceMatch(product: 0x0410)
        },
        KeyCase("match", #"property = "ID_BUS=usb""#, in: evdev.dropLast() + "match = { % }") {
            $0.evdev?.match == DeviceMatch(property: "ID_BUS=usb")
        },
    ]

    private static let on = String(evdev.dropLast()) + "[input.on]\n%"

    static let bindings: [KeyCase] = [
        KeyCase("[input.on]", #"down = "lock""#, in: on) {
            $0.panel.inputs.first?.bindings.down == .request(.lock(true))
        },
        KeyCase("[input.on]", #"up = "unlock""#, in: on) {
            $0.panel.inputs.first?.bindings.up == .request(.lock(false))
        },
        KeyCase("[input.on]", #"click = "reset:pan""#, in: on) {
            $0.panel.inputs.first?.bindings.click == .request(.reset(control: "pan"))
        },
        KeyCase("[input.on]", #"held = { op = "lock" }"#, in: on) {
            $0.panel.inputs.first?.bindings.held == [HeldEffect(.lock, .panel)]
        },
        KeyCase("held", #"op = "lock""#, in: on.dropLast() + "held = { %, controls = \"*\" }") {
            $0.panel.inputs.first?.bindings.held == [HeldEffect(.lock, .everyControl)]
        },
        KeyCase("held", #"speed = "fine""#, in: on.dropLast() + "held = { op = \"speed\", %, controls = \"*\" }") {
            $0.panel.inputs.first?.bindings.held == [HeldEffect(.speed("fine"), .everyControl)]
        },
        KeyCase("held", #"controls = ["pan"]"#, in: on.dropLast() + "held = [{ op = \"lock\", % }]") {
            $0.panel.inputs.first?.bindings.held == [HeldEffect(.lock, .controls([1]))]
        },
        KeyCase("[input.on]", #"double = "none""#, in: on) {
            $0.panel.inputs.first?.bindings.double == Action.none
        },
        KeyCase("[input.on]", #"long = "next-control""#, in: on) {
            $0.panel.inputs.first?.bindings.long == .request(.moveFocus(by: 1))
        },
        KeyCase("[input.on]", #"turn = "control:pan""#, in: on) {
            $0.panel.inputs.first?.bindings.turn == .control(1)
        },
    ]

    private static let page = controls + "[[page]]\nname = \"p\"\ncontrols = [\"pan\", \"gain\"]\n%"

    static let displays: [KeyCase] = [
        KeyCase("[[display]]", #"name = "front""#, in: "[[display]]\n%") { $0.displays.map(\.name) == ["front"] },
        KeyCase("[[display]]", #"output = "fbdev:/dev/fb1""#, in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.output == .fbdev("/dev/fb1")
        },
        KeyCase("[[display]]", "size = [128, 64]", in: "[[display]]\nname = \"d\"\noutput = \"remote\"\n%") {
            $0.displays.first?.output == .remote(width: 128, height: 64)
        },
        KeyCase("[[display]]", "size_mm = [108, 64.8]", in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.millimetres == Size(width: 108, height: 64.8)
        },
        KeyCase("[[display]]", "distance_m = 1.5", in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.distance == 1.5
        },
        KeyCase("[[display]]", "corner_mm = 3", in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.cornerMillimetres == 3
        },
        KeyCase("[[display]]", #"motion = "reduced""#, in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.motion == .reduced
        },
        KeyCase("[[display]]", "rotate = 270", in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.rotation == .threeQuarters
        },
        KeyCase("[[display]]", #"theme = "light""#, in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.theme == .light
        },
        KeyCase("[[display]]", "fps = 30", in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.framesPerSecond == 30
        },
        KeyCase("[[display]]", "blank_after_s = 0.5", in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.blankAfter == .milliseconds(500)
        },
        KeyCase("[[display]]", #"output = "drm:HDMI-A-1""#, in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.output == .connector("HDMI-A-1")
        },
        KeyCase("[[display]]", #"blank_by = "black""#, in: "[[display]]\nname = \"d\"\nblank_after_s = 9\n%") {
            $0.displays.first?.blanking == .black
        },
        KeyCase("[[display]]", #"waking = "all""#, in: "[[display]]\nname = \"d\"\nblank_after_s = 9\n%") {
            $0.displays.first?.waking == .all
        },
        KeyCase("[[display]]", #"font = "/usr/share/fonts/x.ttf""#, in: "[[display]]\nname = \"d\"\n%") {
            $0.displays.first?.font == "/usr/share/fonts/x.ttf"
        },
        KeyCase("[[page]]", #"name = "mix""#, in: controls + "[[page]]\n%\ncontrols = [\"pan\"]") {
            $0.panel.pages.first?.name == "mix" && $0.panel.pages.first?.title == "mix"
        },
        KeyCase("[[page]]", #"title = "The mix""#, in: page) { $0.panel.pages.first?.title == "The mix" },
        KeyCase("[[page]]", #"display = "main""#, in: page) { $0.panel.pages.first?.display == 0 },
        KeyCase("[[page]]", #"controls = ["pan"]"#, in: controls + "[[page]]\nname = \"p\"\n%") {
            $0.panel.pages.first?.controls == [1]
        },
        KeyCase("[[page]]", #"grid = ["pan pan gain", ". . gain"]"#, in: controls + "[[page]]\nname = \"p\"\n%") {
            $0.panel.pages.first?.controls == [1, 0]
                && $0.panel.pages.first?.areas
                    == PageAreas(
                        columns: 3, rows: 2,
                        areas: [
                            PageAreas.Area(column: 0, row: 0, columns: 2, rows: 1),
                            PageAreas.Area(column: 2, row: 0, columns: 1, rows: 2),
                        ])
        },
        KeyCase("[[page]]", "columns = 1", in: page) { $0.panel.pages.first?.columns == 1 },
        KeyCase("[[page]]", "rows = 2", in: page) { $0.panel.pages.first?.rows == 2 },
        KeyCase("[[page]]", #"inputs = ["screen", "knob"]"#, in: page) {
            $0.panel.pages.first?.inputs == [1, 0]
        },
    ]
}
