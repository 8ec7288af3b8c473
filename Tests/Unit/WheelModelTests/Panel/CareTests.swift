import Glibc
import ModelTestSupport
import TestSupport
import Testing
import WheelConfiguration
import WheelCore
import WheelModel
import WheelTouch

/// The power supply of docs/cookbook: only Apply changes its output.
///
/// `TEST_TOUCHES=1000000` in the environment sets the number of touches, turns and presses of each test.
@Suite struct CareTests {
    private static let touches = getenv("TEST_TOUCHES").flatMap { Int(String(cString: $0)) } ?? 20_000

    @Test func withoutApplyNoHandChangesTheOutput() {
        #expect(
            counterexample("no touch on Apply", seed: 20_260_901, cases: 10) { generator in
                var supply = Supply()
                for _ in 0..<Self.touches / 10 {
                    supply.act(applies: false, &generator)
                    if let changed = supply.changed.first { return "changed to \(changed)" }
                }
                return supply.pendings > 0 ? nil : "nothing was ever pending"
            } == nil)
    }

    @Test func withApplyOnlyPendingValuesComeOut() {
        #expect(
            counterexample("touches on Apply", seed: 20_260_902, cases: 10) { generator in
                var supply = Supply()
                for _ in 0..<Self.touches / 10 {
                    supply.act(applies: true, &generator)
                    if let problem = supply.problem { return problem }
                }
                return supply.changed.isEmpty ? "nothing was ever applied" : nil
            } == nil)
    }
}

/// The supply with a touchscreen.
private struct Supply {
    private var panel: Panel
    private var changes = Changes()
    private var time = Instant(microseconds: 0)
    private var contacts: [TouchContact] = []
    /// The pending value of each control that has one.
    private var pending: [Int: Reading] = [:]
    private(set) var pendings = 0
    private(set) var changed: [Reading] = []
    private(set) var problem: String?

    private static let screen = 2
    private static let settings: PanelSettings = {
        let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        guard let file = fopen("/\(root)/docs/cookbook/supply.toml", "r") else { preconditionFailure("no supply.toml") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = fread(&bytes, 1, bytes.count, file)
        guard let parsed = try? Configuration.parse(text: String(decoding: bytes[..<count], as: UTF8.self), file: "f")
        else { preconditionFailure("supply.toml has a mistake") }
        var settings = parsed.settings.panel
        // The inputs `apply` and `off` are left out, because they apply pending values.
        settings.inputs = settings.inputs.filter { $0.name.hasSuffix("-knob") }
        settings.inputs.append(InputSettings(name: "screen", controls: [0, 1, 2]))
        return settings
    }()

    init() {
        panel = Panel(Supply.settings)
        for input in 0..<2 { _ = panel.button(named: "", of: input) }
        var targets: [TouchTarget] = []
        for control in 0..<3 {
            let top = Double(control) * 100
            targets.append(TouchTarget(.stage(control: control), area: Rect(x: 0, y: top, width: 400, height: 100)))
            targets.append(TouchTarget(.revert(control: control), area: Rect(x: 0, y: top, width: 100, height: 30)))
            targets.append(TouchTarget(.apply(control: control), area: Rect(x: 300, y: top, width: 100, height: 30)))
            if control == 2 {
                for position in 0..<2 {
                    let area = Rect(x: Double(position) * 200, y: top + 30, width: 200, height: 70)
                    targets.append(TouchTarget(.seat(control: control, position: position), area: area))
                }
            } else {
                targets.append(
                    TouchTarget(
                        .wheel(control: control, .horizontal), area: Rect(x: 50, y: top + 30, width: 300, height: 70)))
                for (direction, left) in [(StepDirection.down, 0.0), (.up, 350)] {
                    let area = Rect(x: left, y: top + 30, width: 50, height: 70)
                    targets.append(TouchTarget(.stepper(control: control, direction), area: area))
                }
            }
        }
        panel.arrange(surface: Supply.screen, TouchLayout(targets: targets, size: Size(width: 400, height: 300)))
    }

    mutating func act(applies: Bool, _ generator: inout SeededGenerator) {
        changes.removeAll()
        time = time + .milliseconds(Int64(generator.once(in: 50) ? 9000 : generator.int(in: 0...300)))
        let knob = generator.int(in: 0...1)
        switch generator.int(in: 0...11) {
        case 0...2: panel.turn(knob, by: generator.int(in: -5...5) * 120, at: time, into: &changes)
        case 3: panel.press(knob, button: 0, at: time, into: &changes)
        case 4: panel.release(knob, button: 0, at: time, into: &changes)
        case 5: panel.wake(at: time, into: &changes)
        case 6 where generator.once(in: 10): panel.detach(knob, at: time, into: &changes)
        default:
            moveFingers(applies: applies, &generator)
            panel.touch(surface: Supply.screen, contacts: contacts, at: time, into: &changes)
        }
        for change in changes.list { record(change.event) }
    }

    private mutating func moveFingers(applies: Bool, _ generator: inout SeededGenerator) {
        if !contacts.isEmpty, generator.once(in: 2) { contacts.removeLast() }
        for index in contacts.indices { contacts[index].position = place(applies: true, &generator) }
        if contacts.count < 3, generator.once(in: 2) {
            contacts.append(
                TouchContact(id: generator.int(in: 0...1_000_000), position: place(applies: applies, &generator)))
        }
    }

    /// A place that a finger touches or moves to. Only with `applies` may a touch begin on Apply.
    private func place(applies: Bool, _ generator: inout SeededGenerator) -> Point {
        let place = Point(x: Double(generator.int(in: 0...399)), y: Double(generator.int(in: 0...299)))
        let isOnApply = place.x >= 300 && Int(place.y) % 100 <= 30
        return isOnApply && !applies ? Point(x: place.x - 150, y: place.y) : place
    }

    private mutating func record(_ event: Change.Event) {
        switch event {
        case .pending(let control, let reading, _, _):
            // The event of an applied value precedes the end of the pending value, so `pending` still has it.
            pending[control] = reading
            pendings += 1
        case .value(let value) where value.control < 3:
            changed.append(value.reading)
            if value.reading != pending[value.control] {
                problem =
                    "\(value.control) has become \(value.reading), and \(pending[value.control] as Any) was pending"
            }
        default: break
        }
    }
}
