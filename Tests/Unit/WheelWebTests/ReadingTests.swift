import Testing
import WheelCore

@testable import WheelWeb

@Suite struct ReadingTests {
    @Test(arguments: [
        ("GET / HTTP/1.1|Host: a", "GET / a"),
        ("GET /list?x HTTP/1.1|host:  a:1 |Origin: http://b", "GET /list a:1 http://b"),
        (
            "GET /socket HTTP/1.1|Host: a|Upgrade: WebSocket|Connection: keep-alive, Upgrade|Sec-WebSocket-Version: 13"
                + "|Sec-WebSocket-Key: k", "GET /socket a k"
        ),
        ("GET / HTTP/1.0|Host: a", "wrongVersion"), ("GET a HTTP/1.1|Host: a", "badRequest"),
        ("GET / HTTP/1.1|Host: a|Host: a", "badRequest"), ("GET / HTTP/1.1|Host a", "badRequest"),
        ("GET / HTTP/1.1|Host: a| b", "badRequest"), ("GET / HTTP/1.1|Content-Length: 1", "tooLarge"),
    ]) func heads(_ text: String, _ expected: String) {
        let bytes = Array((text.split(separator: "|").joined(separator: "\r\n") + "\r\n\r\n").utf8)
        switch RequestHead.read(bytes) {
        case .unfinished: Issue.record("\(text) is not finished")
        case .refused(let status): #expect("\(status)" == expected)
        case .head(let head, let count):
            let parts = [head.method, head.path, head.host, head.origin, head.webSocketKey].compactMap { $0 }
            #expect(parts.joined(separator: " ") == expected)
            #expect(count == bytes.count)
        }
    }

    /// The examples of RFC 6455, 5.7.
    @Test(
        arguments: [
            ([0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58], [.message(Array("Hello".utf8))]),
            ([0x89, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58], [.ping(Array("Hello".utf8))]),
            ([0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f], [.failure(.protocolError)]),
            ([0x01, 0x80, 0, 0, 0, 0, 0x80, 0x80, 0, 0, 0, 0, 0x88, 0x80, 0, 0, 0, 0], [.message([]), .close]),
            ([0x82, 0x80, 0, 0, 0, 0], [.failure(.notText)]),
            ([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 1], [.failure(.tooBig)]),
        ] as [([UInt8], [WebSocketFrames.Piece])]) func frames(_ bytes: [UInt8], _ expected: [WebSocketFrames.Piece])
    {
        for portion in 1...bytes.count {
            var frames = WebSocketFrames()
            var found: [WebSocketFrames.Piece] = []
            for start in stride(from: 0, to: bytes.count, by: portion) {
                frames.append(bytes[start..<min(start + portion, bytes.count)])
                while let piece = frames.next() { found.append(piece) }
            }
            #expect(found == expected)
        }
    }

    /// The examples of RFC 6455, 1.3, and of FIPS 180-4.
    @Test func proofs() {
        let answer = String(decoding: HTTPAnswer.webSocket(key: "dGhlIHNhbXBsZSBub25jZQ=="), as: UTF8.self)
        #expect(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
        func hex(_ text: String) -> String {
            SHA1.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(hex("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(hex("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    }

    @Test func hosts() {
        let names = HostNames(own: "Board", more: ["Panel.Example"])
        for host in ["localhost", "BOARD:8420", "board.local", "panel.example.", "192.168.1.7:1", "[::1]:8420"] {
            #expect(names.has(host), "\(host)")
        }
        for host in [
            "", "attacker.example", "127.0.0.1.attacker.example", "1.2.3", "[::1", "localhost:x", "a@localhost",
        ] {
            #expect(!names.has(host), "\(host)")
        }
    }

    @Test func linesBecomeMessages() {
        var lines = DaemonLines()
        var output: [UInt8] = []
        func receive(_ text: String) { Array(text.utf8).withUnsafeBytes { lines.receive($0, to: &output) } }
        receive("{\"event\"}\n{\"rep")
        #expect(output == [0x81, 9] + Array("{\"event\"}".utf8))
        #expect(lines.standing == .opening)
        output = []
        receive("ly\":0,\"ok\":true}\nab")
        #expect(output == [0x01, 2] + Array("ab".utf8))
        #expect(lines.standing == .limited)
        output = []
        receive("c\n\n")
        #expect(output == [0x80, 1] + Array("c".utf8) + [0x81, 0])
    }

    @Test func tokensAreCompared() {
        let tokens = Tokens()
        #expect(tokens.rights(of: Array(tokens.control.utf8)) == .control)
        #expect(tokens.rights(of: Array(tokens.look.utf8)) == .look)
        #expect(tokens.rights(of: []) == nil)
        #expect(tokens.rights(of: Array(tokens.control.utf8.dropLast())) == nil)
        // Each of the tokens that are tried has one wrong character.
        for place in 0..<32 {
            for wrong in "0123456789abcdef".utf8 where wrong != Array(tokens.control.utf8)[place] {
                var bytes = Array(tokens.control.utf8)
                bytes[place] = wrong
                #expect(tokens.rights(of: bytes) == nil)
            }
        }
        #expect(tokens.control.utf8.count == 32 && tokens.control != tokens.look)
    }

    @Test func pageIsSmall() { #expect(PageFile.totalCount < 60_000) }
}
