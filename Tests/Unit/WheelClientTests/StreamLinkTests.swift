import LinuxSystem
import Testing

@testable import WheelClient

@Suite struct StreamLinkTests {
    /// Without a limit for lines, a process that serves the socket could fill the client's memory.
    @Test func aLineWithoutAnEndIsGivenUp() throws {
        let path = "/tmp/wheel-wire-\(UInt32.random(in: .min ... .max)).sock"
        let listener = try UnixListener.bind(path, permissions: 0o600)
        let loop = try EventLoop()
        let stream = StreamLink(.socket(path), BoundedLines(longest: 50_000), loop: loop, backoff: nil)
        guard case .connected? = stream.next() else {
            Issue.record("nobody listens")
            return
        }
        guard let daemon = try listener.accept() else {
            Issue.record("nobody has come")
            return
        }
        let part = [UInt8](repeating: UInt8(ascii: " "), count: 30_000)
        _ = try part.withUnsafeBytes { try daemon.send($0) }
        if stream.next() != nil { Issue.record("a line without an end is a line") }
        _ = try part.withUnsafeBytes { try daemon.send($0) }
        try loop.iterate(wakeAt: .distantPast)
        guard case .piece(let line)? = stream.next() else {
            Issue.record("the line is not given up")
            return
        }
        #expect(throws: ClientError.malformed("a line is longer than 50000 bytes")) {
            _ = try Received(line, most: 50_000)
        }
        #expect(BoundedLines.mostOfDaemon == 64 << 20)
    }
}
