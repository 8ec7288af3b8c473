/// The bytes of HTTP answers. The connection ends after each answer, except after the answer that opens a WebSocket.
package enum HTTPAnswer {
    /// The content security policy of a page: the page may load files only from this program, and connect only to this
    /// program. `host` is a name that `HostNames` has accepted. The policy names `host` because older versions of
    /// Safari do not count a WebSocket as `'self'`.
    private static func policy(_ host: String) -> String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; manifest-src 'self'; "
            + "connect-src 'self' ws://\(host) wss://\(host); base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    package static func file(_ file: PageFile, host: String, withBody: Bool) -> [UInt8] {
        let head = head(
            .ok,
            [
                "Content-Type: \(file.type)", "Content-Length: \(file.count)", "Cache-Control: no-cache",
                "Content-Security-Policy: \(policy(host))", "Cross-Origin-Opener-Policy: same-origin",
            ])
        return withBody ? head + file.bytes : head
    }

    package static func refusal(_ status: HTTPStatus) -> [UInt8] {
        let explanation = status.explanation.isEmpty ? "" : "\(status.explanation)\n"
        let text = "\(status.rawValue) \(status.phrase)\n\(explanation)"
        var fields = [
            "Content-Type: text/plain; charset=utf-8", "Content-Length: \(text.utf8.count)", "Cache-Control: no-store",
            "Content-Security-Policy: default-src 'none'",
        ]
        switch status {
        case .wrongMethod: fields.append("Allow: GET, HEAD")
        case .wrongWebSocket: fields.append("Sec-WebSocket-Version: 13")
        default: break
        }
        return head(status, fields) + Array(text.utf8)
    }

    /// The answer that opens a WebSocket. `key` is the visitor's `Sec-WebSocket-Key`.
    package static func webSocket(key: String) -> [UInt8] {
        let proof = SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        let lines = [
            "HTTP/1.1 \(HTTPStatus.switching.rawValue) \(HTTPStatus.switching.phrase)", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Accept: \(base64(proof))",
        ]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func head(_ status: HTTPStatus, _ fields: [String]) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(status.rawValue) \(status.phrase)"] + fields + [
                "Connection: close", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
                "Cross-Origin-Resource-Policy: same-origin",
            ]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let three = bytes[start..<min(start + 3, bytes.count)]
            let number = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
            for place in 0..<4 {
                text.append(place <= three.count ? digits[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
