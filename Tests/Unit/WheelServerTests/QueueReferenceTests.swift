import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelServer

/// The queue has the same contents as a plain list that is searched for everything.
@Suite struct QueueReferenceTests {
    @Test("The same items in the same order, and as many missed")
    func sameItems() {
        let problem = counterexample("queue against a list", seed: 21, cases: 300) { random in
            var (queue, list) = (ClientQueue(), List())
            queue.limit = List.limit
            for number in 1...random.int(in: 1...400) {
                let control = random.choice(4)
                let value = WaitingValue(WaitingValue.Subject(control), delta: Double(number))
                let line = [UInt8](repeating: 32, count: random.choice(100))
                switch random.choice(11) {
                case 0...2:
                    queue.merge(value, due: Instant(microseconds: .min))
                    list.merge(Entry(control: control, sum: number))
                case 3, 4:
                    queue.add(value, line: line)
                    list.add(Entry(control: control, sum: number, hasLine: true))
                case 5, 6:
                    let isKept = random.once(in: 2)
                    queue.add(event: line, isKept: isKept, control: control)
                    list.append(Entry(control: control, isKept: isKept))
                case 7:
                    queue.mergeValues()
                    list.mergeValues()
                case 8:
                    let count = min(random.choice(9), list.entries.count)
                    queue.remove(
                        queue.places.indices.filter { queue.places[$0] != nil }.prefix(count), toldMissed: false)
                    list.entries.removeFirst(count)
                case 9:
                    queue.narrow(
                        isWanted: { $0.control > 1 }, due: { _ in Instant(microseconds: .min) }, line: { _ in line })
                    for index in list.entries.indices
                    where list.entries[index].isKept == nil && list.entries[index].control <= 1 {
                        list.entries[index].hasLine = true
                    }
                default:
                    // Two controls change places.
                    queue.renumber({ $0 < 2 ? 1 - $0 : $0 }, line: { _ in [] })
                    for index in list.entries.indices where list.entries[index].control < 2 {
                        list.entries[index].control = 1 - list.entries[index].control
                    }
                }
                let (entries, missed) = (queue.items.compactMap(Entry.init), queue.missed)
                if entries != list.entries || missed != list.missed || queue.count != entries.count {
                    return "\(entries), \(missed) missed, instead of \(list.entries), \(list.missed) missed"
                }
                let (events, values) = queue.bytes
                if queue.eventBytes != events || queue.valueBytes != values {
                    return "\(queue.eventBytes) and \(queue.valueBytes) bytes instead of \(events) and \(values)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }
}

extension ClientQueue {
    /// The bytes of events and of values, summed over the items.
    fileprivate var bytes: (events: Int, values: Int) {
        var sums = (events: 0, values: 0)
        for item in items {
            switch item {
            case .value(_, let line): sums.values += line?.count ?? 0
            case .event(let line, _, _, _, _): sums.events += line.count
            case .controls, .answer, .sharedAnswer, .frame: break
            }
        }
        return sums
    }
}

/// A value, or an event if `isKept` is not `nil`.
private struct Entry: Equatable {
    var control: Int
    var sum = 0
    var skipped = 0
    var hasLine = false
    var isKept: Bool?

    init(control: Int, sum: Int = 0, hasLine: Bool = false, isKept: Bool? = nil) {
        (self.control, self.sum, self.hasLine, self.isKept) = (control, sum, hasLine, isKept)
    }

    init?(_ item: ClientQueue.Item) {
        switch item {
        case .value(let pending, let line):
            self.init(control: pending.subject.control, sum: Int(pending.delta), hasLine: line != nil)
            skipped = pending.skipped
        case .event(_, let isKept, let control, _, _): self.init(control: control ?? -1, isKept: isKept)
        case .controls, .answer, .sharedAnswer, .frame: return nil
        }
    }
}

private struct List {
    static let limit = 16

    var entries: [Entry] = []
    private(set) var missed = 0

    mutating func add(_ value: Entry) {
        let merged = entries.contains { $0.isKept == nil && $0.control == value.control && !$0.hasLine }
        if merged { merge(value) } else { append(value) }
    }

    mutating func merge(_ value: Entry) {
        var value = value
        if let index = entries.lastIndex(where: { $0.isKept == nil && $0.control == value.control }) {
            let older = entries.remove(at: index)
            value.sum += older.sum
            value.skipped = older.skipped + 1
        }
        append(value.withoutLine)
    }

    mutating func mergeValues() {
        var index = entries.count
        while index > 0 {
            index -= 1
            let older = entries[index]
            guard older.isKept == nil,
                let newer = entries[(index + 1)...].firstIndex(where: {
                    $0.isKept == nil && $0.control == older.control
                })
            else { continue }
            entries[newer].sum += older.sum
            entries[newer].skipped += older.skipped + 1
            entries[newer].hasLine = false
            entries.remove(at: index)
        }
    }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        if entries.count > List.limit { mergeValues() }
        guard entries.count > List.limit else { return }
        let oldest = entries.firstIndex { $0.isKept == false } ?? entries.firstIndex { $0.isKept == true }
        guard let oldest else { return }
        entries.remove(at: oldest)
        missed += 1
    }
}

extension Entry {
    fileprivate var withoutLine: Entry {
        var entry = self
        entry.hasLine = false
        return entry
    }
}
