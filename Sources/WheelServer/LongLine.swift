/// A long line that is sent without a copy: a frame, a long event or reply, or the state of a large panel. All clients
/// that get the line share its bytes, so clients that do not read need no memory of their own for it.
struct LongLine {
    private let head: [UInt8]
    private let body: [UInt8]
    /// The bytes that replace the end of the line, if the line must have the member `more`; else empty.
    private let end: [UInt8]
    /// The number of the watch or view that gets the line, if the line is a frame; else `nil`.
    let watch: Int?
    /// How many bytes of the line have been sent.
    var sent = 0

    /// The length above which a line is long. Shorter lines are copied into one buffer, so that one system call sends
    /// several lines.
    static let least = 16 * 1024

    private static let bareEnd = Array("}\n".utf8)
    private static let endWithMore = Array(#","more":true}"#.utf8) + [UInt8(ascii: "\n")]

    init(_ head: [UInt8], _ body: [UInt8] = [], watch: Int? = nil) {
        (self.head, self.body, self.watch, end) = (head, body, watch, [])
    }

    /// The line of an event. `hasMore`: another event of the same step follows.
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
        /// The whole line is sent. `watch` is the number of the watch or view that got the line, if the line was a
        /// frame.
        case sent(watch: Int?)
        /// The client has disconnected.
        case gone
    }
}
