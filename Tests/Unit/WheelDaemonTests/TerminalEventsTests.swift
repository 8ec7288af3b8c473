internal import CAllocationCounter
import Testing
import WheelGeometry
import WheelModel
import WheelSettings

@testable import WheelDaemon

/// The events beside the page of a terminal.
@Suite struct TerminalEventsTests {
    private static let settings = PanelSettings(controls: [
        ControlSettings(
            name: "a", quantity: .int(NumberSettings(range: ValueRange(0, 10_000), unit: "V", decimals: 0))),
        ControlSettings(
            name: "hall",
            quantity: .selection(PositionSettings(positions: ["x", "y", "z"].map { Position(name: $0) }))),
    ])
    private var panel = Panel(settings)
    private var changes = Moment()
    private var events = TerminalEvents()

    private mutating func set(_ value: Int) throws {
        changes.removeAll()
        let request = Request.set(Assignment(control: "a", value: .number(Double(value))))
        _ = try panel.perform(request, by: .client(1), at: Instant(microseconds: 0), into: &changes)
    }

    /// A change that is only noted costs the loop no memory, however many come.
    @Test(.enabled(if: allocations_are_counted())) mutating func notingAllocatesNothing() throws {
        try set(1)
        _ = events.note(changes)
        let before = allocations_of_this_thread()
        for _ in 0..<1000 { _ = events.note(changes) }
        #expect(allocations_of_this_thread() == before)
        #expect(events.lines.isEmpty && events.hasNotes)
    }

    /// What was noted while nothing was shown is there later: the newest, in order.
    @Test mutating func theNewestAreWrittenInOrder() throws {
        for value in 1...450 {
            try set(value)
            let isUrgent = events.note(changes)
            #expect(!isUrgent)
        }
        events.write(of: panel, realtimeAhead: 0)
        let values = events.lines.filter { $0.name == "value" }.map(\.text)
        #expect(events.lines.count == 200 && values.last == "a 450 V")
        let last = try #require(values.last.map { _ in 450 })
        #expect(values == (last - values.count + 1...last).map { "a \($0) V" })
        try set(7)
        _ = events.note(changes)
        events.write(of: panel, realtimeAhead: 0)
        #expect(events.lines.count == 200 && !events.hasNotes)
        #expect(events.lines.last { $0.name == "value" }?.text == "a 7 V")
    }

    /// The positions of a selection are in the panel alone, which goes on.
    @Test mutating func selectionsAreWrittenAtOnce() throws {
        changes.removeAll()
        _ = try panel.perform(
            .toggle(control: "hall", position: "y"), by: .client(1), at: Instant(microseconds: 0), into: &changes)
        let isUrgent = events.note(changes)
        #expect(isUrgent && !changes.isEmpty)
    }
}
