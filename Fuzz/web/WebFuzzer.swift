import TestSupport
import WheelWeb

// Strangers send any bytes as the head of a request and as frames, and a daemon sends any bytes as lines. The result
// does not depend on how the bytes are cut, nothing longer than allowed is kept, and the messages of the daemon's lines
// contain the same lines.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWeb(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    checkHead(bytes)
    checkFrames(bytes)
    checkLines(bytes)
    return 0
}

private func checkHead(_ bytes: [UInt8]) {
    guard case .head(let head, let count) = RequestHead.read(bytes) else { return }
    precondition(count <= RequestHead.longest && count <= bytes.count, "\(count)")
    precondition(head.path.hasPrefix("/"), head.path)
    // Further bytes after a head change nothing, and a shorter head is not complete.
    precondition(RequestHead.read(bytes + [0]) == .head(head, count), "\(head)")
    precondition(RequestHead.read(Array(bytes[..<(count - 1)])) == .unfinished, "\(head)")
    let names = HostNames(own: "own", more: [])
    if let host = head.host, names.has(host), let origin = head.origin {
        _ = HostNames.isSame(origin: origin, host: host)
    }
    _ = PageFile.at(head.path)
    if let key = head.webSocketKey { precondition(!HTTPAnswer.webSocket(key: key).isEmpty, key) }
}

private func pieces(in bytes: [UInt8], portion: Int) -> [WebSocketFrames.Piece] {
    var frames = WebSocketFrames()
    var pieces: [WebSocketFrames.Piece] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        frames.append(rest.prefix(portion))
        rest = rest.dropFirst(portion)
        while let piece = frames.next() { pieces.append(piece) }
    }
    return pieces
}

private func checkFrames(_ bytes: [UInt8]) {
    let found = pieces(in: bytes, portion: max(1, bytes.count))
    precondition(found == pieces(in: bytes, portion: 1 + bytes.count % 7), "\(found)")
    for (index, piece) in found.enumerated() {
        switch piece {
        case .message(let message): precondition(message.count <= WebSocketFrames.longestMessage, "\(message.count)")
        case .ping(let payload): precondition(payload.count <= 125, "\(payload.count)")
        case .failure: precondition(index == found.count - 1, "\(found)")
        case .pong, .close: break
        }
    }
}

/// The bytes as the daemon's lines, cut in two ways, after the answer that the daemon must give.
private func checkLines(_ bytes: [UInt8]) {
    _ = messages(bytes, portion: 5)
    let opened = Array("{\"event\":\"hello\"}\n{\"reply\":0,\"ok\":true}\n".utf8) + bytes
    let whole = messages(opened, portion: opened.count)
    precondition(whole == messages(opened, portion: 1 + bytes.count % 11), "\(whole)")
    // All complete lines except the answer.
    var lines = opened.split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
    lines.removeLast()
    lines.remove(at: 1)
    precondition(whole == lines, "\(lines) became \(whole)")
}

/// The messages that a browser reads.
private func messages(_ bytes: [UInt8], portion: Int) -> [[UInt8]] {
    var lines = DaemonLines()
    var output: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        Array(rest.prefix(portion)).withUnsafeBytes { lines.receive($0, to: &output) }
        rest = rest.dropFirst(portion)
    }
    var messages: [[UInt8]] = []
    var message: [UInt8]?
    var index = 0
    while index < output.count {
        let first = output[index]
        var length = Int(output[index + 1])
        index += 2
        let extra = length == 126 ? 2 : length == 127 ? 8 : 0
        if extra > 0 { length = output[index..<(index + extra)].reduce(0) { $0 << 8 | Int($1) } }
        index += extra
        precondition(first & 0x0f == (message == nil ? 1 : 0), "a frame of kind \(first & 0x0f)")
        message = (message ?? []) + output[index..<(index + length)]
        index += length
        if first & 0x80 != 0, let whole = message {
            messages.append(whole)
            message = nil
        }
    }
    return messages
}
