/// A line that is sent from where it is: a frame, or the state of a large panel. Its bytes are shared with the other clients
/// that it is sent to, however many of them do not read.
struct LongLine {
    private let head: [UInt8]
    private let body: [UInt8]
    /// The watch whose frame it is.
    let watch: Int?
    /// How many of its bytes have been sent.
    var sent = 0

    /// Shorter lines are copied together, so that one system call sends several.
    static let least = 16 * 1024

    init(_ head: [UInt8], _ body: [UInt8] = [], watch: Int? = nil) {
        self.head = head
        self.body = body
        self.watch = watch
    }

    var isSent: Bool { sent == head.count + body.count }

    /// What is sent next.
    var next: ArraySlice<UInt8> { sent < head.count ? head[sent...] : body[(sent - head.count)...] }

    enum Progress {
        case begun
        /// All of it. It was a frame of this watch.
        case sent(watch: Int?)
        /// The client has gone.
        case gone
    }
}
