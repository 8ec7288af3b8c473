import TestSupport
import Testing

@testable import WheelBridge
@testable import WheelOSC

@Suite struct OSCStreamTests {
    /// The packets that are read from these bytes, which arrive in portions of `portion()` bytes.
    private func read(
        _ bytes: [UInt8], _ framing: OSCStream.Framing, portion: () -> Int = { 1 }
    ) -> [OSCStream.Piece] {
        var stream = OSCStream(framing)
        var pieces: [OSCStream.Piece] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(portion())
            rest = rest.dropFirst(part.count)
            stream.append(part)
            while let piece = stream.next() { pieces.append(piece) }
        }
        return pieces
    }

    @Test func aPacketHasItsLengthBeforeIt() {
        #expect(OSCStream.frame([1, 2, 3, 4], .lengths) == [0, 0, 0, 4, 1, 2, 3, 4])
        #expect(read([0, 0, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4, 0], .lengths) == [.packet([1, 2, 3, 4])])
    }

    @Test func slipEscapesItsOwnBytes() {
        #expect(OSCStream.frame([1, 0xc0, 0xdb, 4], .slip) == [0xc0, 1, 0xdb, 0xdc, 0xdb, 0xdd, 4, 0xc0])
        #expect(read([0xc0, 1, 0xdb, 0xdc, 0xc0, 0xc0, 2, 0xc0, 3], .slip) == [.packet([1, 0xc0]), .packet([2])])
    }

    static let broken: [(OSCStream.Framing, [UInt8])] = [
        (.lengths, [0xff, 0xff, 0xff, 0xff]), (.lengths, [0x7f, 0xff, 0xff, 0xfc]), (.lengths, [0, 1, 0, 4]),
        (.lengths, [0, 0, 0, 6]), (.slip, [0xdb, 0x01]), (.slip, [UInt8](repeating: 1, count: OSCStream.largest + 1)),
    ]

    @Test(arguments: broken)
    func nothingBehindNonsenseIsRead(framing: OSCStream.Framing, bytes: [UInt8]) {
        let sound = OSCStream.frame([1, 2, 3, 4], framing)
        #expect(read(sound + bytes + sound, framing) == [.packet([1, 2, 3, 4]), .nonsense])
        var stream = OSCStream(framing)
        stream.append(bytes)
        _ = stream.next()
        stream.removeAll()
        stream.append(sound)
        let next = stream.next()
        #expect(next == .packet([1, 2, 3, 4]))
    }

    @Test func whatIsFramedIsReadAgainHoweverItIsCut() {
        let problem = counterexample("framed packets come out as they went in", seed: 12, cases: 300) { random in
            let framing: OSCStream.Framing = random.once(in: 2) ? .lengths : .slip
            let packets = (0..<random.choice(20)).map { _ in
                (0..<4 * (1 + random.choice(30))).map { _ in
                    random.once(in: 3) ? random.pick([0xc0, 0xdb, 0xdc, 0xdd]) : UInt8(random.choice(256))
                }
            }
            let bytes = packets.flatMap { OSCStream.frame($0, framing) }
            let found = read(bytes, framing) { 1 + random.choice(40) }
            return found == packets.map(OSCStream.Piece.packet) ? nil : "\(packets) became \(found)"
        }
        #expect(problem == nil)
    }

    @Test(arguments: [
        ("h:1", OSCDestination.Transport.udp), ("tcp:h:1", .tcp), ("slip:[::1]:1", .slip), ("tcp:10.0.0.1:9", .tcp),
    ])
    func aDestinationSaysHowItIsReached(text: String, transport: OSCDestination.Transport) {
        let destination = OSCDestination(text)
        #expect(destination?.transport == transport)
        #expect(destination?.description == text)
    }

    @Test(arguments: ["tcp:1", "tcp:h", "tcp:tcp:h:1", "udp", "http:h:1", "slip:"])
    func whatIsNoDestination(text: String) { #expect(OSCDestination(text) == nil) }
}
