import LinuxSystem
import Testing

@testable import WheelClient

@Suite struct WireTests {
    /// Whoever serves the socket would otherwise fill the memory, until the time limit of a request or for ever.
    @Test func aLineWithoutAnEndIsGivenUp() throws {
        let path = "/tmp/wheel-wire-\(UInt32.random(in: .min ... .max)).sock"
        let listener = try UnixListener.bind(path, permissions: 0o600)
        let wire = try Wire(path: path, loop: EventLoop())
        wire.incoming.most = 50_000
        guard let daemon = try listener.accept() else {
            Issue.record("nobody has come")
            return
        }
        let part = [UInt8](repeating: UInt8(ascii: " "), count: 30_000)
        _ = try part.withUnsafeBytes { try daemon.send($0) }
        #expect(try wire.next() == nil)
        _ = try part.withUnsafeBytes { try daemon.send($0) }
        #expect(throws: ClientError.malformed("a line is longer than 50000 bytes")) { _ = try wire.next() }
        #expect(LineAssembler().most == 64 << 20)
    }
}
