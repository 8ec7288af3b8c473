import WheelCore
import WheelWire

/// Passes values, turns and presses between the daemon and the peers of a bridge. Values pass in both directions. Turns
/// and presses by peers are fed into inputs of the daemon. Presses of the panel's buttons are passed to the peers.
///
/// A peer is a program or device at the other end. Each peer has its own mirror, because each has received different
/// numbers, and may send different ones back. For example two programs receive `cutoff` from wheel-midi, and the first
/// program changes it. The first program's mirror asks the daemon to set the new value, and then both mirrors get the
/// daemon's event with this value. The first mirror sends nothing, because its program has this value already; the
/// second mirror sends the value to its program. All programs and devices that only send share one silent peer.
///
/// The id of a `set`, which the reply repeats, combines the mirror's number for the request with the number of the
/// peer. So a reply for a peer that has since disconnected does not reach another peer. The ids of feeds are negative.
package struct Exchange {
    package struct Peer {
        package let number: Int
        package let isSilent: Bool
        package var mirror: Mirror
    }

    /// The daemon's number for this program; `nil` while the daemon is disconnected.
    package private(set) var client: Int?
    package var peers: [Peer]
    package var feeds: Feeds
    var triggers: PressTriggers
    /// The sentences for the log about controls that are not passed on: one for each control that is missing or cannot
    /// be mapped, and one if there are too many controls.
    package var missing: [String] = []
    private var routes: [MirrorRoute] = []

    /// The id of a `set` is a multiple of this number, plus the number of the peer, which is below 65 536.
    package static let peerNumbers = 65536

    /// Starts with `count` peers, numbered from 0; `silent` is the number of the silent peer, if any. `interval` is the
    /// shortest time between two numbers that are sent to a peer for the same control.
    package init(
        interval: Interval, peers count: Int = 1, silent: Int? = nil, presses: [PressTrigger] = [],
        feeds: [FeedTarget] = []
    ) {
        peers = (0..<count).map { number in
            Peer(number: number, isSilent: number == silent, mirror: Mirror([], interval: interval))
        }
        self.feeds = Feeds(feeds)
        triggers = PressTriggers(presses)
    }

    /// Replaces the routes of all peers, and forgets which numbers the peers have.
    package mutating func configure(_ routes: [MirrorRoute]) {
        self.routes = routes
        let silent = routes.map { route in
            var route = route
            route.sends = false
            return route
        }
        for index in peers.indices { peers[index].mirror.configure(peers[index].isSilent ? silent : routes) }
    }

    // MARK: The daemon.

    /// Called when this program has connected to the daemon, or the daemon's controls have changed. Returns the routes
    /// whose control is missing or cannot be mapped.
    mutating func connect(_ listing: Listing, client: Int) -> [Int] {
        self.client = client
        feeds.claim()
        var unmapped: [Int] = []
        for index in peers.indices { unmapped = peers[index].mirror.connect(listing.controls, client: client) }
        return unmapped
    }

    mutating func disconnect() {
        client = nil
        for index in peers.indices { peers[index].mirror.disconnect() }
        feeds.disconnect()
    }

    mutating func receive(_ event: Event) {
        for index in peers.indices { peers[index].mirror.receive(event) }
    }

    /// Handles a reply of the daemon. Returns the routes of the request that was answered, and the refusal if it must
    /// be logged.
    package mutating func receive(
        _ reply: Reply, at now: Instant
    ) -> (routes: [Int], refused: RefusedRequest?) {
        guard let id = reply.id.flatMap({ Int($0.json) }) else { return ([], RefusedRequest(reply)) }
        if id < 0 { return ([], RefusedRequest(reply, about: feeds.answered(-1 - id))) }
        let (number, peer) = id.quotientAndRemainder(dividingBy: Exchange.peerNumbers)
        guard let index = index(of: peer) else { return ([], nil) }
        let routes = peers[index].mirror.answered(number, isRefused: reply.refusal != nil, at: now)
        return (routes, peers[index].mirror.refused(reply, routes))
    }

    package mutating func sendRequests(at now: Instant, _ send: (Request, RequestID?) -> Void) {
        guard client != nil else { return }
        for index in peers.indices {
            let peer = peers[index].number
            peers[index].mirror.sendRequests(at: now) { number, request in
                let id = RequestID(number * Exchange.peerNumbers + peer)
                send(request, request.operation == .set ? id : nil)
            }
        }
        feeds.sendRequests { index, request in send(request, RequestID(-1 - index)) }
    }

    // MARK: The peers.

    package func index(of peer: Int) -> Int? { peers.firstIndex { $0.number == peer } }

    /// Adds a peer to which no value was sent yet. Its mirror is copied from the first peer, which must be silent.
    package mutating func join(_ number: Int) {
        peers.append(Peer(number: number, isSilent: false, mirror: peers[0].mirror.forNewPeer(routes)))
    }

    /// The earliest time at which a mirror has something to do even if no message arrives.
    package var deadline: Instant? { peers.compactMap(\.mirror.deadline).min() }
}
