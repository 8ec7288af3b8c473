import LinuxSystem
import WheelClient
import WheelCore

/// A TCP connection with a peer that speaks in lines or packets. A lost connection is made again, with growing pauses. No call
/// blocks.
///
/// The program calls `next` until it returns `nil`, and then waits in its loop until `deadline` at the latest.
package final class TCPLink<Framing: StreamFraming> {
    package enum Occurrence: Equatable {
        case connected
        case piece(Framing.Piece)
        /// The connection was lost, or could not be made. `reason` is for the log. It is `nil` where the log already has
        /// it: another attempt has failed for the same reason.
        case disconnected(reason: String?)
    }

    package let host: String
    package let port: UInt16
    private let loop: EventLoop
    private let backoff: Backoff
    private var phase = Phase.apart(retryAt: .distantPast)
    private var incoming: Framing
    /// Whether a connection can be good although the peer says nothing.
    private let mayBeSilent: Bool
    private var connectedAt = Instant.distantFuture
    /// Whether the peer has sent a sound piece by this connection.
    private var hasSpoken = false
    /// Addresses of the host that have not been tried in this attempt.
    private var untried: [InternetAddress] = []
    private var failures = 0
    private var absence = Absence()

    private enum Phase {
        case apart(retryAt: Instant)
        /// `nil`: the lookup goes on.
        case seeking([InternetAddress]?)
        case connecting(TCPWire, until: Instant)
        case together(TCPWire)
    }

    private static var patience: Interval { .seconds(5) }
    /// A connection that lasts so long was good. If a shorter one counted, a peer that answers and closes at once would be
    /// connected again and again with short pauses.
    private static var steadyTime: Interval { .seconds(5) }
    private static var readsAtOnce: Int { 16 }

    package init(
        host: String, port: UInt16, _ framing: Framing, loop: EventLoop, mayBeSilent: Bool = false,
        backoff: Backoff = Backoff()
    ) {
        self.host = host
        self.port = port
        self.loop = loop
        self.backoff = backoff
        self.mayBeSilent = mayBeSilent
        incoming = framing
    }

    package var name: String { HostPort(host: host, port: port).description }

    /// When `next` must be called although no descriptor is ready.
    package var deadline: Instant? {
        switch phase {
        case .apart(let time), .connecting(_, let time): time
        case .seeking, .together: nil
        }
    }

    package var isConnected: Bool { if case .together = phase { true } else { false } }

    /// How many bytes wait to be sent.
    package var waiting: Int { if case .together(let wire) = phase { wire.waiting } else { 0 } }

    /// Without a connection the bytes are lost. Otherwise they wait, and the next call of `next` or `flush` sends them.
    package func send(_ bytes: [UInt8]) {
        if case .together(let wire) = phase { wire.add(bytes) }
    }

    /// Sends what can be sent. If the connection is lost, `next` says so.
    package func flush() {
        if case .together(let wire) = phase { wire.flush() }
    }

    /// Ends the connection, because the peer does what it should not do. It is made again after a pause.
    package func end(reason: String) -> Occurrence { part(reason) }

    /// The next occurrence; `nil` if there is none yet.
    package func next() -> Occurrence? {
        do throws(LinkFailure) {
            switch phase {
            case .apart(let retryAt):
                guard MonotonicClock.now >= retryAt else { return nil }
                return try seek()
            case .seeking(let found):
                guard let addresses = found else { return nil }
                guard !addresses.isEmpty else { throw LinkFailure(reason: "there is no host '\(host)'") }
                untried = addresses
                return try connect()
            case .connecting(let wire, let until):
                do throws(Errno) {
                    guard try wire.isConnected() else {
                        if MonotonicClock.now >= until { throw .timedOut }
                        return nil
                    }
                } catch {
                    guard untried.isEmpty else { return try connect() }
                    throw LinkFailure(reason: "\(error)")
                }
                return join(wire)
            case .together(let wire):
                // A peer that never stops sending must not delay the daemon's messages. The loop reports again what is left.
                for _ in 0..<TCPLink.readsAtOnce {
                    if let piece = incoming.next() { return consume(piece) }
                    guard try receive(wire) else { return nil }
                }
                return incoming.next().map(consume)
            }
        } catch {
            return part(error.reason)
        }
    }

    private func seek() throws(LinkFailure) -> Occurrence? {
        if let address = InternetAddress(numeric: host, port: port) {
            untried = [address]
            return try connect()
        }
        do throws(Errno) {
            _ = try NameLookup(host, port: port, loop) { [weak self] addresses in
                if let self, case .seeking = phase { phase = .seeking(addresses) }
            }
            phase = .seeking(nil)
        } catch {
            throw LinkFailure(reason: "\(error)")
        }
        return nil
    }

    private func connect() throws(LinkFailure) -> Occurrence? {
        let address = untried.removeFirst()
        do throws(Errno) {
            let wire = try TCPWire(try TCPConnection.start(to: address), loop)
            phase = .connecting(wire, until: MonotonicClock.now + TCPLink.patience)
        } catch {
            guard untried.isEmpty else { return try connect() }
            throw LinkFailure(reason: "\(error)")
        }
        return nil
    }

    private func join(_ wire: TCPWire) -> Occurrence {
        incoming.removeAll()
        phase = .together(wire)
        connectedAt = MonotonicClock.now
        hasSpoken = false
        return .connected
    }

    /// If the peer has sent a sound piece, the next loss is reported with its reason. It is not enough that the peer accepts the
    /// connection.
    private func consume(_ piece: Framing.Piece) -> Occurrence {
        if Framing.isSound(piece) {
            hasSpoken = true
            absence.end()
        }
        return .piece(piece)
    }

    /// Returns whether there was anything.
    private func receive(_ wire: TCPWire) throws(LinkFailure) -> Bool {
        let reception: UnixConnection.Reception
        do throws(Errno) {
            reception = try wire.exchange { incoming.append($0) }
        } catch {
            throw LinkFailure(reason: error == .timedOut ? "it takes nothing" : "\(error)")
        }
        switch reception {
        case .bytes: return true
        case .wouldBlock: return false
        case .ended: throw LinkFailure(reason: "it has closed the connection")
        }
    }

    private func part(_ reason: String) -> Occurrence {
        let now = MonotonicClock.now
        if case .together = phase, now - connectedAt >= TCPLink.steadyTime, hasSpoken || mayBeSilent {
            failures = 0
            absence.end()
        }
        failures += 1
        let pause = backoff.pause(afterFailures: failures, chance: .random(in: 0...1))
        phase = .apart(retryAt: now + pause)
        return .disconnected(reason: absence.isNew(reason) ? reason : nil)
    }
}

private struct LinkFailure: Error {
    var reason: String
}
