/// Bytes as a member's value.
struct Base64: MemberValue {
    static let kind = "base64"
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init?(from json: JSONValue) {
        guard case .string(let text) = json, let bytes = LineBuffer.bytes(base64: text) else { return nil }
        self.bytes = bytes
    }

    func write(to line: inout LineBuffer) { line.base64(bytes) }
}
