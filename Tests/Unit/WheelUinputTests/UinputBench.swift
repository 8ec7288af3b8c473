import WheelConfiguration
import WheelCore
import WheelModel

@testable import WheelBridge
@testable import WheelUinput
@testable import WheelWire

/// A core with a configuration and some controls, and the actions that it has performed.
struct UinputBench {
    var core: UinputCore
    var now = Instant(microseconds: 1_000_000)
    var actions: [UinputAction] = []

    init(_ configuration: String) throws {
        let read = try BridgeFile.parse(Array(configuration.utf8), file: "bridges.toml", table: "uinput") {
            UinputTable.read($0, mistakes: $1)
        }
        core = UinputCore(read.value ?? UinputSettings())
        core.connect(UinputBench.listing(), client: 7)
        work()
        actions = []
    }

    /// `undo` wraps and has 24 whole numbers, `angle` is 0 to 90 without a grid, `level` 0 to 127 in whole numbers,
    /// `tone` is 20 to 20480 with the taper log, `open` has no ends, `wave` is a choice.
    static func listing(held: [String] = []) -> Listing {
        var undo = number("undo", ValueRange(0, 24))
        undo.kind = .int
        undo.step = 1
        undo.wraps = true
        var level = number("level", ValueRange(0, 127))
        level.kind = .int
        level.step = 1
        var tone = number("tone", ValueRange(20, 20480))
        tone.taper = .log
        tone.value = .number(20)
        var wave = ControlState()
        wave.name = "wave"
        wave.kind = .choice
        wave.positions = ["saw", "square", "sine"].map { Position(name: $0) }
        wave.value = .position("saw")
        return Listing(
            controls: [
                undo, number("angle", ValueRange(0, 90)), level, tone,
                number("open", ValueRange(-.infinity, .infinity)), wave,
            ],
            inputs: [InputState(name: "knob", type: "client", state: .attached, focus: nil, heldButtons: held)])
    }

    private static func number(_ name: String, _ range: ValueRange) -> ControlState {
        var control = ControlState()
        control.name = name
        control.range = range
        control.taper = .linear
        return control
    }

    mutating func work(after pause: Interval = .milliseconds(5)) {
        now = now + pause
        core.sendActions(at: now) { actions.append($0) }
    }

    /// Works until no action waits. Returns how long that took.
    mutating func rest() -> Interval {
        let start = now
        while let deadline = core.deadline {
            now = max(now, deadline)
            core.sendActions(at: now) { actions.append($0) }
        }
        return now - start
    }

    mutating func turn(
        _ control: String = "undo", by delta: Double, to value: ControlValue = .number(0),
        from source: EventSource = .input("knob")
    ) {
        core.receive(
            Event(
                seq: 1, time: .distantPast,
                content: .value(
                    ValueEvent(
                        control: control, value: value, speed: "fine", source: source, delta: delta, isEditing: true))))
    }

    mutating func press(_ gesture: ButtonGesture, button: String? = nil, input: String = "knob") {
        core.receive(Event(seq: 1, time: .distantPast, content: .press(input: input, button: button, gesture)))
    }

    /// The performed actions, as `+KEY_A -KEY_A wheel-120/-1 hwheel30 ABS_X=5`.
    var shown: String {
        actions.map { action in
            switch action {
            case .keys(let codes, let isDown):
                codes.map { (isDown ? "+" : "-") + EventName.name(ofKey: $0) }.joined(separator: " ")
            case .scroll(let wheel, let units, let notches):
                (wheel == .vertical ? "wheel" : "hwheel") + "\(units)" + (notches == 0 ? "" : "/\(notches)")
            case .axis(let code, let value): "\(EventName.name(ofAxis: code))=\(value)"
            }
        }.joined(separator: " ")
    }
}
