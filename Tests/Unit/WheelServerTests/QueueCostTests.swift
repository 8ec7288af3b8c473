import Glibc
import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelServer

/// For a client that does not read, each event costs the same, however many controls there are. This matters because
/// the loop serves nobody else while it queues an event.
@Suite struct QueueCostTests {
    /// What is queued, or sent, for each control.
    enum Work: CaseIterable {
        case merged, ownLines, held, commits, sending
    }

    @Test("Eight times the controls cost eight times the work, not sixty-four times", arguments: Work.allCases)
    func costOfAnEvent(_ work: Work) {
        let few = QueueCostTests.leastTime(of: work, controls: 250)
        let many = QueueCostTests.leastTime(of: work, controls: 2000)
        #expect(many < 24 * few, "\(many / 1000) µs for 2000 controls, \(few / 1000) µs for 250")
    }

    /// The processor time of this thread in nanoseconds, so other processes do not count. The least of four times is
    /// that of a run without interruptions.
    private static func leastTime(of work: Work, controls: Int) -> Int {
        (0..<4).map { _ in
            var queue = ClientQueue()
            queue.limit = ClientQueue.mostPerControl * controls
            // Five rounds are measured. In the last of them the queue is at its limit.
            return (0..<5).map { _ in time(of: work, controls, &queue) }.reduce(0, +)
        }.min() ?? 0
    }

    private static func time(of work: Work, _ controls: Int, _ queue: inout ClientQueue) -> Int {
        if work == .sending { for control in 0..<controls { give(.commits, control, &queue) } }
        let start = now
        if work == .sending {
            // A client that is behind is sent about three lines at once.
            while !queue.isEmpty { queue.send(3) }
        } else {
            for control in 0..<controls { give(work, control, &queue) }
        }
        return now - start
    }

    private static func give(_ work: Work, _ control: Int, _ queue: inout ClientQueue) {
        let value = WaitingValue(WaitingValue.Subject(control), delta: 1)
        switch work {
        case .merged: queue.merge(value, due: Instant(microseconds: .min))
        case .ownLines: queue.add(value, line: [])
        case .held: queue.merge(value, due: Instant(microseconds: Int64(control)))
        case .commits, .sending:
            queue.merge(value, due: Instant(microseconds: 1000))
            queue.add(event: [], isKept: true, control: control)
            queue.add(event: [], isKept: false, control: control)
        }
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

extension ClientQueue {
    var items: [Item] { places.compactMap { $0 } }

    /// Removes the first items, as if they were sent.
    fileprivate mutating func send(_ count: Int) {
        var sent: [Int] = []
        var place = first
        while sent.count < count, place < places.count {
            if places[place] != nil { sent.append(place) }
            place += 1
        }
        remove(sent, toldMissed: true)
    }
}
