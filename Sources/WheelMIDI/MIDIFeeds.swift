import WheelBridge
import WheelCore
import WheelWire

/// The knobs and buttons of MIDI that are knobs and buttons of the panel, and the inputs that they feed.
struct MIDIFeeds {
    private let tables: [MIDIFeed]
    private let addresses: [MIDIAddress: [Int]]
    /// The queue of each input.
    private var queues: [FeedQueue] = []
    /// The queue of each table.
    private var queueOfTable: [Int] = []
    /// Of each peer the last value of each table with the form `absolute`. Two peers may have the same knob at different places.
    private var knobs: [Int: [Int: Int]] = [:]
    /// The tables whose buttons each peer holds.
    private var held: [Int: Set<Int>] = [:]

    init(_ tables: [MIDIFeed]) {
        self.tables = tables
        addresses = Dictionary(grouping: tables.indices) { tables[$0].address }
        for table in tables {
            let index = queues.firstIndex { $0.input == table.input } ?? queues.count
            if index == queues.count { queues.append(FeedQueue(table.input)) }
            queueOfTable.append(index)
        }
    }

    // MARK: The daemon.

    /// Claims the inputs, because the daemon may have new ones.
    mutating func claim() {
        for index in queues.indices { queues[index].claim() }
    }

    mutating func disconnect() {
        for index in queues.indices { queues[index].disconnect() }
    }

    mutating func sendRequests(_ send: (Request, RequestID?) -> Void) {
        for index in queues.indices {
            if let request = queues[index].nextRequest() { send(request, RequestID(FeedQueue.reply(at: index))) }
        }
    }

    /// The daemon has answered the request of the queue at this index. Returns the name of its input.
    mutating func answered(_ index: Int) -> String? {
        guard queues.indices.contains(index) else { return nil }
        queues[index].answered()
        return queues[index].input
    }

    // MARK: The programs and devices at the other end.

    mutating func receive(_ address: MIDIAddress, _ value: Int, from peer: Int, at now: Instant) {
        for index in addresses[address] ?? [] { feed(index, value, from: peer, at: now) }
    }

    private mutating func feed(_ index: Int, _ value: Int, from peer: Int, at now: Instant) {
        let table = tables[index]
        let queue = queueOfTable[index]
        switch table.form {
        case .relative(let encoding):
            queues[queue].turn(detents: Double(encoding.steps(of: value)) * table.detents, at: now)
        case .absolute:
            // The first value says where the knob stands, and moves nothing.
            if let before = knobs[peer]?[index] {
                queues[queue].turn(detents: Double(value - before) * table.detents, at: now)
            }
            knobs[peer, default: [:]][index] = value
        case .note: press(index, isDown: value > 0, from: peer, at: now)
        case .button: press(index, isDown: value >= 64, from: peer, at: now)
        }
    }

    private mutating func press(_ index: Int, isDown: Bool, from peer: Int, at now: Instant) {
        for other in held.keys where other != peer || !isDown { held[other]?.remove(index) }
        if isDown { held[peer, default: []].insert(index) }
        queues[queueOfTable[index]].press(tables[index].button, isDown: isDown, at: now)
    }

    /// The peer is another one, whose knobs stand elsewhere.
    mutating func reset(_ peer: Int) { knobs[peer] = nil }

    /// Releases the buttons that a peer holds, because it sends no more.
    mutating func release(of peer: Int, at now: Instant) {
        for index in (held.removeValue(forKey: peer) ?? []).sorted() {
            queues[queueOfTable[index]].press(tables[index].button, isDown: false, at: now)
        }
    }

    mutating func releaseAll(at now: Instant) {
        for index in queues.indices { queues[index].releaseAll(at: now) }
        held = [:]
    }
}

extension MIDIFeed {
    fileprivate var address: MIDIAddress {
        form == .note ? .note(channel: channel, number: number) : .controller(channel: channel, number: number)
    }
}
