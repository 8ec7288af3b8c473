internal import LinuxSystem
import ModelTestSupport
import TestSupport
import WheelCore
import WheelInput
import WheelModel
import WheelScene
import WheelTouch
import WheelWire

@testable import wheeld

/// A random session on the daemon's core: hands, clients, views, definitions, reloads and displays, at random times.
/// The session calls every function that the hub, the server, displays and views call, and is recorded.
final class RandomSession {
    /// The lines that clients get.
    private let lines = Sink()
    private let daemon: Daemon
    private var random: SeededGenerator
    private var now = Instant(microseconds: 100_000_000)
    private var fingers: [Int: [TouchContact]] = [:]
    private var held: Set<[Int]> = []

    private final class Sink {
        var bytes: [UInt8] = []
    }

    init(_ random: SeededGenerator) throws {
        self.random = random
        var source = SettingsSource(simulates: self.random.once(in: 3))
        var settings: Settings?
        while settings == nil { settings = try? source.ownSettings(Self.configuration(&self.random)) }
        daemon = try Daemon(settings ?? Settings(), source: source, socketOption: nil, notify: try NotifySocket())
        var state = StateDocument()
        if self.random.once(in: 2) {
            state.controls = daemon.settings.panel.controls.map { SavedControl(name: $0.name, value: .number(2)) }
        }
        let lines = lines
        daemon.startReplay(state) { lines.bytes.append(contentsOf: $0) }
        daemon.isReplay = false
        daemon.restoredState = state
        daemon.recording = daemon.recordingStart
    }

    /// Plays a session, replays its recording, and returns the first difference between the lines.
    func difference() throws -> String? {
        for _ in 0..<random.int(in: 1...80) {
            step()
            settle()
        }
        if random.once(in: 2) { daemon.enter(.end, at: now) }
        settle()
        let text = String(decoding: daemon.recording ?? [], as: UTF8.self)
        let replayed = Sink()
        var player = SessionPlayer(text)
        do throws(RecordingProblem) {
            try player.play { replayed.bytes.append(contentsOf: $0) }
        } catch {
            return "line \(error.line): \(error.message)\n\(text)"
        }
        try playDamaged(text)
        guard replayed.bytes != lines.bytes else { return nil }
        let pairs = zip(Self.lines(lines.bytes), Self.lines(replayed.bytes))
        let first = pairs.first { $0 != $1 } ?? ("\(lines.bytes.count) bytes", "\(replayed.bytes.count) bytes")
        return "sent \(first.0)\nreplayed \(first.1)\n\(text)"
    }

    /// Anybody may change a recording, which must then be refused, or played without a trap.
    private func playDamaged(_ text: String) throws {
        guard random.once(in: 4) else { return }
        var bytes = Array(text.utf8)
        for _ in 0..<random.int(in: 1...3) {
            let place = random.int(in: 0...bytes.count - 1)
            bytes[place] = random.pick(Array(" -0159.+\"\n]".utf8))
        }
        var player = SessionPlayer(String(decoding: bytes, as: UTF8.self))
        do throws(RecordingProblem) { try player.play { _ in } } catch { precondition(error.line > 0) }
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The end of an iteration of the daemon's loop.
    private func settle() {
        daemon.publishChanges()
        daemon.server?.flush(at: now)
    }

    // MARK: Steps

    private var panel: PanelSettings { daemon.settings.panel }

    private func step() {
        pass()
        let input = random.int(in: 0...panel.inputs.count - 1)
        switch random.int(in: 0...23) {
        case 0...4: turn(input)
        case 5, 6: press(input)
        case 7...10: touch(input)
        case 11...14: if let request = request() { _ = daemon.answer(request, from: client) }
        case 15: performByHand()
        case 16: arrange()
        case 17: define()
        case 18 where random.once(in: 3): reload()
        case 19: report(input)
        case 20: daemon.clientLeft(client)
        case 21: daemon.enter(.view(place: random.int(in: 0...2), client: random.once(in: 2) ? client : nil), at: now)
        case 22:
            let state: DeviceState = random.pick([.attached, .waiting, .lost])
            daemon.enter(.display("main", state, detail: "HDMI-A-1 \"5\""), at: now)
        default: _ = daemon.buttons(named: (0...random.int(in: 0...2)).map { "BTN_\($0)" }, of: input)
        }
    }

    private var client: Int { random.int(in: 1...4) }

    /// Lets time pass. The loop wakes at some deadlines, and is late for others.
    private func pass() {
        let pause = random.pick([0, 1, 1000, 16_000, 16_000, 100_000, 450_000, 1_000_000, 12_000_000])
        let end = now + Interval(microseconds: Int64(pause))
        var wakes = random.once(in: 3) ? 0 : 100
        while wakes > 0, let due = daemon.panel.deadline, due <= end {
            wakes -= 1
            now = max(now, due)
            daemon.fixedTime = now
            daemon.wake(at: now)
            settle()
        }
        now = end
        daemon.fixedTime = now
        if let due = daemon.definitions.deadline, due <= now { daemon.enter(.definitionsEnded, at: now) }
    }

    /// The time of an event may be a little before the time of the iteration.
    private var eventTime: Instant {
        Instant(microseconds: now.microseconds - Int64(random.once(in: 3) ? random.int(in: 0...2000) : 0))
    }

    private func turn(_ input: Int) {
        let units = random.pick([120, 120, -120, 30, -15, 240, 12_000, 1, -1_000_000])
        switch random.int(in: 0...5) {
        case 0:
            let start = random.once(in: 3) ? nil : random.double(in: 0...1)
            receive(.moved(from: start, to: random.double(in: 0...1)), input)
        case 1: receive(.turned(units: units, detents: 30), input, onlyLights: true)
        default: receive(.turned(units: units), input)
        }
    }

    private func press(_ input: Int) {
        let names = daemon.instrument.buttonNames(of: input)
        guard !names.isEmpty else { return }
        let button = random.int(in: 0...names.count - 1)
        switch random.int(in: 0...9) {
        case 0: receive(.settling(button: button, random.once(in: 2)), input)
        case 1: receive(.level(button: button, isDown: random.once(in: 2)), input)
        default:
            let isDown = held.remove([input, button]) == nil
            if isDown { held.insert([input, button]) }
            receive(isDown ? .pressed(button: button) : .released(button: button), input)
        }
    }

    private func touch(_ input: Int) {
        var contacts = fingers[input] ?? []
        func place() -> Double { random.double(in: 0...1) * 480 }
        switch random.int(in: 0...9) {
        case 0...2 where contacts.count < 4:
            let id = (contacts.map(\.id).max() ?? -1) + 1
            contacts.append(TouchContact(id: id, position: Point(x: place(), y: place()), isPalm: random.once(in: 20)))
        case 3, 4: if !contacts.isEmpty { contacts.removeFirst() }
        case 5 where random.once(in: 5): return receive(.touchesCancelled, input)
        default:
            for index in contacts.indices {
                contacts[index].position.x += random.double(in: -40...40)
                contacts[index].position.y += random.double(in: -40...40)
            }
        }
        fingers[input] = contacts
        receive(.touched(contacts), input, onlyLights: random.once(in: 30))
    }

    private func report(_ input: Int) {
        switch random.int(in: 0...5) {
        case 0: receive(.state(.lost, detail: "ENODEV"), input)
        case 1: receive(.state(.attached, detail: "a \"knob\"\u{1b}"), input)
        case 2: receive(.dropped(count: random.int(in: 1...9)), input)
        case 3: receive(.merged(count: 1), input)
        case 4: receive(.raw(code: "REL_X", value: -1), input)
        default:
            let units = Size(width: 480, height: 480)
            receive(.surface(TouchSurfaceSize(units: units, millimetres: random.once(in: 2) ? units : nil)), input)
        }
    }

    private func receive(_ event: InputEvent, _ input: Int, onlyLights: Bool = false) {
        daemon.enter(.input(input, event, onlyLights: onlyLights), at: eventTime)
    }

    /// Gives the daemon the layout of the picture of a display or a view.
    private func arrange() {
        let isView = daemon.settings.displays.isEmpty || random.once(in: 2)
        var view = ViewSettings(width: 480, height: 480, format: .png, hands: random.pick([.touch, .keys]))
        if random.once(in: 3) { (view.format, view.width, view.height) = (.cells, 80, 24) }
        let picture: Arrangement.Picture =
            isView
            ? .view(place: random.int(in: 0...2), view)
            : .display(0, screen: Size(width: 480, height: 480), Measures(picture: Size(width: 480, height: 480)))
        var shown = PanelPicture(PictureSettings(panel))
        var state = shown.newState(of: daemon.panel, at: now)
        daemon.preparePictures(at: now)
        _ = shown.write(daemon.panel, daemon.pictures, isUsed: { _ in true }, to: &state, at: now)
        let arrangement = Arrangement(picture, shown)
        if let layout = daemon.layout(of: arrangement, at: now) { daemon.enter(.layout(arrangement, layout), at: now) }
    }

    // MARK: Requests

    /// The change of the focus and the request are one step, as in `Daemon.performByHand`.
    private func performByHand() {
        let input = panel.ownInputs.count + random.int(in: 0...2)
        guard let control = panel.controls.randomElement(using: &random)?.name else { return }
        _ = try? daemon.perform(.focus(control: control), by: .input(input), at: now)
        let requests: [Request] = [
            .toggleLock(control: random.once(in: 2) ? control : nil), .step(control: control, count: 1), .page(.next),
            .speed(control: control, .next), Request(.apply), Request(.toggle),
        ]
        _ = try? daemon.perform(random.pick(requests), by: .input(input), at: now)
    }

    private func request() -> Request? {
        let operations = Operation.allCases.filter { $0.entersInstrument || $0 == .get || $0 == .list }
        let operation = random.pick(operations)
        var request = Request(operation)
        for member in random.pick(operation.declaration.forms).members where member.isNeeded || random.once(in: 3) {
            request[member.name] = value(member.kind)
        }
        var line = LineBuffer()
        request.write(to: &line)
        return try? line.withUnsafeBytes { try RequestLine($0).request.get() }
    }

    private func name(_ names: [String]) -> String {
        random.once(in: 20) || names.isEmpty ? "nobody" : random.pick(names)
    }

    private var control: String { name(panel.controls.map(\.name)) }

    private var position: String {
        name(panel.controls.flatMap { $0.positions?.positions.map(\.name) ?? [] })
    }

    private var assignment: Assignment { Assignment(control: control, value: controlValue) }

    private var controlValue: ControlValue {
        switch random.int(in: 0...3) {
        case 0: .position(position)
        case 1: .positions((0..<random.int(in: 0...3)).map { _ in position })
        default: .number(random.once(in: 2) ? random.decimal() : random.finiteNumber())
        }
    }

    private func value(_ kind: CommandMember.Kind) -> CommandValue? {
        switch kind {
        case .control: .text(control)
        case .input: .text(name(panel.inputs.map(\.name)))
        case .page: .text(name(panel.pages.map(\.name) + ["next", "previous"]))
        case .position: .text(position)
        case .speed: .text(name(panel.controls.flatMap { $0.speeds.map(\.name) } + ["next", "previous"]))
        case .ramp: .text(name(panel.ramps.map(\.name)))
        case .preset: .text(name(panel.presets.map(\.name)))
        case .number: .number(random.decimal())
        case .limited: .number(random.pick([0, 0.05, 1, 3]))
        case .integer, .whole: .integer(random.int(in: -5...5))
        case .flag: .flag(random.once(in: 2))
        case .word(let words): .text(random.pick(words))
        case .curve: .curve(random.pick(AnimationCurve.named))
        case .value: .value(controlValue)
        case .values: .values((0..<random.int(in: 1...3)).map { _ in assignment })
        case .controls: .texts((0..<random.int(in: 1...3)).map { _ in control })
        case .button, .display, .view, .events, .requests, .contacts, .size, .tables, .newName: nil
        }
    }

    // MARK: Definitions and configurations

    private func define() {
        let owner = random.pick(["synth", "lamp"])
        if random.once(in: 4) {
            _ = try? daemon.perform(.undefine(owner: owner), by: .client(client), at: now)
            return
        }
        let name = random.pick(["cutoff", "lamp", "gain", "x"])
        let range = random.pick(["[0, 10]", "[0, 1000]", "(-inf, inf)"])
        var definition = Definition(owner: owner, isKept: random.once(in: 2))
        definition[.controls] = [
            [
                "name": .string(name), "kind": .string(random.pick(["float", "float", "int", "none"])),
                "range": .string(range),
            ],
            ["name": "shape", "kind": "choice", "positions": ["saw", "square"]],
        ]
        if random.once(in: 2) { definition[.pages] = [["name": "own", "controls": [.string(name), "shape"]]] }
        if random.once(in: 2) {
            definition[.ramps] = [["name": "rise", "control": .string(name), "to": 9, "duration_s": 2]]
        }
        if random.once(in: 2) {
            let values: PlainValue = .table([.init(name, 3), .init("shape", "square")])
            definition[.presets] = [["name": "lead", "writable": true, "values": values]]
        }
        if random.once(in: 2) { definition.values = [Assignment(control: name, value: .number(random.decimal()))] }
        _ = try? daemon.perform(.define(definition), by: .client(client), at: now)
    }

    private func reload() {
        let text = random.once(in: 8) ? nil : Self.configuration(&random)
        guard (try? daemon.source.ownSettings(text)) != nil else { return }
        daemon.adopt(Fitting(daemon.source, daemon.definitions.held, retries: true))
        held = []
    }

    /// A configuration of the cookbook, or random controls with inputs, pages and presets.
    private static func configuration(_ random: inout SeededGenerator) -> SettingsSource.Text {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        if random.once(in: 2) {
            let name = random.pick(["radio", "supply", "synthesizer", "telescope"])
            let text = NamedFile.text("\(root)/docs/cookbook/\(name).toml") ?? ""
            return (Array((text + noDisplay).utf8), "\(name).toml")
        }
        let controls = ConfigurationText.text(&random)
        return (Array((controls + random.pick(rests) + noDisplay).utf8), "random.toml")
    }

    private static let noDisplay = "\n[[display]]\nname = \"main\"\noutput = \"none\"\nrotate = 90\n"

    private static let rests = [
        "",
        """
        [[input]]
        name = "knob"
        type = "gpio"
        a = 1
        b = 2
        button = 3
        [input.on]
        click = "emit"
        double = "cycle-speed"
        long = "reset"
        [[input]]
        name = "screen"
        type = "touch"
        """,
        """
        [[input]]
        name = "pad"
        type = "client"
        [input.on.shift]
        click = "next-control"
        [input.on.push]
        held = { op = "lock" }
        [[page]]
        name = "one"
        controls = ["c0"]
        """,
    ]
}
