import BridgeTestSupport
import Testing
import WheelConfiguration
import WheelCore
import WheelModel

@testable import WheelBridge
@testable import WheelRig
@testable import WheelWire

/// A core with the controls `vfo` (MHz, 0 to 1000000), `mode` (usb, lsb, cw) and `volume` (percent), a rig whose values
/// are in a table, and a daemon that performs every request.
struct RigBench {
    var core: RigCore
    var now = Instant(microseconds: 1_000_000)
    var lines: [String] = []
    var requests: [Request] = []
    /// The rig's values, by the commands that read them.
    var rig = ["f": "14074000", "m": "USB\n2400", "l AF": "0.500000"]
    /// The codes with which the rig answers certain lines, by the line.
    var codes: [String: Int] = [:]
    /// For certain lines that set the frequency, the frequency that the rig takes instead, by the line.
    var becomes: [String: String] = [:]
    var answers = true
    /// Whether the daemon answers at once. Otherwise requests wait in `waiting`.
    var daemonAnswers = true
    private var waiting: [(Request, RequestID?)] = []
    private var values = ["vfo": ControlValue.number(14.074), "mode": .position("usb"), "volume": .number(50)]
    private var unanswered: String?

    static let client = 7

    init(_ configuration: String = "", connects: Bool = true) throws {
        let read = try BridgeFile.parse(Array(configuration.utf8), file: "bridges.toml", table: "rig") {
            RigTable.read($0, mistakes: $1)
        }
        core = RigCore(read.value ?? RigSettings())
        core.connect(RigBench.listing(values), client: RigBench.client)
        guard connects else { return }
        core.rigConnected()
        try work(for: .seconds(2))
        lines = []
        requests = []
    }

    static func listing(_ values: [String: ControlValue]) -> Listing {
        var vfo = ControlState()
        vfo.name = "vfo"
        vfo.unit = "MHz"
        vfo.range = ValueRange(0, 1_000_000)
        vfo.taper = .linear
        var mode = ControlState()
        mode.name = "mode"
        mode.kind = .choice
        mode.positions = ["usb", "lsb", "cw"].map { Position(name: $0) }
        var volume = ControlState()
        volume.name = "volume"
        volume.unit = "%"
        volume.range = ValueRange(0, 100)
        volume.taper = .linear
        var states = [vfo, mode, volume]
        for index in states.indices { states[index].value = values[states[index].name] ?? .number(0) }
        return Listing(controls: states, inputs: [])
    }

    /// Lets time pass, in steps of 5 ms, while the rig and the daemon answer at once.
    mutating func work(for time: Interval = .milliseconds(50), refusing: Bool = false) throws {
        let end = now + time
        while now < end {
            now = now + .milliseconds(5)
            try workOnce(refusing: refusing)
        }
    }

    mutating func workOnce(refusing: Bool = false) throws {
        core.sendRequests(at: now) { request, id in
            requests.append(request)
            waiting.append((request, id))
        }
        if daemonAnswers {
            for (request, id) in waiting { try answer(request, id, refusing: refusing) }
            waiting = []
        }
        while let line = core.nextLine(at: now) {
            lines.append(String(line.dropLast()))
            guard answers else { return unanswered = line }
            receive(reply(to: String(line.dropLast())))
        }
    }

    mutating func answerLate() {
        if let line = unanswered { receive(reply(to: String(line.dropLast()))) }
        unanswered = nil
    }

    mutating func receive(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            core.receive(.text(Array(line.utf8)), at: now)
        }
    }

    private mutating func reply(to line: String) -> String {
        if line == "\\chk_vfo" { return "0" }
        if let code = codes[line] { return "RPRT \(code)" }
        let words = line.split(separator: " ").map(String.init)
        switch words[0] {
        case "F": rig["f"] = becomes[line] ?? words[1]
        case "M": rig["m"] = "\(words[1])\n\(words[2] == "0" ? "2400" : words[2])"
        case "L": rig["l \(words[1])"] = words[2]
        default: return rig[line] ?? "RPRT -11"
        }
        return "RPRT 0"
    }

    private mutating func answer(_ request: Request, _ id: RequestID?, refusing: Bool) throws {
        if !refusing, case .text(let control)? = request["control"], case .value(let value)? = request["value"] {
            values[control] = value
            core.receive(RigBench.event(control, value, .client(RigBench.client)))
        }
        guard let id else { return }
        _ = core.receive(try .made(to: id, refusing: refusing ? "editing" : nil), at: now)
    }

    /// The daemon reconnects with the earlier values of the controls.
    mutating func returnDaemon() { core.connect(RigBench.listing(values), client: RigBench.client) }

    /// A reload gives a control another name.
    mutating func rename(_ control: String, to name: String) {
        var listing = RigBench.listing(values)
        for index in listing.controls.indices where listing.controls[index].name == control {
            listing.controls[index].name = name
        }
        values[name] = values[control]
        core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
    }

    mutating func turn(_ control: String, to value: ControlValue) {
        values[control] = value
        core.receive(RigBench.event(control, value, .input("knob")))
    }

    static func event(_ control: String, _ value: ControlValue, _ source: EventSource) -> Event {
        Event(
            seq: 1, time: .distantPast,
            content: .value(
                ValueEvent(control: control, value: value, speed: "fine", source: source, delta: 0, isEditing: true)))
    }

    var sets: [String] { lines.filter { $0.first?.isUppercase == true } }

    /// The requests to the daemon, as `vfo=14.2`.
    var asked: [String] {
        requests.compactMap { request in
            guard case .text(let control)? = request["control"] else { return nil }
            switch request["value"] {
            case .value(.number(let number))?: return "\(control)=\(number)"
            case .value(.position(let name))?: return "\(control)=\(name)"
            default: return "commit \(control)"
            }
        }
    }
}
