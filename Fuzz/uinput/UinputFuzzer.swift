import BridgeTestSupport
import TestSupport
import WheelBridge
import WheelConfiguration
import WheelCore
import WheelModel
import WheelUinput
import WheelWire

// Turns, presses and restarts of the daemon, with any deltas and values. Always, keys are pressed and released in turn and none stays
// down, an axis stays within its ends, notches follow from units, and keys end soon after the last turn. The remaining
// bytes are a configuration, of which only the names are tested.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzUinput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    var choices = ByteChoices(UnsafeBufferPointer(start: data, count: size))
    UinputPlay.readNames(UnsafeBufferPointer(start: data, count: size))
    var play = UinputPlay(choices.pick(UinputPlay.configurations))
    for _ in 0..<500 where !choices.isOver { play.act(&choices) }
    play.end()
    return 0
}

private struct UinputPlay {
    var core: UinputCore
    var now = Instant(microseconds: 1_000_000)
    var down: Set<UInt16> = []
    var scrolled: [UinputWheel: (units: Int, notches: Int)] = [:]

    static let configurations = [
        "",
        """
        [[uinput.turn]]
        up = "KEY_LEFTCTRL+KEY_LEFTSHIFT+KEY_Z"
        down = "KEY_LEFTCTRL+KEY_Z"
        [[uinput.turn]]
        control = "tone"
        up = "BTN_SOUTH"
        [[uinput.press]]
        keys = "KEY_LEFTCTRL+KEY_A"
        [[uinput.press]]
        input = "knob"
        button = "shift"
        keys = "KEY_LEFTSHIFT"
        [[uinput.press]]
        gesture = "long"
        keys = "KEY_LEFTCTRL"
        """,
        """
        [uinput]
        interval_ms = 1
        [[uinput.turn]]
        wheel = "vertical"
        units = -7.5
        hold = "KEY_LEFTCTRL"
        [[uinput.turn]]
        control = "open"
        tick = 0.3
        wheel = "horizontal"
        units = 1200
        [[uinput.axis]]
        control = "tone"
        axis = "ABS_THROTTLE"
        min = -2147483648
        max = 2147483647
        [[uinput.axis]]
        control = "open"
        axis = "ABS_X"
        min = -5
        max = 5
        range = "[-1, 1]"
        """,
    ]

    init(_ configuration: String) {
        let read = try? BridgeFile.parse(Array(configuration.utf8), file: "fuzz", table: "uinput") {
            UinputTable.read($0, mistakes: $1)
        }
        precondition(read != nil, "the configuration has mistakes")
        var settings = UinputSettings()
        if let own = read?.value { settings = own } else { settings.addVolume() }
        core = UinputCore(settings)
        core.connect(UinputPlay.listing([]), client: 3)
    }

    /// The names of keys and axes in a file.
    static func readNames(_ bytes: UnsafeBufferPointer<UInt8>) {
        let name = String(decoding: bytes.prefix(80), as: UTF8.self)
        if let code = EventName.key(name) { precondition(code > 0 && !name.isEmpty) }
        if let code = EventName.axis(name) { precondition(code < 0x2f) }
        let text = "[[uinput.press]]\nkeys = \"" + name.filter { $0.isASCII && $0 != "\"" && $0 != "\\" } + "\"\n"
        let read = try? BridgeFile.parse(Array(text.utf8), file: "fuzz", table: "uinput") {
            UinputTable.read($0, mistakes: $1)
        }
        if let press = read?.value?.presses.first {
            precondition(
                (1...8).contains(press.keys.codes.count) && Set(press.keys.codes).count == press.keys.codes.count)
        }
    }

    static func listing(_ held: [String]) -> Listing {
        let tone = FuzzedDaemon.gain("tone")
        let wave = FuzzedDaemon.choice("wave", FuzzedDaemon.positions)
        let open = FuzzedDaemon.open(step: 0.5)
        let knob = InputState(name: "knob", type: "client", state: .attached, focus: nil, heldButtons: held)
        return Listing(controls: [tone, open, wave], inputs: [knob])
    }

    mutating func act(_ choices: inout ByteChoices) {
        switch choices.choice(12) {
        case 0, 1, 2, 3, 4: turn(&choices)
        case 5, 6: work()
        case 7: now = now + .milliseconds(Int64(choices.choice(256)))
        case 8:
            switch choices.choice(4) {
            case 0: core.disconnect()
            case 1: core.connect(UinputPlay.listing([]), client: 3)
            case 2: receive(.missed(choices.choice(9)))
            default: receive(.controls(UinputPlay.listing(choices.pick([[], [""], ["shift"], ["other", "shift"]]))))
            }
        default:
            let gesture = choices.pick([ButtonGesture.down, .up, .click, .double, .long])
            let button = choices.pick([nil, "shift", "other"])
            let input = choices.pick(["knob", "knob", "pedal"])
            receive(.press(input: input, button: button, gesture, isInitial: choices.once(in: 8)))
        }
    }

    private mutating func receive(_ content: Event.Content) {
        core.receive(Event(seq: 1, time: now, content: content))
    }

    private mutating func turn(_ choices: inout ByteChoices) {
        let control = choices.pick(["tone", "open", "wave", "gone"])
        let positions = ["\"saw\"", "\"square\"", "\"sine\"", "\"none\""]
        let value = control == "wave" ? choices.pick(positions) : "\(choices.finiteNumber())"
        let delta = choices.once(in: 2) ? Double(choices.choice(9) - 4) : choices.finiteNumber()
        let source = choices.pick([
            #""input","input":"knob""#, #""client","client":3"#, #""client","client":4"#, #""ramp""#, #""restore""#,
        ])
        let line = """
            {"event":"value","seq":1,"time":1,"control":"\(control)","value":\(value),"speed":"fine","source":\(source),\
            "editing":true,"delta":\(delta)}
            """
        let read = try? Array(line.utf8).withUnsafeBytes { try ServerLine($0) }
        guard case .event(let event)? = read else { preconditionFailure(line) }
        core.receive(event)
    }

    private mutating func work() {
        now = now + .milliseconds(1)
        var actions: [UinputAction] = []
        core.sendActions(at: now) { actions.append($0) }
        for action in actions { check(action) }
    }

    private mutating func check(_ action: UinputAction) {
        switch action {
        case .keys(let codes, let isDown):
            precondition(!codes.isEmpty)
            for code in codes {
                precondition(down.contains(code) != isDown, "key \(code) twice")
                if isDown { down.insert(code) } else { down.remove(code) }
                precondition(UinputDevice.of(key: code) == action.device)
            }
        case .scroll(let wheel, let units, let notches):
            precondition(units.magnitude <= 1_200_000 && units != 0)
            let before = scrolled[wheel] ?? (0, 0)
            scrolled[wheel] = (before.units + units, before.notches + notches)
        case .axis(let code, let value):
            precondition(code == 0 ? (-5...5).contains(value) : Int32(exactly: value) != nil, "\(code) \(value)")
        }
    }

    /// After the last turn keys end within 0.1 s, and then the daemon ends.
    mutating func end() {
        let last = now
        work()
        while let deadline = core.deadline {
            precondition(now <= last + .milliseconds(110), "keys outlive the turn")
            now = max(now, deadline)
            work()
        }
        core.disconnect()
        work()
        precondition(down.isEmpty, "\(down) stay down")
        for (units, notches) in scrolled.values { precondition((units - notches * 120).magnitude < 120) }
    }
}
