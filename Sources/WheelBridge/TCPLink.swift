import LinuxSystem
import WheelClient
import WheelGeometry

/// A TCP connection with a peer that speaks in lines. It connects again when it was lost, with growing pauses. No call blocks.
///
/// The program calls `next` until it returns `nil`, and then waits in its loop until `deadline` at the latest.
package final class TCPLink {
    package enum Occurrence: Equatable {
        case connected
        case line(BoundedLines.Line)
        /// The connection was lost, or could not be made. The reason is given once until the peer has sent a line.
        case disconnected(reason: String?)
    }

    package let host: String
    package let port: UInt16
    private let loop: EventLoop
    private let backoff: Backoff
    private var phase = Phase.apart(retryAt: .distantPast)
    private var lines: BoundedLines
    /// Addresses of the host that have not been tried in this attempt.
    private var untried: [InternetAddress] = []
    private var failures = 0
    private var hasReportedAbsence = false

    private enum Phase {
        case apart(retryAt: Instant)
        /// `nil`: the lookup goes on.
        case seeking([InternetAddress]?)
        case connecting(TCPWire, until: Instant)
        case together(TCPWire)
    }

    private struct Failure: Error {
        var reason: String
    }

    private static let patience = Interval.seconds(5)
    private static let readsAtOnce = 16

    package init(host: String, port: UInt16, longestLine: Int, loop: EventLoop, backoff: Backoff = Backoff()) {
        self.host = host
        self.port = port
        self.loop = loop
        self.backoff = backoff
        lines = BoundedLines(longest: longestLine)
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

    /// Without a connection it is lost. What waits is sent with the next call of `next`.
    package func send(_ bytes: [UInt8]) {
        if case .together(let wire) = phase { wire.add(bytes) }
    }

    /// Ends the connection, because the peer does what it should not do. It is made again after a pause.
    package func end(reason: String) -> Occurrence { part(reason) }

    /// The next occurrence; `nil` if there is none yet.
    package func next() -> Occurrence? {
        do throws(Failure) {
            switch phase {
            case .apart(let retryAt):
                guard MonotonicClock.now >= retryAt else { return nil }
                return try seek()
            case .seeking(let found):
                guard let addresses = found else { return nil }
                guard !addresses.isEmpty else { throw Failure(reason: "there is no host '\(host)'") }
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
                    throw Failure(reason: "\(error)")
                }
                return join(wire)
            case .together(let wire):
                // A peer that sends without an end of a line must not keep the daemon waiting. The loop reports the rest again.
                for _ in 0..<TCPLink.readsAtOnce {
                    if let line = lines.next() { return take(line) }
                    guard try receive(wire) else { return nil }
                }
                return lines.next().map(take)
            }
        } catch {
            return part(error.reason)
        }
    }

    private func seek() throws(Failure) -> Occurrence? {
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
            throw Failure(reason: "\(error)")
        }
        return nil
    }

    private func connect() throws(Failure) -> Occurrence? {
        let address = untried.removeFirst()
        do throws(Errno) {
            let wire = try TCPWire(try TCPConnection.start(to: address), loop)
            phase = .connecting(wire, until: MonotonicClock.now + TCPLink.patience)
        } catch {
            guard untried.isEmpty else { return try connect() }
            throw Failure(reason: "\(error)")
        }
        return nil
    }

    private func join(_ wire: TCPWire) -> Occurrence {
        lines.removeAll()
        phase = .together(wire)
        return .connected
    }

    /// A peer that speaks is there. One that only takes the connection is not: the pauses go on growing.
    private func take(_ line: BoundedLines.Line) -> Occurrence {
        if case .text = line {
            failures = 0
            hasReportedAbsence = false
        }
        return .line(line)
    }

    /// Returns whether there was anything.
    private func receive(_ wire: TCPWire) throws(Failure) -> Bool {
        let reception: UnixConnection.Reception
        do throws(Errno) {
            reception = try wire.exchange { lines.append($0) }
        } catch {
            throw Failure(reason: "\(error)")
        }
        switch reception {
        case .bytes: return true
        case .wouldBlock: return false
        case .ended: throw Failure(reason: "it has closed the connection")
        }
    }

    private func part(_ reason: String) -> Occurrence {
        failures += 1
        let pause = backoff.pause(afterFailures: failures, chance: .random(in: 0...1))
        phase = .apart(retryAt: MonotonicClock.now + pause)
        defer { hasReportedAbsence = true }
        return .disconnected(reason: hasReportedAbsence ? nil : reason)
    }
}
