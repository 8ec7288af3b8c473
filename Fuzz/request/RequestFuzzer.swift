import WheelProtocol

/// libFuzzer's door: any bytes are a request, which can be written and read again, or an error, whose reply a client
/// can read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequest(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let read = RequestLine(UnsafeRawBufferPointer(start: bytes, count: count))
    var line = LineBuffer()
    switch read.request {
    case .success(let request):
        request.write(id: read.id, to: &line)
        precondition(line.withUnsafeBytes { RequestLine($0) } == read, line.text)
    case .failure(let error):
        error.write(to: read.id, &line)
        let reply = try? line.withUnsafeBytes { try ServerLine($0) }
        guard case .reply(let reply)? = reply else { preconditionFailure(line.text) }
        precondition(reply.id == read.id && reply.refusal == error, line.text)
        precondition(error.message.utf8.count < 1000, line.text)
    }
    precondition(line.withUnsafeBytes { $0.firstIndex(of: UInt8(ascii: "\n")) == $0.count - 1 }, line.text)
    return 0
}
