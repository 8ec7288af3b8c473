/// A long line that is sent without a copy: a frame, a long event, or the state of a large panel. All clients that it is sent
/// to share its bytes, however many of them do not read.
struct LongLine {
    private let head: [UInt8]
    private let body: [UInt8]
    /// What replaces the end of the line, if it has `more`.
    private let end: [UInt8]
    /// The watch whose frame it is.
    let watch: Int?
    /// How many of its bytes have been sent.
    var sent = 0

    /// Shorter lines are copied together, so that one system call sends several.
    static let least = 16 * 1024

    private static let bareEnd = Array("}\n".utf8)
    private static let endWithMore = Array(#","more":true}"#.utf8) + [UInt8(ascii: "\n")]

    init(_ head: [UInt8], _ body: [UInt8] = [], watch: Int? = nil) {
        (self.head, self.body, self.watch, end) = (head, body, watch, [])
    }

    /// An event's line. `hasMore`: another event of its step follows.
    init(event line: [UInt8], hasMore: Bool) {
        (head, body, watch, end) = ([], line, nil, hasMore ? LongLine.endWithMore : [])
    }

    private var bodyCount: Int { end.isEmpty ? body.count : body.count - LongLine.bareEnd.count }

    var isSent: Bool { sent == head.count + bodyCount + end.count }

    var next: ArraySlice<UInt8> {
        if sent < head.count { return head[sent...] }
        let place = sent - head.count
        return place < bodyCount ? body[place..<bodyCount] : end[(place - bodyCount)...]
    }

    enum Progress {
        case begun
        /// All of it. It was a frame of this watch.
        case sent(watch: Int?)
        /// The client has disconnected.
        case gone
    }
}
