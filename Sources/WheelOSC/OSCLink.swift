import LinuxSystem
import WheelCore

/// What sends messages to one destination and receives its answers. No call blocks.
protocol OSCLink: AnyObject {
    /// The sender's address of the destination's datagrams; `nil` if it is not known, or if the destination sends none.
    var address: InternetAddress? { get }
    /// If there is no room for a packet, it is sent again after this.
    var fullPause: Interval { get }
    /// Whether the next packet may be a bundle.
    var takesBundles: Bool { get }
    /// When `work` must be called, even if nothing is received before.
    var deadline: Instant? { get }

    /// Connects, if it is time for that, and reports everything that was received.
    func work(at now: Instant)
    /// Sends a packet. It must not report anything, because it is called while messages are put together.
    func send(_ packet: [UInt8]) -> OSCLinkSending
    /// It is called after all packets of one moment were given to `send`.
    func flush()
}

/// What happens at a link. It is reported on the loop's thread.
enum OSCOccurrence {
    case opened
    /// A packet was received. Its bytes are valid only during the report.
    case packet(UnsafeRawBufferPointer)
    /// A packet did not arrive, or the connection was lost, with the reason. `nil` if the reason was reported before.
    case refused(String?)
    /// The name has no address now.
    case unknown
}

enum OSCLinkSending {
    case sent
    case full
    /// The packet was not sent. A packet can be sent again after the next report of `opened`.
    case refused(Errno)
    case closed
}
