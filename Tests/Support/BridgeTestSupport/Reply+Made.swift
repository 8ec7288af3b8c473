import WheelCore
import WheelWire

extension Reply {
    private struct NoReply: Error {}

    /// A reply as the daemon writes it: `refusing` is the code of a refusal.
    package static func made(to id: RequestID, refusing code: String? = nil) throws -> Reply {
        let rest = code.map { #""ok":false,"error":"\#($0)","message":"no""# } ?? #""ok":true"#
        let line = Array(#"{"reply":\#(id.json),\#(rest)}"#.utf8)
        guard case .reply(let reply) = try line.withUnsafeBytes({ try ServerLine($0) }) else { throw NoReply() }
        return reply
    }
}
