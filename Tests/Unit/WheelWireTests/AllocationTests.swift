import CAllocationCounter
import ModelTestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelServer
@testable import WheelTouch
@testable import WheelWire

/// Writing a change's line allocates nothing once the buffers have grown.
@Suite(.enabled(if: allocations_are_counted())) struct AllocationTests {
    @Test func linesOfAllChanges() {
        var sent = LineBuffer(capacity: 64)
        let writer = EventTests.writer
        let changes = Changes()
        var allocations = [0, 0]
        for round in 0..<100 {
            sent.removeAll()
            for given in EventTests.changes {
                let change = Change(time: EventTests.time, event: given.event)
                let before = allocations_of_this_thread()
                writer.write(change, seq: round, in: changes, to: &sent)
                allocations[min(round, 1)] += allocations_of_this_thread() - before
            }
        }
        #expect(allocations[0] > 0, "the buffer has grown")
        #expect(allocations[1] == 0)
    }

    /// A detent that moves a pending value allocates no more than a detent that moves the value. (Without the
    /// optimiser, both may allocate.)
    @Test(arguments: [nil, 0.5]) func pendingDetents(step: Double?) {
        func allocations(confirmTimeout: Interval?) -> Int {
            var settings = SampleInstrument.panel
            settings.controls[0].confirmTimeout = confirmTimeout
            if case .float(var number) = settings.controls[0].quantity {
                number.step = step
                settings.controls[0].quantity = .float(number)
            }
            var panel = Panel(settings)
            var changes = Changes()
            var allocations = 0
            for round in 0..<200 {
                changes.removeAll()
                let time = Instant(microseconds: Int64(round) * 20_000)
                let before = allocations_of_this_thread()
                panel.turn(0, by: round % 3 == 0 ? -120 : 120, at: time, into: &changes)
                if round >= 50 { allocations += allocations_of_this_thread() - before }
                // After an apply, the next pending value begins at the applied value.
                if round % 7 == 0 { panel.applyDraft(of: 0, by: .client(1), at: time, into: &changes) }
                if round % 11 == 0 { panel.revertDraft(of: 0, by: .client(1), at: time, into: &changes) }
            }
            return allocations
        }
        #expect(allocations(confirmTimeout: .seconds(8)) <= allocations(confirmTimeout: nil))
    }

    @Test func linesOfMergedValues() throws {
        let line = ValueLine()
        let writer = EventTests.writer
        var sent = LineBuffer(capacity: 64)
        var panel = Panel(SampleInstrument.panel)
        var changes = Changes()
        var allocations = [0, 0]
        for round in 0..<100 {
            changes.removeAll()
            sent.removeAll()
            let time = Instant(microseconds: Int64(round) * 20_000)
            try panel.mark(round % 2, of: 4, toggling: true, source: .client(1), at: time, into: &changes)
            panel.turn(0, by: 120, at: time, into: &changes)
            for change in changes.list {
                guard case .value(let value) = change.event else { continue }
                let before = allocations_of_this_thread()
                line.write(writer.event(value, in: changes), EventStamp(seq: round, time: change.time))
                var pending = WaitingValue(WaitingValue.Subject(value.control), delta: value.delta)
                pending.merge(WaitingValue(WaitingValue.Subject(pending.subject.control), delta: value.delta))
                line.append(pending, to: &sent)
                line.append(pending, as: .terse, to: &sent)
                allocations[min(round, 1)] += allocations_of_this_thread() - before
            }
        }
        #expect(sent.text.contains(#""skipped":1"#))
        #expect(allocations[0] > 0, "the buffer has grown")
        #expect(allocations[1] == 0)
    }
}
