import WheelCore
import WheelWire

/// The input of type `client` that a table `[[….feed]]` feeds.
package struct FeedTarget: Equatable, Sendable {
    package var input = ""
    /// `nil`: the input's only button.
    package var button: String?
    /// The number of detents for one step of the peer's knob or, if the knob has ends, for a change of its position
    /// by 1.
    package var detents = 1.0

    package init() {}
}

/// The knobs and buttons of peers that act as inputs of the panel.
///
/// Each table feeds one input. Several tables may feed the same input, such as the tables of a knob and of its button.
/// All events of an input wait in one queue, which keeps their order. A queue sends one request at a time. The events
/// that arrive before the reply are sent in the next request.
///
/// A knob with ends reports its position. The first report turns nothing, because the previous position is unknown. A
/// peer that disconnects sends no releases of its buttons, so this type releases them, except the buttons that another
/// peer has pressed since.
package struct Feeds {
    package enum Move: Equatable {
        /// The knob was turned by this many of its steps.
        case turn(Double)
        /// The position of a knob with ends. `owner` is the peer that has the knob: another peer may have a knob for
        /// the same table, with another position.
        case position(Double, owner: Int)
        case button(isDown: Bool)
    }

    private let tables: [FeedTarget]
    private var queues: [FeedQueue] = []
    private var queueOfTable: [Int] = []
    /// The last position of each knob: by the owner, and then by the table.
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

    /// Claims the inputs. Called when this program has connected to the daemon, or the daemon may have new inputs.
    mutating func claim() {
        for index in queues.indices { queues[index].claim() }
    }

    mutating func disconnect() {
        for index in queues.indices { queues[index].disconnect() }
    }

    /// Sends every request that is due. `send` gets the index of the queue, which identifies the reply.
    mutating func sendRequests(_ send: (Int, Request) -> Void) {
        for index in queues.indices {
            if let request = queues[index].nextRequest() { send(index, request) }
        }
    }

    /// Called when the daemon has answered the request of the queue at this index. Returns the name of the queue's
    /// input.
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

    /// Forgets the positions of a peer's knobs. Called when the peer has left, or may have been replaced.
    package mutating func resetKnobs(of peer: Int) { knobs[peer] = nil }

    /// Releases the buttons that a peer holds, because it will send no release.
    package mutating func release(of peer: Int, at now: Instant) {
        for table in (held.removeValue(forKey: peer) ?? []).sorted() {
            queues[queueOfTable[table]].press(tables[table].button, isDown: false, at: now)
        }
    }

    /// Releases all buttons, because releases may be among messages that were lost.
    package mutating func releaseAll(at now: Instant) {
        for index in queues.indices { queues[index].releaseAll(at: now) }
        held = [:]
    }
}
