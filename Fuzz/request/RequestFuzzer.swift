import WheelWire

/// libFuzzer's entry point. Any line must give either a request that can be written and read again, or an error.
/// Requests are answered on an instrument with every kind of control, and all output is checked.
///
/// A line `+N` lets N milliseconds pass. A line `-` disconnects the client and connects another.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequest(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var server = FuzzedServer()
    var client = 1
    let input = UnsafeBufferPointer(start: bytes, count: count)
    for line in input.split(separator: UInt8(ascii: "\n"), maxSplits: mostLines).prefix(mostLines) {
        switch line.first {
        case UInt8(ascii: "+"): server.pass(milliseconds: milliseconds(line.dropFirst()))
        case UInt8(ascii: "-"):
            server.leave(client)
            client += 1
        default:
            let read = RequestLine(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(line.base).slice(line)))
            checkWriting(read)
            server.answer(read, from: client)
            server.pass(milliseconds: 1)
        }
    }
    server.end()
    return 0
}

private let mostLines = 100

private func milliseconds(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64 {
    digits.prefix(5).reduce(0) { $0 * 10 + Int64($1 & 15) }
}

private func checkWriting(_ read: RequestLine) {
    guard case .success(let request) = read.request else { return }
    var line = LineBuffer()
    request.write(id: read.id, to: &line)
    let again = line.withUnsafeBytes { RequestLine($0) }
    // Ignored members are not written.
    precondition(again.id == read.id && again.request == read.request && again.ignored.isEmpty, line.text)
    precondition(read.ignored.count <= 16, line.text)
    precondition(line.withUnsafeBytes { $0.firstIndex(of: UInt8(ascii: "\n")) == $0.count - 1 }, line.text)
}

extension UnsafeRawBufferPointer {
    fileprivate func slice(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeRawBufferPointer> {
        self[line.startIndex..<line.endIndex]
    }
}
