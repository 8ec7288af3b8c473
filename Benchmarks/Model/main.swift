import AllocationCount
import Glibc
import WheelCore
import WheelModel
import WheelTouch

// The cost of a detent and of a touch frame: the median time over rounds, a floor measured in the same run, and the
// number of heap allocations. Run it with `scripts/bench model`.

let panelSettings = PanelSettings(
    controls: (0..<16).map { index in
        ControlSettings(
            name: "c\(index)",
            quantity: .float(
                NumberSettings(range: ValueRange(0, 96), speeds: Speed.defaults, rangeTurns: 4)))
    },
    inputs: [
        InputSettings(name: "knob", controls: [0]),
        InputSettings(name: "screen", controls: [1]),
    ])

report("one detent: four edges, decoder, model, change list", limit: 200, encoderDetents())
report("one accelerated detent, 10 ms apart", limit: 200, encoderDetents(apart: 2_500))
report("two-finger touch frame", limit: 1000, twoFingerFrames())
for (name, request) in boundRequests { report("one press bound to \(name)", limit: 1000, presses(of: request)) }
print("floor, an empty round of the same loop: \(floorCost()) ns")

struct Cost {
    var nanoseconds: Double
    var allocations: UInt
}

func report(_ name: String, limit: Int, _ cost: Cost) {
    let rounded = (cost.nanoseconds * 10).rounded() / 10
    print("\(name): \(rounded) ns (limit \(limit)), \(cost.allocations) allocations in \(operations) of them")
}

/// Whole detents forth and back, with an edge every `apart` µs.
func encoderDetents(apart: Int64 = 50_000) -> Cost {
    var panel = Panel(panelSettings)
    var changes = Changes()
    var decoder = QuadratureDecoder(a: false, b: false)
    var time = Instant(microseconds: 0)
    let forth: [(QuadratureLine, Bool)] = [(.a, true), (.b, true), (.a, false), (.b, false)]
    let back: [(QuadratureLine, Bool)] = [(.b, true), (.a, true), (.b, false), (.a, false)]
    var sink = 0.0
    let cost = measure {
        for detent in 0..<operations {
            // Eight detents forth and eight back, so that no end is reached.
            for (line, level) in detent & 8 == 0 ? forth : back {
                time = time + Interval(microseconds: apart)
                let units = decoder.edge(line, level: level, at: time)
                if units != 0 { panel.receive(.turned(units: units), from: 0, at: time, into: &changes) }
            }
            sink += Double(changes.list.count)
            changes.removeAll()
        }
    }
    precondition(sink > Double(operations), "the knob turned nothing")
    return Cost(nanoseconds: cost.nanoseconds, allocations: cost.allocations)
}

/// Two fingers that rotate around each other on a control of a screen.
func twoFingerFrames() -> Cost {
    var panel = Panel(panelSettings)
    let area = Rect(x: 0, y: 0, width: 400, height: 400)
    panel.arrange(
        surface: 1,
        TouchLayout(targets: [TouchTarget(.stage(control: 1), area: area)], size: area.size))
    var changes = Changes()
    var time = Instant(microseconds: 0)
    var sink = 0
    var contacts = [
        TouchContact(id: 1, position: Point(x: 100, y: 200)), TouchContact(id: 2, position: Point(x: 300, y: 200)),
    ]
    panel.receive(.touched(contacts), from: 1, at: time, into: &changes)
    let cost = measure {
        for frame in 0..<operations {
            time = time + Interval(microseconds: 8_000)
            contacts[0].position.y += frame & 64 == 0 ? 1 : -1
            contacts[1].position.y -= frame & 64 == 0 ? 1 : -1
            panel.receive(.touched(contacts), from: 1, at: time, into: &changes)
            sink += changes.list.count
            changes.removeAll()
        }
    }
    precondition(sink > operations, "the fingers turned nothing")
    return Cost(nanoseconds: cost.nanoseconds, allocations: cost.allocations)
}

/// Requests of buttons: a value, a speed, the focus, and what is toggled.
var boundRequests: [(String, Request)] {
    [
        ("a set", .set(Assignment(control: "c1", value: .number(5)), SetManner())),
        ("a step", Request.step(control: "c0", count: 1)),
        ("the next speed", .speed(.next)), ("the next control", .moveFocus(by: 1)), ("a reset", Request(.reset)),
        ("the lock", .toggleLock), ("a ramp", .toggleRamp("sweep")),
    ]
}

/// Presses and releases of a button, 10 ms apart.
func presses(of request: Request) -> Cost {
    var settings = panelSettings
    settings.ramps = [RampSettings(name: "sweep", control: 2, motion: RampMotion(target: .to(96)))]
    settings.inputs[0].bindings = ButtonBindings(down: .request(request), double: .emit)
    settings.inputs[0].controls = [0, 1, 2]
    var panel = Panel(settings)
    let button = panel.prepare { $0.button(named: "", of: 0) }
    var changes = Changes()
    var time = Instant(microseconds: 0)
    let cost = measure {
        for _ in 0..<operations {
            time = time + Interval(microseconds: 10_000)
            panel.receive(.pressed(button: button), from: 0, at: time, into: &changes)
            time = time + Interval(microseconds: 10_000)
            panel.receive(.released(button: button), from: 0, at: time, into: &changes)
            changes.removeAll()
        }
    }
    return Cost(nanoseconds: cost.nanoseconds, allocations: cost.allocations)
}

/// The same loop with only the clock, the list and a write.
func floorCost() -> Double {
    var time = Instant(microseconds: 0)
    var list: [Instant] = []
    list.reserveCapacity(16)
    var sink = 0
    let cost = measure {
        for _ in 0..<operations {
            for _ in 0..<4 { time = time + Interval(microseconds: 50_000) }
            list.append(time)
            sink += list.count
            list.removeAll(keepingCapacity: true)
        }
    }
    precondition(sink > operations)
    return (cost.nanoseconds * 10).rounded() / 10
}
