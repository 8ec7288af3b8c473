import WheelCore
import WheelWire

/// The input of type `client` that a table `[[….feed]]` feeds.
package struct FeedTarget: Equatable, Sendable {
    package var input = ""
    /// `nil`: the input's only button.
    package var button: String?
    /// Detents for a step of the peer's knob, or for 1 of its value.
    package var detents = 1.0

    package init() {}
}

/// The knobs and buttons of peers that are knobs and buttons of the panel.
///
/// Each table feeds one input, and several tables may feed the same: a knob and its button. The events of an input wait in one
/// queue, so that their order stays. A queue has one request under way. What arrives meanwhile is coalesced for the next one.
///
/// Two things can go wrong at the other end. A knob with ends reports where it is: the first report turns nothing, because nobody
/// knows where it was. And a peer that disconnects never releases its buttons: they are released for it, unless another peer has
/// pressed the same button since.
package struct Feeds {
    package enum Move: Equatable {
        /// The knob was turned by so many of its steps.
        case turn(Double)
        /// A knob with ends is here now. `owner`: whose knob it is, because two peers may have the same one at different places.
        case position(Double, owner: Int)
        case button(isDown: Bool)
    }

    private let tables: [FeedTarget]
    private var queues: [FeedQueue] = []
    private var queueOfTable: [Int] = []
    /// Of each owner of knobs the last position for each table.
    private var knobs: [Int: [Int: Double]] = [:]
    private var held: [Int: Set<Int>] = [:]

    init(_ tables: [FeedTarget]) {
        self.tables = tables
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

    /// `send` gets the index of the queue, by which the reply is known.
    mutating func sendRequests(_ send: (Int, Request) -> Void) {
        for index in queues.indices {
            if let request = queues[index].nextRequest() { send(index, request) }
        }
    }

    /// The daemon has answered the request of the queue at this index. Returns the name of its input.
    mutating func answered(_ index: Int) -> String? {
        guard queues.indices.contains(index) else { return nil }
        queues[index].answered()
        return queues[index].input
    }

    // MARK: The peers.

    package mutating func receive(_ move: Move, on table: Int, from peer: Int, at now: Instant) {
        let target = tables[table]
        let queue = queueOfTable[table]
        switch move {
        case .turn(let steps): queues[queue].turn(detents: steps * target.detents, at: now)
        case .position(let position, let owner):
            if let before = knobs[owner, default: [:]].updateValue(position, forKey: table) {
                queues[queue].turn(detents: (position - before) * target.detents, at: now)
            }
        case .button(let isDown):
            for other in held.keys where other != peer || !isDown { held[other]?.remove(table) }
            if isDown { held[peer, default: []].insert(table) }
            queues[queue].press(target.button, isDown: isDown, at: now)
        }
    }

    /// The peer is another one, whose knobs are elsewhere.
    package mutating func resetKnobs(of peer: Int) { knobs[peer] = nil }

    /// Releases the buttons that a peer holds, because it sends no more.
    package mutating func release(of peer: Int, at now: Instant) {
        for table in (held.removeValue(forKey: peer) ?? []).sorted() {
            queues[queueOfTable[table]].press(tables[table].button, isDown: false, at: now)
        }
    }

    /// Messages were lost, which may have released buttons.
    package mutating func releaseAll(at now: Instant) {
        for index in queues.indices { queues[index].releaseAll(at: now) }
        held = [:]
    }
}
