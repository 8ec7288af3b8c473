import WheelClient

/// Reads the frames of a WebSocket (RFC 6455) that a browser sends, and joins the fragments of messages.
///
/// A frame consists of two bytes with its kind and its length, up to eight more bytes of the length, a mask of four
/// bytes, and the masked payload. `81 85 37 fa 21 3d 7f 9f 4d 51 58` is the message `Hello`. A frame that claims to be
/// longer than the longest message is refused, and no memory is allocated for it.
package struct WebSocketFrames: StreamFraming {
    package enum Piece: Equatable {
        case message([UInt8])
        case ping([UInt8])
        case pong
        /// The browser closes the connection.
        case close
        /// The browser has violated the protocol. This is the last piece.
        case failure(CloseCode)
    }

    /// The maximum length of a message in bytes. The daemon has the same limit for lines of clients that may not define
    /// controls.
    package static let longestMessage = WireProtocol.longestRequest

    private var bytes: [UInt8] = []
    private var start = 0
    /// The fragments of an unfinished message.
    private var message: [UInt8]?
    private var hasFailed = false

    package init() {}

    package var count: Int { bytes.count - start + (message?.count ?? 0) }

    package mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    package mutating func removeAll() { self = WebSocketFrames() }

    package mutating func next() -> Piece? {
        while !hasFailed {
            switch readFrame() {
            case .unfinished: return nil
            case .failure(let code): return fail(code)
            case .frame(let kind, let isLast, let payload):
                guard let piece = take(kind, isLast, payload) else { continue }
                return piece
            }
        }
        return nil
    }

    private enum Frame {
        case unfinished
        case failure(CloseCode)
        case frame(Kind, isLast: Bool, [UInt8])
    }

    private enum Kind: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        var isControl: Bool { rawValue >= 8 }
    }

    private mutating func readFrame() -> Frame {
        let waiting = bytes[start...]
        guard waiting.count >= 2 else { return .unfinished }
        let (first, second) = (waiting[start], waiting[start + 1])
        guard first & 0x70 == 0, let kind = Kind(rawValue: first & 0x0f), second & 0x80 != 0 else {
            return .failure(.protocolError)
        }
        let isLast = first & 0x80 != 0
        let short = Int(second & 0x7f)
        if kind.isControl, !isLast || short > 125 { return .failure(.protocolError) }
        let extra = short == 127 ? 8 : short == 126 ? 2 : 0
        let header = 2 + extra + 4
        guard waiting.count >= 2 + extra else { return .unfinished }
        var length = UInt64(short)
        if extra > 0 { length = waiting[(start + 2)..<(start + 2 + extra)].reduce(0) { $0 << 8 | UInt64($1) } }
        let room = WebSocketFrames.longestMessage - (kind.isControl ? 0 : message?.count ?? 0)
        guard length <= UInt64(room) else { return .failure(.tooBig) }
        let end = start + header + Int(length)
        guard bytes.count >= end else { return .unfinished }
        let mask = Array(bytes[(start + header - 4)..<(start + header)])
        var payload = Array(bytes[(start + header)..<end])
        for index in payload.indices { payload[index] ^= mask[index & 3] }
        start = end
        return .frame(kind, isLast: isLast, payload)
    }

    /// Handles a frame. `nil` if the message is not complete yet.
    private mutating func take(_ kind: Kind, _ isLast: Bool, _ payload: [UInt8]) -> Piece? {
        switch kind {
        case .close: return .close
        case .ping: return .ping(payload)
        case .pong: return .pong
        case .binary: return fail(.notText)
        case .text where message != nil, .continuation where message == nil: return fail(.protocolError)
        case .text, .continuation:
            let joined = (message ?? []) + payload
            message = isLast ? nil : joined
            return isLast ? .message(joined) : nil
        }
    }

    private mutating func fail(_ code: CloseCode) -> Piece {
        removeAll()
        hasFailed = true
        return .failure(code)
    }
}

/// The reason why this program closes a WebSocket. Numbers from 4000 are this program's own.
package enum CloseCode: UInt16 {
    case normal = 1000
    case goingAway = 1001
    case protocolError = 1002
    case notText = 1003
    /// A message contains a line break.
    case notLine = 1007
    case tooBig = 1009
    case wrongToken = 4401
    case tooLate = 4408
    case tooMany = 4429
    case noDaemon = 4503
}
