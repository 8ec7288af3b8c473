import WheelGeometry
import WheelModel

// Plays whatever the fuzzer thinks of on an instrument: hands, clients and time in any order, with any numbers. A value
// outside its range, a commit too many or a commit too few is a finding, as is a trap.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzModel(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    var script = Script(UnsafeBufferPointer(start: data, count: size))
    var panel = Panel(Instrument.settings)
    var changes = ChangeList()
    var ledger = Ledger(controls: Instrument.settings.controls.count)
    var time = Instant(microseconds: 1_000_000)
    for input in Instrument.settings.inputs.indices { _ = panel.button(named: "", of: input) }
    panel.arrange(surface: 2, Instrument.layout)
    while !script.isOver {
        time = Instant(microseconds: time.microseconds &+ script.interval())
        changes.removeAll()
        script.act(on: &panel, at: time, into: &changes)
        ledger.note(changes, of: panel)
    }
    changes.removeAll()
    panel.cancelTouches(surface: 2, at: time, into: &changes)
    for client in 0..<4 { panel.clientLeft(client, at: time, into: &changes) }
    for control in panel.controls.indices where panel.controls[control].rampStatus(at: time) != nil {
        _ = try? panel.cancelRamp(named: control, at: time, into: &changes)
    }
    ledger.note(changes, of: panel)
    // Whatever still waits gets its time.
    var wakes = 0
    while let deadline = panel.deadline, wakes < 1000 {
        changes.removeAll()
        panel.wake(at: deadline, into: &changes)
        ledger.note(changes, of: panel)
        wakes += 1
    }
    precondition(panel.deadline == nil, "the panel never comes to rest")
    ledger.close()
    return 0
}

/// The fuzzer's bytes, read as numbers and moves; past their end all is zero.
struct Script {
    private var bytes: ArraySlice<UInt8>

    init(_ data: UnsafeBufferPointer<UInt8>) {
        bytes = ArraySlice(data)
    }

    var isOver: Bool { bytes.isEmpty }

    private mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    private mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

    private mutating func word() -> UInt64 {
        (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) }
    }

    private mutating func number() -> Double {
        switch byte() & 3 {
        case 0: Double(bitPattern: word())
        case 1: Double(Int8(bitPattern: byte()))
        case 2: Double(Int8(bitPattern: byte())) / 7
        default: Double(Int16(truncatingIfNeeded: word())) * 10
        }
    }

    /// Mostly a little later, sometimes much later or earlier.
    mutating func interval() -> Int64 {
        let next = byte()
        switch next {
        case 0: return Int64(truncatingIfNeeded: word() >> 24)
        case 1: return -Int64(byte()) * 100_000
        default: return Int64(next) * 1500
        }
    }

    mutating func act(on panel: inout Panel, at time: Instant, into changes: inout ChangeList) {
        let control = choice(panel.controls.count)
        let client = choice(4)
        let input = choice(2)
        switch choice(20) {
        case 0, 1: panel.turn(input, by: Int(Int8(bitPattern: byte())) * 15, at: time, into: &changes)
        case 2: panel.turn(input, by: Int(truncatingIfNeeded: word()), at: time, into: &changes)
        case 3: panel.press(input, button: 0, at: time, into: &changes)
        case 4: panel.release(input, button: 0, at: time, into: &changes)
        case 5: panel.detach(input, at: time, into: &changes)
        case 6, 7, 8, 9: touch(&panel, at: time, into: &changes)
        case 10: panel.cancelTouches(surface: 2, at: time, into: &changes)
        case 11:
            let manner = Panel.SetManner(commits: byte() & 1 == 0, unlessEditing: byte() & 1 == 0)
            _ = try? panel.set([(control, .number(number()))], manner: manner, by: client, at: time, into: &changes)
        case 12: try? panel.turn(control, detents: number(), by: client, at: time, into: &changes)
        case 13:
            panel.step(
                control, by: Int(Int8(bitPattern: byte())), source: .client(client), at: time, into: &changes)
            panel.reset(control, source: .client(client), at: time, into: &changes)
        case 14: try? panel.mark(0, of: control, toggling: byte() & 1 == 0, source: .ramp, at: time, into: &changes)
        case 15, 16: ramp(&panel, control, client, at: time, into: &changes)
        case 17:
            panel.changeSpeed(of: control, to: .next, at: time, into: &changes)
            panel.focus(input, on: control, at: time, into: &changes)
        case 18:
            panel.show(.next, at: time, into: &changes)
            panel.lock(byte() & 3 == 0, at: time, into: &changes)
        default:
            panel.commit(control, at: time, into: &changes)
            panel.clientLeft(client, at: time, into: &changes)
        }
    }

    private mutating func touch(_ panel: inout Panel, at time: Instant, into changes: inout ChangeList) {
        let contacts = (0..<choice(5)).map { _ in
            TouchContact(
                id: choice(6), position: Point(x: number() + 100, y: number() + 100), isPalm: byte() == 7)
        }
        panel.touch(surface: 2, contacts: contacts, at: time, into: &changes)
    }

    private mutating func ramp(
        _ panel: inout Panel, _ control: Int, _ client: Int, at time: Instant, into changes: inout ChangeList
    ) {
        switch choice(5) {
        case 0:
            let motion = RampMotion(
                from: byte() & 1 == 0 ? nil : number(),
                target: byte() & 1 == 0 ? .to(number()) : .by(number()),
                duration: Interval(microseconds: Int64(byte()) * 20_000), holds: byte() & 1 == 0)
            _ = try? panel.startRamp(motion, on: control, at: time, into: &changes)
        case 1: _ = try? panel.pauseRamp(of: control, at: time, into: &changes)
        case 2: _ = try? panel.resumeRamp(of: control, at: time, into: &changes)
        case 3: _ = try? panel.cancelRamp(named: control, at: time, into: &changes)
        default:
            _ = try? panel.scrubRamp(of: control, to: number(), by: .client(client), at: time, into: &changes)
        }
    }
}
