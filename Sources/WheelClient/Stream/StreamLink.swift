import LinuxSystem
import WheelCore

/// A connection that reconnects: to the daemon, or to a peer of a bridge. No call blocks.
///
/// The program calls `next` until it returns `nil`, and then waits in its loop until `deadline` at the latest. A
/// disconnected link resolves the name of the host, tries its addresses one after another, and uses the first one that
/// answers. (A socket in the file system needs no lookup, and connects at once or fails.) After any failure the link is
/// disconnected again, and waits before the next attempt; this pause doubles each time.
///
/// For example: rigctld, the peer of wheel-rig, restarts. `next` reports `disconnected`. After 0.1 s rigctld does not
/// listen yet, so the link waits for 0.2 s, then for 0.4 s. The link reports each failed attempt, too, but only the
/// first attempt as new, so that the log has one line about all attempts. When rigctld listens again, `next` reports
/// `connected`, and then the pieces of the stream.
///
/// A peer may accept connections and close each of them at once. If such connections counted as successes, the link
/// would connect ten times per second. So the pauses are reset only after a good connection: one that has lasted for
/// `Backoff.lasting`, and whose peer has sent something valid (`confirm`).
package final class StreamLink<Framing: StreamFraming> {
    package enum Place {
        /// A socket in the file system. `nil` means the daemon's usual socket, whose path is determined again for each
        /// attempt.
        case socket(String?)
        case host(String, port: UInt16)
    }

    package enum Occurrence {
        case connected
        case piece(Framing.Piece)
        /// The connection was lost, or could not be made. `isNew` means that the reason differs from the reason of the
        /// previous failure, or that a connection since then was confirmed or, with `mayBeSilent`, has lasted for
        /// `Backoff.lasting`.
        case disconnected(LinkFailure, isNew: Bool)
    }

    private enum Phase {
        case disconnected(retryAt: Instant)
        /// `nil` until the addresses are known.
        case resolving([InternetAddress]?)
        case connecting(Wire, until: Instant)
        case connected(Wire, since: Instant)
        /// The connection ended and has no backoff, so it is not made again.
        case ended(LinkFailure)
    }

    private let place: Place
    private let loop: EventLoop
    private let backoff: Backoff?
    private var phase = Phase.disconnected(retryAt: .distantPast)
    private var incoming: Framing
    /// Whether a connection that has lasted for `Backoff.lasting` resets the pauses even if the peer has sent nothing.
    private let mayBeSilent: Bool
    private var isConfirmed = false
    /// Addresses of the host that have not been tried in this attempt.
    private var untried: [InternetAddress] = []
    private var failures = 0
    private var lastFailure: LinkFailure?

    private static var connectTimeout: Interval { .seconds(5) }
    private static var readsAtOnce: Int { 16 }

    /// With `backoff: nil` the connection is not made again after it ended.
    package init(
        _ place: Place, _ framing: Framing, loop: EventLoop, mayBeSilent: Bool = false, backoff: Backoff? = Backoff()
    ) {
        self.place = place
        self.loop = loop
        self.backoff = backoff
        self.mayBeSilent = mayBeSilent
        incoming = framing
    }

    /// The time at which `next` must be called even if no descriptor is ready.
    package var deadline: Instant? {
        switch phase {
        case .disconnected(let time), .connecting(_, let time): time
        case .resolving, .connected, .ended: nil
        }
    }

    private var wire: Wire? { if case .connected(let wire, _) = phase { wire } else { nil } }

    package var isConnected: Bool { wire != nil }

    package var waiting: Int { wire?.waiting ?? 0 }

    /// Queues bytes, which the next call of `next` or `flush` sends. Without a connection the bytes are dropped.
    package func send(_ bytes: some Sequence<UInt8>) { wire?.add(bytes) }

    /// Sends as many bytes as possible. If the connection is lost, `next` reports it.
    package func flush() { wire?.flush() }

    /// Records that the peer speaks the protocol. The next loss is reported as new, even if the previous loss had the
    /// same reason.
    package func confirm() {
        isConfirmed = true
        lastFailure = nil
    }

    /// Ends the connection, because the peer violates the protocol. The connection is made again after a pause.
    package func end(reason: String) -> Occurrence { disconnect(.misbehaved(reason)) }

    package func next() -> Occurrence? {
        do throws(LinkFailure) {
            switch phase {
            case .disconnected(let retryAt):
                guard MonotonicClock.now >= retryAt else { return nil }
                return try start()
            case .resolving(nil): return nil
            case .resolving(let addresses?):
                untried = addresses
                return try connect(else: .noHost(hostName))
            case .connecting(let wire, let until): return try wait(for: wire, until: until)
            case .connected(let wire, _): return try read(from: wire).map { .piece($0) }
            case .ended(let failure): return .disconnected(failure, isNew: false)
            }
        } catch {
            return disconnect(error)
        }
    }

    private var hostName: String { if case .host(let name, _) = place { name } else { "" } }

    private func start() throws(LinkFailure) -> Occurrence? {
        switch place {
        case .socket(let wanted):
            let path = SocketPlace.path(wanted)
            do throws(SystemError) {
                return open(try Wire(path: path, loop))
            } catch {
                throw .unreachable(error)
            }
        case .host(let name, let port):
            if let address = InternetAddress(numeric: name, port: port) {
                untried = [address]
                return try connect(else: .noHost(name))
            }
            do throws(Errno) {
                _ = try NameLookup(name, port: port, loop) { [weak self] addresses in
                    if let self, case .resolving = phase { phase = .resolving(addresses) }
                }
            } catch {
                throw .unreachable(SystemError("look up", name, error))
            }
            phase = .resolving(nil)
            return nil
        }
    }

    private func connect(else failure: LinkFailure) throws(LinkFailure) -> Occurrence? {
        guard !untried.isEmpty else { throw failure }
        do throws(Errno) {
            let wire = try Wire(try TCPConnection.start(to: untried.removeFirst()), loop)
            phase = .connecting(wire, until: MonotonicClock.now + StreamLink.connectTimeout)
            return nil
        } catch {
            return try connect(else: .unreachable(SystemError("connect", hostName, error)))
        }
    }

    private func wait(for wire: Wire, until: Instant) throws(LinkFailure) -> Occurrence? {
        do throws(Errno) {
            if try wire.isConnected() { return open(wire) }
            if MonotonicClock.now >= until { throw .timedOut }
            return nil
        } catch {
            return try connect(else: .unreachable(SystemError("connect", hostName, error)))
        }
    }

    private func open(_ wire: Wire) -> Occurrence {
        incoming.removeAll()
        phase = .connected(wire, since: MonotonicClock.now)
        isConfirmed = false
        return .connected
    }

    private func read(from wire: Wire) throws(LinkFailure) -> Framing.Piece? {
        wire.flush()
        // A peer whose bytes never complete a piece must not delay other peers, so the number of reads is limited. If
        // bytes remain, the loop reports the socket again.
        for _ in 0..<StreamLink.readsAtOnce {
            if let piece = incoming.next() { return piece }
            do throws(Errno) {
                switch try wire.exchange({ incoming.append($0) }) {
                case .bytes: continue
                case .wouldBlock: return nil
                case .ended: break
                }
            } catch {
                throw .lost(error)
            }
            throw .ended
        }
        return incoming.next()
    }

    private func disconnect(_ failure: LinkFailure) -> Occurrence {
        let now = MonotonicClock.now
        var lasted = Interval.zero
        if case .connected(_, let since) = phase, isConfirmed || mayBeSilent { lasted = now - since }
        if lasted >= Backoff.lasting { lastFailure = nil }
        if let backoff {
            let pause = backoff.pause(afterLasting: lasted, failures: &failures, chance: .random(in: 0...1))
            phase = .disconnected(retryAt: now + pause)
        } else {
            phase = .ended(failure)
        }
        defer { lastFailure = failure }
        return .disconnected(failure, isNew: failure != lastFailure)
    }
}

package enum LinkFailure: Error, Equatable {
    case noHost(String)
    case unreachable(SystemError)
    case ended
    case lost(Errno)
    case misbehaved(String)
}

extension LinkFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noHost(let name): "there is no host '\(name)'"
        case .unreachable(let error): "\(error.errno)"
        case .ended: "it has closed the connection"
        case .lost(.timedOut): "it reads nothing"
        case .lost(let error): "\(error)"
        case .misbehaved(let reason): reason
        }
    }
}

extension Wire {
    /// Connects to a socket in the file system, which succeeds or fails at once.
    fileprivate convenience init(path: String, _ loop: EventLoop) throws(SystemError) {
        let connection = try UnixConnection.connect(to: path)
        do throws(Errno) {
            try self.init(connection, loop)
        } catch {
            throw SystemError("watch", path, error)
        }
    }
}
