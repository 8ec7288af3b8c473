internal import CAllocationCounter
import ModelTestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import wheeld

/// The events beside the page of a terminal.
@Suite struct TerminalEventsTests {
    private static let settings = PanelSettings(
        controls: [
            ControlSettings(
                name: "a", quantity: .int(NumberSettings(range: ValueRange(0, 10_000), unit: "V", decimals: 0))),
            ControlSettings(
                name: "hall",
                quantity: .selection(PositionSettings(positions: ["x", "y", "z"].map { Position(name: $0) }))),
        ],
        inputs: [InputSettings(name: "knob", source: .evdev(EvdevSettings()), controls: [0, 1])])
    private var panel = Panel(settings)
    private var changes = Changes()
    private var events = TerminalEvents()
    private var time = Instant(microseconds: 0)

    /// A client sets it a while after the last time.
    private mutating func set(_ value: Int, after pause: Interval = .seconds(1)) throws {
        time = time + pause
        changes.removeAll()
        let request = Request.set(Assignment(control: "a", value: .number(Double(value))))
        _ = try panel.perform(request, by: .client(1), at: time, into: &changes)
    }

    /// A change that is only noted costs the loop no memory, however many come.
    @Test(.enabled(if: allocations_are_counted())) mutating func notingAllocatesNothing() throws {
        try set(1)
        _ = events.record(changes)
        let before = allocations_of_this_thread()
        for _ in 0..<1000 { _ = events.record(changes) }
        #expect(allocations_of_this_thread() == before)
        #expect(events.lines.isEmpty && events.hasNotes)
    }

    /// What was noted while nothing was shown is there later: the newest, in order.
    @Test mutating func theNewestAreWrittenInOrder() throws {
        for value in 1...450 {
            try set(value)
            let isUrgent = events.record(changes)
            #expect(!isUrgent)
            if value == 400 { #expect(events.lines.isEmpty && events.hasNotes) }
        }
        events.write(of: panel.instrument, realtimeAhead: 0)
        #expect(!events.hasNotes)
        let said = events.lines.map { "\($0.name) \($0.text)" }
        // A client's value is committed with it.
        let last = (1...450).flatMap { ["value a \($0) V", "commit a \($0) V"] }.suffix(200)
        #expect(said == Array(last))
        try set(7)
        _ = events.record(changes)
        events.write(of: panel.instrument, realtimeAhead: 0)
        #expect(events.lines.count == 200)
        #expect(events.lines.suffix(2).map(\.text) == ["a 7 V", "a 7 V"])
    }

    private mutating func write() -> [String] {
        _ = events.record(changes)
        events.write(of: panel.instrument, realtimeAhead: 0)
        return events.lines.map { "\($0.name) \($0.text)" }
    }

    /// While a hand turns a control, its values are one line, and what follows is another.
    @Test mutating func aMovingControlHasOneLine() throws {
        for _ in 0..<5 {
            changes.removeAll()
            time = time + .milliseconds(100)
            panel.turn(0, by: 120, at: time, into: &changes)
            _ = write()
        }
        let moved = try #require(events.lines.first)
        #expect(events.lines.count == 1 && moved.name == "value" && moved.text != "a 0 V")
        changes.removeAll()
        panel.commitAll(at: time, into: &changes)
        #expect(write() == ["value \(moved.text)", "commit \(moved.text)"])
        try set(9)
        #expect(write() == ["value \(moved.text)", "commit \(moved.text)", "value a 9 V", "commit a 9 V"])
    }

    /// A client that sets a control faster than anybody reads has two lines.
    @Test mutating func aControlThatIsSetAgainAndAgainHasTwoLines() throws {
        for value in 1...5 {
            try set(value, after: .milliseconds(100))
            _ = write()
        }
        #expect(events.lines.map(\.text) == ["a 5 V", "a 5 V"])
        try set(6, after: .milliseconds(400))
        #expect(write() == ["value a 5 V", "commit a 5 V", "value a 6 V", "commit a 6 V"])
    }

    /// The positions of a selection are in the panel alone, which goes on.
    @Test mutating func selectionsAreWrittenAtOnce() throws {
        changes.removeAll()
        _ = try panel.perform(
            .toggle(control: "hall", position: "y"), by: .client(1), at: Instant(microseconds: 0), into: &changes)
        let isUrgent = events.record(changes)
        #expect(isUrgent && !changes.isEmpty)
    }
}

extension TerminalEvents {
    /// Notes all changes. Returns whether one of them has what is chosen in a selection.
    fileprivate mutating func record(_ changes: Changes) -> Bool {
        var isSelection = false
        // By index: without the optimiser the iterator of an array allocates.
        for index in changes.list.indices { isSelection = record(changes.list[index]) || isSelection }
        return isSelection
    }
}
