import LinuxSystem
import WheelClient
import WheelGeometry

/// The socket of one destination. No call blocks: names are looked up in a thread.
final class OSCLink {
    enum Occurrence {
        case opened
        /// The first bytes of the buffer are a datagram.
        case datagram(Int)
        /// What was sent did not arrive. Nothing can be sent before this time.
        case refused(Errno, retryAt: Instant)
        case unknown(retryAt: Instant)
    }

    private enum Phase {
        case closed(retryAt: Instant)
        case lookingUp
        case open
    }

    let destination: OSCDestination
    /// `nil` until the name has been looked up.
    private(set) var address: InternetAddress?
    private let loop: EventLoop
    private let report: (Occurrence) -> Void
    private let buffer: UnsafeMutableRawBufferPointer
    private var socket: DatagramBox?
    private var phase = Phase.closed(retryAt: .distantPast)
    private var failures = 0
    private var wasRefused = false
    /// Nobody listens there: how long it takes at most until it is tried again.
    private let backoff = Backoff(first: .seconds(0.5), longest: .seconds(5))
    private let lookupBackoff = Backoff(first: .seconds(1), longest: .seconds(60))

    /// `report` is called on the loop's thread. Datagrams are in `buffer` during that call.
    init(
        _ destination: OSCDestination, _ loop: EventLoop, _ buffer: UnsafeMutableRawBufferPointer,
        _ report: @escaping (Occurrence) -> Void
    ) {
        self.destination = destination
        self.loop = loop
        self.buffer = buffer
        self.report = report
    }

    /// When `open` has something to do.
    var deadline: Instant? { if case .closed(let time) = phase { time } else { nil } }

    /// Opens the socket, if it is time for that.
    func open(at now: Instant) {
        guard case .closed(let time) = phase, now >= time else { return }
        if let numeric = InternetAddress(numeric: destination.host, port: destination.port) {
            return open([numeric], at: now)
        }
        phase = .lookingUp
        do throws(Errno) {
            _ = try NameLookup(destination.host, port: destination.port, loop) { [weak self] in
                self?.open($0, at: MonotonicClock.now)
            }
        } catch {
            close(at: now)
        }
    }

    /// Connects with the first address for which that is possible. It sends nothing.
    private func open(_ addresses: [InternetAddress], at now: Instant) {
        for address in addresses {
            do {
                let box = DatagramBox(try DatagramSocket.connected(to: address))
                _ = try loop.register(box.socket.descriptor, for: .readable, self)
                (socket, self.address, phase, failures) = (box, address, .open, 0)
                return report(.opened)
            } catch {
                continue
            }
        }
        close(at: now)
    }

    private func close(at now: Instant) {
        failures += 1
        let time = now + lookupBackoff.pause(afterFailures: failures, chance: .random(in: 0...1))
        phase = .closed(retryAt: time)
        report(.unknown(retryAt: time))
    }

    func send(_ bytes: [UInt8], at now: Instant) -> OSCSending {
        guard let socket else { return .refused(retryAt: .distantFuture) }
        // No error has come since the last one: somebody listens.
        if !wasRefused { failures = 0 }
        wasRefused = false
        switch socket.socket.send(bytes) {
        case .sent: return .sent
        case .wouldBlock: return .full(retryAt: now + .milliseconds(10))
        case .refused(let error):
            let time = refuse(at: now)
            report(.refused(error, retryAt: time))
            return .refused(retryAt: time)
        }
    }

    private func refuse(at now: Instant) -> Instant {
        wasRefused = true
        failures += 1
        return now + backoff.pause(afterFailures: failures, chance: .random(in: 0...1))
    }
}

extension OSCLink: EventHandler {
    /// As many datagrams are read at once; a flood must not keep the daemon waiting.
    static let datagramsAtOnce = 128

    func handle(_ readiness: Readiness, of registration: Registration) {
        for _ in 0..<OSCLink.datagramsAtOnce {
            switch socket?.socket.receive(into: buffer) {
            case .datagram(let count, _): report(.datagram(count))
            case .refused(let error): report(.refused(error, retryAt: refuse(at: MonotonicClock.now)))
            case .wouldBlock, nil: return
            }
        }
    }
}

/// Keeps a socket in an optional property.
final class DatagramBox {
    let socket: DatagramSocket

    init(_ socket: consuming DatagramSocket) { self.socket = socket }
}
