import WheelConfiguration
import WheelCore
import WheelModel

/// A key with a value that is not its default, and a condition that the resulting settings fulfil.
struct KeyCase: Sendable, CustomStringConvertible {
    let table: String
    let line: String
    let text: String
    let holds: @Sendable (Settings) -> Bool

    var key: String { String(line.prefix { $0 != " " }) }
    var description: String { "\(table) \(line)" }

    /// `frame` is a configuration file in which `%` is replaced by `line`.
    init(_ table: String, _ line: String, in frame: String, _ holds: @escaping @Sendable (Settings) -> Bool) {
        self.table = table
        self.line = line
        text = frame.split(separator: "%", omittingEmptySubsequences: false).joined(separator: line)
        self.holds = holds
    }
}

extension Settings {
    var control: ControlSettings? { panel.controls.first }

    var number: NumberSettings? {
        switch control?.quantity {
        case .float(let number), .int(let number): number
        case .choice, .selection, nil: nil
        }
    }

    var positions: PositionSettings? {
        switch control?.quantity {
        case .choice(let positions), .selection(let positions): positions
        case .float, .int, nil: nil
        }
    }

    var gpio: GPIOSettings? {
        if case .gpio(let gpio)? = panel.inputs.first?.source { gpio } else { nil }
    }

    var evdev: EvdevSettings? {
        if case .evdev(let evdev)? = panel.inputs.first?.source { evdev } else { nil }
    }

    var touchscreen: TouchSettings? {
        if case .touch(let touch)? = panel.inputs.first?.source { touch } else { nil }
    }
}

extension KeyCase {
    static let all = daemon + controls + parts + ramps + presets + inputs + bindings + displays

    private static let daemon: [KeyCase] = [
        KeyCase("[socket]", #"path = "/tmp/w.sock""#, in: "[socket]\n%") { $0.socket.path == "/tmp/w.sock" },
        KeyCase("[socket]", #"mode = "0640""#, in: "[socket]\n%") { $0.socket.mode == 0o640 },
        KeyCase("[socket]", #"group = "video""#, in: "[socket]\n%") { $0.socket.group == "video" },
        KeyCase("[socket]", #"write = ["root", "@input", 1000]"#, in: "[socket]\n%") {
            $0.socket.writers == ["root", "@input", "1000"]
        },
        KeyCase("[socket]", #"define = ["@audio"]"#, in: "[socket]\n%") { $0.socket.definers == ["@audio"] },
        KeyCase("[socket]", "max_clients = 5", in: "[socket]\n%") { $0.socket.maxClients == 5 },
        KeyCase("[state]", #"path = "/tmp/state""#, in: "[state]\n%") { $0.state.path == "/tmp/state" },
        KeyCase("[state]", "restore = false", in: "[state]\n%") { !$0.state.restores },
        KeyCase("[state]", "every_s = 2.5", in: "[state]\n%") { $0.state.interval == .milliseconds(2500) },
        KeyCase("[panel]", "locked = true", in: "[panel]\n%") { $0.panel.isLocked },
        KeyCase("[buttons]", "debounce_ms = 5", in: "[buttons]\n%") { $0.buttonDebounce == .milliseconds(5) },
        KeyCase("[buttons]", "double_ms = 300", in: "[buttons]\n%") { $0.panel.buttons.double == .milliseconds(300) },
        KeyCase("[buttons]", "long_ms = 900", in: "[buttons]\n%") { $0.panel.buttons.long == .milliseconds(900) },
        KeyCase("[touch]", "tap_ms = 100", in: "[touch]\n%") { $0.panel.touch.tap == .milliseconds(100) },
        KeyCase("[touch]", "double_ms = 250", in: "[touch]\n%") { $0.panel.touch.double == .milliseconds(250) },
        KeyCase("[touch]", #"first_tap = "mark""#, in: "[touch]\n%") { $0.panel.touch.firstTap == .mark },
        KeyCase("[touch]", #"two_finger_double = "reset""#, in: "[touch]\n%") {
            $0.panel.touch.twoFingerDouble == .reset
        },
        KeyCase("[touch]", "slop_mm = 2", in: "[touch]\n%") { $0.panel.touch.slopMillimetres == 2 },
    ]

    private static let float = "[[control]]\nname = \"a\"\nkind = \"float\"\nrange = \"[0, 100]\"\n%"
    private static let choice = "[[control]]\nname = \"a\"\nkind = \"choice\"\npositions = [\"x\", \"y\", \"z\"]\n%"
    private static let selection =
        "[[control]]\nname = \"a\"\nkind = \"selection\"\npositions = [\"x\", \"y\", \"z\"]\n%"

    private static let controls: [KeyCase] = [
        KeyCase("[[control]]", #"name = "gain""#, in: "[[control]]\n%\nkind = \"int\"\nrange = \"[0, 1]\"") {
            $0.control?.name == "gain" && $0.control?.label == "gain"
        },
        KeyCase("[[control]]", #"like = "a""#, in: String(float.dropLast()) + "[[control]]\nname = \"b\"\n%") {
            $0.panel.controls.map(\.name) == ["a", "b"]
        },
        KeyCase("[[control]]", #"label = "Gain""#, in: float) { $0.control?.label == "Gain" },
        KeyCase("[[control]]", #"kind = "int""#, in: "[[control]]\nname = \"a\"\n%\nrange = \"[0, 1]\"") {
            $0.control?.kind == .int
        },
        KeyCase("[[control]]", "commit_after_ms = 900", in: float) { $0.control?.commitAfter == .milliseconds(900) },
        KeyCase("[[control]]", #"scene = "rotor""#, in: float) { $0.control?.scene == .rotor },
        KeyCase("[[control]]", "restore = false", in: float) { $0.control?.restores == false },
        KeyCase("[[control]]", "hands = false", in: float) { $0.control?.movedByHands == false },
        KeyCase("[[control]]", "confirm = true", in: float) { $0.control?.confirmTimeout == .seconds(8) },
        KeyCase("[[control]]", "confirm_timeout_s = 2.5", in: float + "\nconfirm = true") {
            $0.control?.confirmTimeout == .milliseconds(2500)
        },
        KeyCase("[[control]]", #"range = "(0, 5)""#, in: "[[control]]\nname = \"a\"\nkind = \"float\"\n%") {
            $0.number?.range == ValueRange(0, 5, includesLower: false, includesUpper: false)
        },
        KeyCase("[[control]]", "default = 7", in: float) { $0.number?.initial == 7 },
        KeyCase("[[control]]", "step = 0.25", in: float) { $0.number?.step == 0.25 && $0.number?.decimals == 2 },
        KeyCase("[[control]]", "snap = false", in: float + "\nstep = 1") { $0.number?.snaps == false },
        KeyCase("[[control]]", "wrap = true", in: "[[control]]\nname=\"a\"\nkind=\"float\"\nrange=\"[0, 9)\"\n%") {
            $0.number?.wraps == true
        },
        KeyCase("[[control]]", #"taper = "log""#, in: "[[control]]\nname=\"a\"\nkind=\"int\"\nrange=\"[1, 9]\"\n%") {
            $0.number?.taper == .log
        },
        KeyCase("[[control]]", #"beyond = "refuse""#, in: float) { $0.number?.beyond == .refuse },
        KeyCase("[[control]]", #"taper = "square""#, in: float) { $0.number?.taper == .square },
        KeyCase("[[control]]", #"unit = "MHz""#, in: float) { $0.number?.unit == "MHz" },
        KeyCase("[[control]]", "decimals = 5", in: float) { $0.number?.decimals == 5 },
        KeyCase("[[control]]", "shown = { factor = 10 }", in: float) { $0.number?.shown == ShownText(factor: 10) },
        KeyCase("[[control]]", #"texts = [{ at = 0, text = "off" }]"#, in: float) {
            $0.number?.texts == [TextForValue(at: 0, text: "off")]
        },
        KeyCase("[[control]]", #"speeds = [{ name = "one", scale = 0.5 }]"#, in: float) {
            $0.number?.speeds == [Speed(name: "one", amount: .scale(0.5), density: 20, lineWidth: 1)]
        },
        KeyCase("[[control]]", "range_turns = 2.5", in: float) { $0.number?.rangeTurns == 2.5 },
        KeyCase("[[control]]", #"acceleration = "off""#, in: float) { $0.number?.speeds.first?.acceleration == .off },
        KeyCase("[[control]]", "stepper = 10", in: float) { $0.number?.stepper == 10 },
        KeyCase("[[control]]", #"orientation = "vertical""#, in: float) { $0.number?.orientation == .vertical },
        KeyCase("[[control]]", #"arm = "jump""#, in: float + "\nscene = \"angle\"") { $0.number?.arm == .jump },
        KeyCase("[[control]]", "positions = 3", in: "[[control]]\nname = \"a\"\nkind = \"choice\"\n%") {
            $0.positions?.positions == PositionSettings.numbered(3)
        },
        KeyCase("[[control]]", #"default = "y""#, in: choice) { $0.positions?.initial == [1] },
        KeyCase("[[control]]", #"default = ["z", "x"]"#, in: selection) { $0.positions?.initial == [2, 0] },
        KeyCase("[[control]]", #"layout = "rows""#, in: choice) { $0.positions?.layout == .rows },
        KeyCase("[[control]]", #"speeds = [{ name = "two", per_detent = 2 }]"#, in: choice) {
            $0.control?.speeds == [Speed(name: "two", amount: .perDetent(2), density: 20, lineWidth: 1)]
        },
        KeyCase("[[control]]", #"off = "z""#, in: choice) { $0.positions?.off == 2 },
        KeyCase("[[control]]", "stale_after_s = 4.5", in: choice) { $0.control?.staleAfter == .milliseconds(4500) },
        KeyCase("[[control]]", #"steppers = "always""#, in: float) { $0.control?.appearance.steppers == .always },
        KeyCase("[[control]]", "origin = 20", in: float) { $0.control?.appearance.origin == 20 },
        KeyCase("[[control]]", "compass = true", in: float + "\nscene = \"rotor\"") {
            $0.control?.appearance.hasCompass == true
        },
        KeyCase("[[control]]", "tap_starts = false", in: float + "\nscene = \"rotor\"") {
            $0.control?.appearance.tapStarts == false
        },
        KeyCase("[[control]]", "perspective = true", in: choice + "\nlayout = \"arc\"") {
            $0.control?.appearance.hasPerspective == true
        },
        KeyCase("[[control]]", "sign = true", in: float) { $0.number?.showsSign == true },
        KeyCase("[[control]]", "max_selected = 2", in: selection) { $0.positions?.maxSelected == 2 },
    ]

    private static let parts: [KeyCase] = [
        KeyCase("an entry of speeds", #"name = "slow""#, in: withPercent("speeds = [{ %, scale = 1 }]")) {
            $0.number?.speeds.first?.name == "slow"
        },
        KeyCase(
            "an entry of speeds", #"label = "10 kHz""#, in: withPercent(#"speeds = [{ name = "s", %, scale = 1 }]"#)
        ) {
            $0.number?.speeds.first?.label == "10 kHz"
        },
        KeyCase("an entry of speeds", "scale = 0.5", in: withPercent(#"speeds = [{ name = "s", % }]"#)) {
            $0.number?.speeds.first?.amount == .scale(0.5)
        },
        KeyCase("an entry of speeds", "per_detent = 0.1", in: withPercent(#"speeds = [{ name = "s", % }]"#)) {
            $0.number?.speeds.first?.amount == .perDetent(0.1)
        },
        KeyCase("an entry of speeds", "per_turn = 30", in: withPercent(#"speeds = [{ name = "s", % }]"#)) {
            $0.number?.speeds.first?.amount == .perTurn(30)
        },
        KeyCase(
            "an entry of speeds", "per_octave = 12",
            in: "[[control]]\nname=\"a\"\nkind=\"float\"\nrange=\"[1, 9]\"\ntaper=\"log\"\nspeeds=[{ name=\"s\", % }]"
        ) { $0.number?.speeds.first?.amount == .perOctave(12) },
        KeyCase("an entry of speeds", "round = true", in: withPercent(#"speeds = [{ name = "s", per_detent = 5, % }]"#))
        {
            $0.number?.speeds.first?.rounds == true
        },
        KeyCase("an entry of speeds", "density = 12", in: withPercent(#"speeds = [{ name = "s", scale = 1, % }]"#)) {
            $0.number?.speeds.first?.density == 12
        },
        KeyCase(
            "an entry of speeds", #"acceleration = "range""#,
            in: withPercent(#"speeds = [{ name = "s", scale = 1, % }]"#)
        ) { $0.number?.speeds.first?.acceleration == .standard },
        KeyCase("acceleration", "from_turns_per_s = 0.5", in: withPercent("acceleration = { % }")) {
            $0.number?.speeds.first?.acceleration
                == .range(from: TurnsPerSecond(0.5), full: TurnsPerSecond(3), max: .infinity)
        },
        KeyCase("acceleration", "full_turns_per_s = 5", in: withPercent("acceleration = { % }")) {
            $0.number?.speeds.first?.acceleration
                == .range(from: TurnsPerSecond(0.3), full: TurnsPerSecond(5), max: .infinity)
        },
        KeyCase("acceleration", "max = 20", in: withPercent("acceleration = { % }")) {
            $0.number?.speeds.first?.acceleration
                == .range(from: TurnsPerSecond(0.3), full: TurnsPerSecond(3), max: 20)
        },
        KeyCase("shown", "factor = 1e-6", in: withPercent("shown = { % }")) { $0.number?.shown?.factor == 1e-6 },
        KeyCase("shown", "decimals = 6", in: withPercent("shown = { % }")) { $0.number?.shown?.decimals == 6 },
        KeyCase("shown", #"group = ".""#, in: withPercent("shown = { % }")) { $0.number?.shown?.group == "." },
        KeyCase("shown", #"unit = "MHz""#, in: withPercent("shown = { % }")) { $0.number?.shown?.unit == "MHz" },
        KeyCase("an entry of texts", "at = 50", in: withPercent(#"texts = [{ %, text = "half" }]"#)) {
            $0.number?.texts.first?.at == 50
        },
        KeyCase("an entry of texts", #"text = "half""#, in: withPercent("texts = [{ at = 50, % }]")) {
            $0.number?.texts.first?.text == "half"
        },
        KeyCase("an entry of positions", #"name = "hp""#, in: position) { $0.positions?.positions.first?.name == "hp" },
        KeyCase("an entry of positions", #"label = "High""#, in: namedPosition) {
            $0.positions?.positions == [Position(name: "hp", label: "High")]
        },
    ]

    private static func withPercent(_ line: String) -> String { float.dropLast() + line }

    private static let position = "[[control]]\nname = \"a\"\nkind = \"choice\"\npositions = [{ % }]"
    private static let namedPosition =
        "[[control]]\nname = \"a\"\nkind = \"choice\"\npositions = [{ name = \"hp\", % }]"
}
