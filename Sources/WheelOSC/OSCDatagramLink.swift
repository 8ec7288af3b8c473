import LinuxSystem
import WheelClient
import WheelCore

/// The UDP socket of one destination. Names are looked up in a thread.
///
/// After an error the link looks the name up again and opens another socket: the destination, or this machine, may have
/// a new address.
final class OSCDatagramLink: OSCLink {
    private enum Phase {
        case closed(retryAt: Instant)
        case lookingUp
        case open(DatagramBox, Registration)
    }

    private let destination: OSCDestination
    /// The address to which the last socket was connected.
    private(set) var address: InternetAddress?
    private let loop: EventLoop
    private let report: (OSCOccurrence) -> Void
    private let buffer: UnsafeMutableRawBufferPointer
    private var phase = Phase.closed(retryAt: .distantPast)
    private var failures = 0
    /// When this socket sent its first message. If the socket can still send 1 s later, the destination counts as
    /// reachable.
    private var firstSentAt: Instant?

    private static let backoff = Backoff(first: .seconds(0.5), longest: .seconds(5))
    private static let lookupBackoff = Backoff(first: .seconds(1), longest: .seconds(60))

    let fullPause = Interval.milliseconds(10)
    let takesBundles = true

    init(
        _ destination: OSCDestination, _ loop: EventLoop, _ buffer: UnsafeMutableRawBufferPointer,
        _ report: @escaping (OSCOccurrence) -> Void
    ) {
        self.destination = destination
        self.loop = loop
        self.buffer = buffer
        self.report = report
    }

    var deadline: Instant? { if case .closed(let time) = phase { time } else { nil } }

    func work(at now: Instant) {
        guard case .closed(let time) = phase, now >= time else { return }
        if let numeric = InternetAddress(numeric: destination.host, port: destination.port) { return open([numeric]) }
        phase = .lookingUp
        do throws(Errno) {
            _ = try NameLookup(destination.host, port: destination.port, loop) { [weak self] in self?.open($0) }
        } catch {
            close(OSCDatagramLink.lookupBackoff, .unknown)
        }
    }

    /// Connects a socket to one of the addresses. Connecting a UDP socket sends no packet. After each error another
    /// address is tried first, because a program may listen only at one of them, such as the IPv4 address of
    /// `localhost`.
    private func open(_ addresses: [InternetAddress]) {
        var error: SystemError?
        for index in addresses.indices {
            let address = addresses[(index + failures) % addresses.count]
            do {
                let box = DatagramBox(try DatagramSocket.connected(to: address))
                phase = .open(box, try loop.register(box.socket.descriptor, for: .readable, self))
                self.address = address
                firstSentAt = nil
                return report(.opened)
            } catch let failure as SystemError {
                error = failure
            } catch {
                continue
            }
        }
        if let error {
            close(OSCDatagramLink.backoff, .refused("\(error.errno)"))
        } else {
            close(OSCDatagramLink.lookupBackoff, .unknown)
        }
    }

    private func close(_ backoff: Backoff, _ occurrence: OSCOccurrence) {
        close(backoff)
        report(occurrence)
    }

    private func close(_ backoff: Backoff) {
        if case .open(_, let registration) = phase { loop.deregister(registration) }
        failures += 1
        phase = .closed(
            retryAt: MonotonicClock.now + backoff.pause(afterFailures: failures, chance: .random(in: 0...1)))
    }

    func flush() {}

    func send(_ packet: [UInt8]) -> OSCLinkSending {
        guard case .open(let box, _) = phase else { return .closed }
        switch box.socket.send(packet) {
        case .sent:
            // If no program listens, the kernel reports an error some time after the first datagram. So only a later
            // datagram shows that the destination can be reached.
            let now = MonotonicClock.now
            if let firstSentAt { if now >= firstSentAt + .seconds(1) { failures = 0 } } else { firstSentAt = now }
            return .sent
        case .wouldBlock: return .full
        case .refused(let error):
            close(OSCDatagramLink.backoff)
            return .refused(error)
        }
    }
}

extension OSCDatagramLink: EventHandler {
    /// The maximum number of datagrams that are read at once, so that a flood does not delay the daemon's messages.
    static let datagramsAtOnce = 128

    func handle(_ readiness: Readiness, of registration: Registration) {
        for _ in 0..<OSCDatagramLink.datagramsAtOnce {
            guard case .open(let box, _) = phase else { return }
            switch box.socket.receive(into: buffer) {
            case .datagram(let count, _): report(.packet(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
            case .refused(let error): return close(OSCDatagramLink.backoff, .refused("\(error)"))
            case .wouldBlock: return
            }
        }
    }
}

/// Holds a socket. The socket itself cannot be copied, so it cannot be the payload of a copyable enum.
final class DatagramBox {
    let socket: DatagramSocket

    init(_ socket: consuming DatagramSocket) { self.socket = socket }
}
