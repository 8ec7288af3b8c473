import WheelBridge
import WheelCore
import WheelWire

/// The messages that are knobs and buttons of the panel, and the inputs that they feed.
struct OSCFeeds {
    private let tables: [OSCFeed]
    private let addresses: [String: [Int]]
    /// The queue of each input.
    private var queues: [FeedQueue] = []
    /// The queue of each table.
    private var queueOfTable: [Int] = []
    /// The last value of each table with the form `absolute`; `nil` before the first.
    private var knobs: [Double?]
    /// The tables whose buttons each peer holds.
    private var held: [Set<Int>]

    init(_ tables: [OSCFeed], peers: Int) {
        self.tables = tables
        addresses = Dictionary(grouping: tables.indices) { tables[$0].address }
        knobs = Array(repeating: nil, count: tables.count)
        held = Array(repeating: [], count: peers)
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

    // MARK: The programs at the other end.

    /// Feeds the inputs of all tables that have the message's address. Returns how each of these tables has read the message.
    mutating func receive(_ message: OSCMessage, from peer: Int, at now: Instant) -> [OSCTemplate.Reading] {
        (addresses[message.address] ?? []).map { index in
            let reading = tables[index].template.read(message.arguments, positions: [])
            if case .number(let number) = reading { feed(index, number, from: peer, at: now) }
            return reading
        }
    }

    private mutating func feed(_ index: Int, _ number: Double, from peer: Int, at now: Instant) {
        let table = tables[index]
        let queue = queueOfTable[index]
        switch table.form {
        case .turn: queues[queue].turn(detents: number * table.detents, at: now)
        case .absolute:
            // The first value shows where the knob stands, and turns nothing.
            if let before = knobs[index] { queues[queue].turn(detents: (number - before) * table.detents, at: now) }
            knobs[index] = number
        case .button:
            let isDown = number >= 0.5
            for other in held.indices where other != peer || !isDown { held[other].remove(index) }
            if isDown { held[peer].insert(index) }
            queues[queue].press(table.button, isDown: isDown, at: now)
        }
    }

    /// Releases the buttons that a peer holds, because its connection has ended.
    mutating func left(_ peer: Int, at now: Instant) {
        for index in held[peer].sorted() {
            queues[queueOfTable[index]].press(tables[index].button, isDown: false, at: now)
        }
        held[peer] = []
    }
}
