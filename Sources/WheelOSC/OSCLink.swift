import LinuxSystem
import WheelCore

/// Sends messages to one destination and receives its answers. No call blocks.
protocol OSCLink: AnyObject {
    /// The address from which the destination sends datagrams; `nil` if it is unknown, or if the destination sends
    /// none.
    var address: InternetAddress? { get }
    /// The pause after which a packet is sent again, if there was no room for it.
    var fullPause: Interval { get }
    /// Whether the next packet may be a bundle.
    var takesBundles: Bool { get }
    /// When `work` must be called at the latest.
    var deadline: Instant? { get }

    /// Connects, if an attempt is due. The link of a TCP connection also reports received packets.
    func work(at now: Instant)
    /// Sends a packet. This method must not report any occurrence: the core calls it, and a report would change the
    /// core at the same time.
    func send(_ packet: [UInt8]) -> OSCLinkSending
    /// Called after all packets that are due were passed to `send`.
    func flush()
}

/// An occurrence at a link, which is reported on the loop's thread.
enum OSCOccurrence {
    case opened
    /// A packet was received. The bytes are valid only during the report.
    case packet(UnsafeRawBufferPointer)
    /// A packet did not arrive, or the connection was lost or could not be opened. The reason is `nil` if it was
    /// reported before.
    case refused(String?)
    /// The lookup of the name has found no address.
    case unknown
}

enum OSCLinkSending {
    case sent
    case full
    /// The packet was not sent. No packet can be sent before the next report of `opened`.
    case refused(Errno)
    case closed
}
