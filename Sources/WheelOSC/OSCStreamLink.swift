import LinuxSystem
import WheelBridge
import WheelClient
import WheelCore

/// The TCP connection with one destination, in both directions.
final class OSCStreamLink: OSCLink {
    private let link: StreamLink<OSCStream>
    private let framing: OSCStream.Framing
    private let report: (OSCOccurrence) -> Void
    /// Whether `work` may have left packets unread.
    private var hasMore = false
    /// Whether a packet was sent on this connection.
    private var hasBegun = false

    let fullPause = Interval.milliseconds(100)

    /// While this many bytes wait for a program that does not read, no packet is added.
    private static let mostWaiting = 1 << 16
    /// The maximum number of packets that are read at once, so that a flood does not delay the daemon's messages.
    private static let packetsAtOnce = 128

    init(
        _ destination: OSCDestination, _ framing: OSCStream.Framing, _ loop: EventLoop,
        _ report: @escaping (OSCOccurrence) -> Void
    ) {
        self.framing = framing
        self.report = report
        link = StreamLink(
            .host(destination.host, port: destination.port), OSCStream(framing), loop: loop, mayBeSilent: true)
    }

    /// Whether the next packet may be a bundle. With SLIP the first packet must not be one, because liblo does not
    /// recognize SLIP in a stream that begins with a bundle.
    var takesBundles: Bool { framing == .lengths || hasBegun }

    /// `nil`, because the destination sends no datagrams.
    var address: InternetAddress? { nil }

    var deadline: Instant? { hasMore ? .distantPast : link.deadline }

    func work(at now: Instant) {
        hasMore = false
        for _ in 0..<OSCStreamLink.packetsAtOnce {
            guard let occurrence = link.next() else { return }
            consume(occurrence)
        }
        hasMore = true
    }

    private func consume(_ occurrence: StreamLink<OSCStream>.Occurrence) {
        switch occurrence {
        case .connected:
            hasBegun = false
            report(.opened)
        case .piece(.packet(let packet)):
            link.confirm()
            packet.withUnsafeBytes { report(.packet($0)) }
        case .piece(.nonsense): consume(link.end(reason: "it sends bytes that are not OSC packets"))
        case .disconnected(let reason, let isNew): report(.refused(isNew ? "\(reason)" : nil))
        }
    }

    func send(_ packet: [UInt8]) -> OSCLinkSending {
        guard link.isConnected else { return .closed }
        guard link.waiting < OSCStreamLink.mostWaiting else { return .full }
        hasBegun = true
        link.send(OSCStream.frame(packet, framing))
        return .sent
    }

    func flush() { link.flush() }
}
