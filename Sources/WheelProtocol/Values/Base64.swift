/// Bytes as a member's value.
struct Base64: MemberValue {
    static let kind = "base64"
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ name: String, of members: JSONObject) throws(MemberProblem) {
        guard let bytes = LineBuffer.bytes(base64: try members.string(name)) else {
            throw .wrong(name, mustBe: Self.kind)
        }
        self.bytes = bytes
    }

    func write(to line: inout LineBuffer) { line.base64(bytes) }
}
