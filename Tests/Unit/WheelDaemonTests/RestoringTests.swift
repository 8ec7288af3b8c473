import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelServer
import WheelTouch

@testable import WheelWire
@testable import wheeld

/// The panel restores the parts of a state file that fit, and reports the others, whatever the file contains.
@Suite struct RestoringTests {
    private static let positions = [Position(name: "a"), Position(name: "b"), Position(name: "c")]

    private static let quantities: [Quantity] = [
        .float(NumberSettings(range: ValueRange(0, 100))),
        .float(NumberSettings(range: ValueRange(0, 360), wraps: true)),
        .float(NumberSettings(range: ValueRange(1, 1000), taper: .log)),
        .int(NumberSettings(range: ValueRange(-5, 5))),
        .int(NumberSettings(range: ValueRange(0, 12), wraps: true)),
        .choice(PositionSettings(positions: positions)),
        .choice(PositionSettings(positions: PositionSettings.numbered(70))),
        .selection(PositionSettings(positions: positions)),
        .selection(PositionSettings(positions: PositionSettings.numbered(130), maxSelected: 2)),
        .selection(PositionSettings(positions: [Position(name: "c"), Position(name: "b")], maxSelected: 1)),
    ]

    private static func panel(_ quantities: [Quantity]) -> Panel {
        Panel(
            PanelSettings(
                controls: quantities.enumerated().map { ControlSettings(name: "c\($0)", quantity: $1) },
                inputs: [InputSettings(name: "knob", controls: [0])]))
    }

    /// A control of each kind is restored from saved values of every other kind.
    @Test func everyKindMayFollowEveryOther() {
        let values: [ControlValue] = [
            .number(0), .number(3), .number(2.5), .number(-7), .number(1e9), .number(.greatestFiniteMagnitude),
            .number(-.leastNonzeroMagnitude), .position("b"), .position("70"), .position(""), .positions([]),
            .positions(["b"]), .positions(["b", "b"]), .positions(["c", "a"]), .positions(["1", "2", "130"]),
        ]
        for quantity in Self.quantities {
            for value in values {
                for turns in [nil, 0, -3, 1 << 53, -(1 << 53)] {
                    let saved = SavedControl(name: "c0", value: value, speed: "fine", cursor: "b", rotations: turns)
                    var panel = Self.panel([quantity])
                    panel.restore(StateDocument(controls: [saved])) { _ in }
                    #expect(problem(of: &panel) == nil, "\(value.json) for \(quantity)")
                }
            }
        }
    }

    /// A control whose settings change gets the same state, whether they change at a reload, a definition, a repeated
    /// definition or a restart.
    @Test func aControlKeepsTheSameOnEveryWay() throws {
        for (old, new) in Self.quantities.flatMap({ old in Self.quantities.map { (old, $0) } }) {
            for (count, movedByHands) in [(0, true), (3, true), (-2, true), (70, true), (3, false), (0, false)] {
                func panel(_ quantity: Quantity) -> Panel {
                    let control = ControlSettings(name: "c0", quantity: quantity, movedByHands: movedByHands)
                    return Panel(PanelSettings(controls: [control]))
                }
                var changes = Changes()
                var before = panel(old)
                before.step(0, by: count, source: .client(1), at: Self.now, into: &changes)
                before.changeSpeed(of: 0, to: .named("fine"), at: Self.now, into: &changes)
                before.commitAll(at: Self.now, into: &changes)

                var reloaded = panel(new)
                reloaded.adopt(
                    before, Continuity(from: before.settings, toReloaded: reloaded.settings), at: Self.now,
                    into: &changes)
                var defined = panel(new)
                let continuity = Continuity(from: before.settings, toDefined: defined.settings)
                defined.adopt(before, continuity, at: Self.now, into: &changes)
                var cameBack = panel(new)
                var restarted = panel(new)
                if before.controls[0].hasValue { cameBack.restore(0, SavedControl(before.controls[0])) { _ in } }
                restarted.restore(before.stateDocument) { _ in }

                for (way, other) in [("defined", defined), ("came back", cameBack), ("restarted", restarted)] {
                    let (one, other) = (reloaded.controls[0], other.controls[0])
                    #expect(ControlValue(other) == ControlValue(one), "\(old) to \(new) by \(count): \(way)")
                    #expect(other.rotations == one.rotations && other.hasValue == one.hasValue)
                    if before.controls[0].hasValue { #expect(other.speed == one.speed) }
                }
            }
        }
    }

    @Test func anIntThatBecomesAFloatKeepsItsValue() {
        var before = Self.panel([.int(NumberSettings(range: ValueRange(0, 100), initial: 50))])
        var changes = Changes()
        _ = try? before.set([(0, .number(42))], by: .client(1), at: Self.now, into: &changes)
        before.changeSpeed(of: 0, to: .named("fine"), at: Self.now, into: &changes)
        var after = Self.panel([.float(NumberSettings(range: ValueRange(0, 100), initial: 50))])
        changes.removeAll()
        after.adopt(before, Continuity(from: before.settings, toReloaded: after.settings), at: Self.now, into: &changes)
        #expect(after.controls[0].number == 42)
        #expect(after.controls[0].settings.speeds[after.controls[0].speed].name == "fine")
        // Clients get two events, because a control of another kind is a new control for them.
        #expect(changes.list.count == 2)
    }

    /// Values that no longer fit are moved, reported and published.
    @Test func aReloadTellsWhichValuesItMoves() {
        func panel(to upper: Double) -> Panel { Self.panel([.float(NumberSettings(range: ValueRange(0, upper)))]) }
        var before = panel(to: 5)
        var changes = Changes()
        _ = try? before.set([(0, .number(2))], by: .client(1), at: Self.now, into: &changes)
        var after = panel(to: 1)
        changes.removeAll()
        var told: [String] = []
        after.adopt(before, Continuity(from: before.settings, toReloaded: after.settings), at: Self.now, into: &changes)
        { control, misfit in
            told.append("\(control.name): \(misfit.sentence(now: "it is now"))")
        }
        #expect(told == ["c0: 2 is none of its values any more; it is now 1.0"])
        #expect(changes.list.count == 2)
    }

    @Test(
        "What does not fit is told, and the rest is taken",
        arguments: table(
            """
            0 {"control":"c0","value":50,"speed":"fine"}      -> 50
            0 {"control":"c0","value":150,"speed":"fine"}     -> 100, control 'c0': 150 is none of its values any more; it starts at 100.0
            0 {"control":"c0","value":"b","speed":"fine"}     -> 0, control 'c0': "b" does not fit: c0 is a float and has no positions
            0 {"control":"c0","value":7,"speed":"lost"}       -> 7, control 'c0': there is no speed 'lost' any more
            0 {"control":"x","value":7,"speed":"fine"}        -> 0, there is no control 'x' any more
            3 {"control":"c0","value":2.5,"speed":"fine"}     -> 0, control 'c0': 2.5 does not fit: c0 is an int and takes whole numbers only
            5 {"control":"c0","value":["b"],"speed":"fine"}   -> "b"
            5 {"control":"c0","value":["b","c"],"speed":"fine"} -> "a", control 'c0': ["b","c"] does not fit: c0 is a choice and takes one position
            5 {"control":"c0","value":[],"speed":"fine"}      -> "a", control 'c0': [] does not fit: c0 is a choice and takes one position
            5 {"control":"c0","value":1,"speed":"fine"}       -> "a", control 'c0': 1 does not fit: c0 is a choice and takes the names of positions, not a number
            7 {"control":"c0","value":"b","speed":"fine"}     -> ["b"]
            7 {"control":"c0","value":["b","x"],"speed":"fine","cursor":"y"} -> ["b"], control 'c0': there is no position 'x' any more; control 'c0': there is no position 'y' for the cursor any more
            9 {"control":"c0","value":["b","c"],"speed":"fine"} -> [], control 'c0': ["b","c"] does not fit: c0 holds at most 1 positions
            """))
    func whatDoesNotFitIsTold(_ row: Row) throws {
        let file = "{\"version\":1,\"controls\":[\(row.words.dropFirst().joined(separator: " "))],\"inputs\":[]}"
        let document = try Array(file.utf8).withUnsafeBytes { try StateDocument(reading: $0) }
        var panel = Self.panel([Self.quantities[Int(row.words[0]) ?? 0]])
        var told: [String] = []
        panel.restore(document) { told.append($0) }
        let outcome = ControlValue(panel.controls[0]).json + (told.isEmpty ? "" : ", " + told.joined(separator: "; "))
        #expect(outcome == row.output)
    }

    @Test func inputsAndPagesThatAreGoneAreTold() {
        var panel = Self.panel([Self.quantities[0], Self.quantities[5]])
        let document = StateDocument(
            inputs: [
                SavedInput(name: "gone", focus: "c0"), SavedInput(name: "knob", focus: "c1"),
            ], page: "gone")
        var told: [String] = []
        panel.restore(document) { told.append($0) }
        #expect(
            told == [
                "there is no input 'gone' any more", "input 'knob': 'c1' is none of its controls",
                "there is no page 'gone' any more",
            ])
        #expect(panel.focus(ofInput: 0) == 0)
    }

    @Test func theInputOfAFormerTerminalIsLeftOutSilently() {
        var panel = Self.panel([Self.quantities[0]])
        var told: [String] = []
        panel.restore(StateDocument(inputs: [SavedInput(name: "terminal", focus: "c0")])) { told.append($0) }
        #expect(told.isEmpty)
    }

    /// State files of one configuration, with random changes, restored with another configuration.
    @Test func noStateFileKeepsTheInstrumentFromStarting() {
        let pieces = [
            "0", "-1", "1e300", "1e-320", "9007199254740993", "null", "true", "[]", "{}", "\"\"", "\"b\"",
            "[\"c\",\"c\"]",
            "[\"1\",2]", "\"controls\"", "\"rotations\":1,", "\"cursor\":\"b\",", ",", "\"speed\":null,", "\u{7f}",
        ]
        let found = counterexample("mutated state files", seed: 20, cases: 5_000) { random in
            var before = Self.panel((0..<4).map { _ in random.pick(Self.quantities) })
            var changes = Changes()
            for control in 0..<4 {
                before.step(control, by: random.int(in: -30...30), source: .client(1), at: Self.now, into: &changes)
            }
            var file = LineBuffer()
            before.stateDocument.write(to: &file)
            var bytes = file.withUnsafeBytes { Array($0) }
            for _ in 0..<random.int(in: 0...3) {
                let start = random.int(in: 0...(bytes.count - 1))
                let end = min(bytes.count, start + random.int(in: 0...8))
                bytes.replaceSubrange(start..<end, with: Array(random.pick(pieces).utf8))
            }
            guard let document = bytes.withUnsafeBytes({ try? StateDocument(reading: $0) }) else { return nil }
            var after = Self.panel((0..<4).map { _ in random.pick(Self.quantities) })
            after.restore(document) { _ in }
            return problem(of: &after).map { "\($0), after \(String(decoding: bytes, as: UTF8.self))" }
        }
        #expect(found == nil)
    }

    private static let now = Instant(microseconds: 1_000_000)

    /// What is wrong with a restored panel: a value that is not allowed, or a state that cannot be restored again.
    private func problem(of panel: inout Panel) -> String? {
        for control in panel.controls {
            switch control.settings.quantity {
            case .float(let number), .int(let number):
                guard control.number >= number.range.lower, control.number <= number.range.upper else {
                    return "\(control.settings.name) stands at \(control.number)"
                }
            case .choice(let positions), .selection(let positions):
                guard positions.positions.indices.contains(Int(control.number)) else { return "no such position" }
                guard control.selected.count <= positions.maxSelected ?? .max else { return "too many are selected" }
            }
        }
        var again = Panel(panel.settings)
        var told: [String] = []
        again.restore(panel.stateDocument) { told.append($0) }
        guard again.stateDocument == panel.stateDocument, told.isEmpty else { return "another state: \(told)" }
        var changes = Changes()
        for control in panel.controls.indices {
            panel.step(control, by: 1, source: .client(1), at: Self.now, into: &changes)
            panel.step(control, by: -3, source: .client(1), at: Self.now, into: &changes)
        }
        panel.turn(0, by: 120, at: Self.now, into: &changes)
        return nil
    }
}

extension Panel {
    fileprivate var stateDocument: StateDocument { instrument.stateDocument }

    fileprivate mutating func restore(_ document: StateDocument, leftOut: (String) -> Void) {
        prepare { $0.restore(document, leftOut: leftOut) }
    }

    fileprivate mutating func restore(_ control: Int, _ saved: SavedControl, _ leftOut: (String) -> Void) {
        prepare { $0.restore(control, saved, leftOut) }
    }
}
