/// Converts the daemon's lines into WebSocket messages as they arrive: a line of a megabyte is never kept as a whole.
///
/// Each read returns a piece of the stream. Each part of a line in this piece becomes a frame of the line's message.
/// The part that ends with the newline becomes the final frame of the message. For example `{"a":1}\n{"b"` becomes the
/// whole message `{"a":1}` and the beginning of the next message.
///
/// At first the connection has more rights than the visitor. So the first request is `limit`, and no message of the
/// visitor is passed on before the daemon has answered it. The answer is not passed on to the visitor.
package struct DaemonLines {
    package enum Standing: Equatable {
        /// The rights have not been limited yet.
        case opening
        case limited
        /// The daemon has not granted the limit.
        case refused
    }

    package private(set) var standing = Standing.opening
    private var isInside = false
    /// While `standing` is `opening`: the beginning of a line that may be the answer to `limit`.
    private var held: [UInt8] = []

    /// How a reply begins. While `standing` is `opening`, the only reply is the answer to `limit`.
    private static let reply = Array(#"{"reply":"#.utf8)
    private static let longestReply = 4096

    package static func request(_ rights: WebRights) -> [UInt8] {
        Array("{\"id\":0,\"op\":\"limit\",\"rights\":\"\(rights.rawValue)\"}\n".utf8)
    }

    private static let answer = Array(#"{"reply":0,"ok":true"#.utf8)

    package init() {}

    /// Converts bytes of the daemon, and appends the frames to `output`.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty, standing != .refused {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let part = rest[..<(end ?? rest.endIndex)]
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
            if standing == .opening, !isInside {
                hold(part, isEnd: end != nil, to: &output)
            } else {
                pass(part, isEnd: end != nil, to: &output)
            }
        }
    }

    private mutating func pass(_ part: some Collection<UInt8>, isEnd: Bool, to output: inout [UInt8]) {
        guard isEnd || !part.isEmpty else { return }
        WebSocketOutput.header(part.count, isFirst: !isInside, isLast: isEnd, to: &output)
        output.append(contentsOf: part)
        isInside = !isEnd
    }

    private mutating func hold(_ part: Slice<UnsafeRawBufferPointer>, isEnd: Bool, to output: inout [UInt8]) {
        held.append(contentsOf: part)
        guard held.starts(with: DaemonLines.reply.prefix(held.count)) else {
            let line = held
            held = []
            return pass(line, isEnd: isEnd, to: &output)
        }
        if isEnd {
            standing = held.starts(with: DaemonLines.answer) ? .limited : .refused
            held = []
        } else if held.count > DaemonLines.longestReply {
            standing = .refused
        }
    }
}

package enum WebRights: String, CaseIterable, Sendable {
    case control = "write"
    case look = "read"
}
