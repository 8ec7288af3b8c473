import LinuxSystem
import WheelGeometry

/// The way to one destination. No call blocks.
protocol OSCLink: AnyObject {
    /// From where the destination sends datagrams, as far as that is known.
    var address: InternetAddress? { get }
    /// The pause before what had no room is tried again.
    var fullPause: Interval { get }
    /// Whether the next packet may be a bundle.
    var takesBundles: Bool { get }
    /// When `work` has something to do although nothing happens.
    var deadline: Instant? { get }

    /// Connects, if it is time for that, and reports what has come.
    func work(at now: Instant)
    /// Reports nothing: it is called while what is to be sent is put together.
    func send(_ packet: [UInt8]) -> OSCLinkSending
    /// Everything of this moment has been given to `send`.
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
