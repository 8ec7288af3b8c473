import LinuxSystem
import WheelGeometry

/// The way to one destination. No call blocks.
protocol OSCLink: AnyObject {
    /// The address that its datagrams come from; `nil` if that is not known, or if it sends none.
    var address: InternetAddress? { get }
    /// A packet without room is tried again after this.
    var fullPause: Interval { get }
    /// Whether the next packet may be a bundle.
    var takesBundles: Bool { get }
    /// When `work` has something to do although nothing happens.
    var deadline: Instant? { get }

    /// Connects, if it is time for that, and reports what has come.
    func work(at now: Instant)
    /// Reports nothing, because it is called while messages are put together.
    func send(_ packet: [UInt8]) -> OSCLinkSending
    /// All packets of this moment have been given to `send`.
    func flush()
}

/// What happens at a link. It is reported on the loop's thread.
enum OSCOccurrence {
    case opened
    /// Its bytes are there during the report only.
    case packet(UnsafeRawBufferPointer)
    /// What was sent did not arrive. `nil`: the reason was reported before.
    case refused(String?)
    /// The name has no address now.
    case unknown
}

enum OSCLinkSending {
    case sent
    case full
    /// `opened` says when it can be tried again.
    case refused(Errno)
    case closed
}
