import Testing

@testable import WheelOSC

@Suite struct OSCPacketTests {
    private func read(_ bytes: [UInt8]) -> OSCPacket.Content? { bytes.withUnsafeBytes { OSCPacket.read($0) } }

    static let message = OSCMessage(
        "/synth/cutoff",
        [.int(-7), .long(1 << 40), .float(0.5), .double(14.074), .string("grün"), .flag(true), .flag(false)])

    @Test func aMessageComesBackAsItWas() {
        let packets = OSCPacket.packets(of: [OSCPacketTests.message], bundles: true)
        #expect(packets.count == 1)
        #expect(read(packets[0].bytes) == OSCPacket.Content(messages: [OSCPacketTests.message], isBundle: false))
    }

    @Test func severalMessagesAreOneBundle() {
        let messages = [OSCPacketTests.message, OSCMessage("/b", []), OSCMessage("/c", [.string("")])]
        let packets = OSCPacket.packets(of: messages, bundles: true)
        #expect(packets.count == 1)
        #expect(read(packets[0].bytes) == OSCPacket.Content(messages: messages, isBundle: true))
        #expect(OSCPacket.packets(of: messages, bundles: false).count == 3)
    }

    @Test func aBundleThatWouldBeTooLongIsSeveral() {
        let messages = (0..<100).map { OSCMessage("/m", [.string(String(repeating: "x", count: 300)), .int($0)]) }
        let packets = OSCPacket.packets(of: messages, bundles: true)
        #expect(packets.map(\.messages) == [25, 25, 25, 25])
        #expect(packets.allSatisfy { $0.bytes.count <= OSCPacket.largestBundle })
        #expect(packets.flatMap { read($0.bytes)?.messages ?? [] } == messages)
    }

    @Test func bundlesInBundlesAreReadToADepth() {
        var bytes = OSCPacket.bytes(of: OSCMessage("/a", [.int(1)]))
        for _ in 0..<OSCPacket.deepest { bytes = OSCPacket.bundle(of: [bytes, bytes].suffix(1)) }
        #expect(read(bytes)?.messages == [OSCMessage("/a", [.int(1)])])
        #expect(read(OSCPacket.bundle(of: [bytes])) == nil)
    }

    @Test func anEmptyBundleIsOne() { #expect(read(OSCPacket.bundle(of: []))?.messages == []) }

    private static func bytes(_ text: String, _ rest: UInt8...) -> [UInt8] { Array(text.utf8) + rest }

    private static let brokenBundle = OSCPacket.bundle(of: [OSCPacket.bytes(of: message), bytes("/ab\0,i\0\0")])

    /// Each packet is refused as a whole.
    static let broken: [(String, [UInt8])] = [
        ("nothing", []),
        ("no address", bytes("abc\0,\0\0\0")),
        ("no end of the address", bytes("/abc")),
        ("no types", bytes("/ab\0")),
        ("types without a comma", bytes("/ab\0i\0\0\0", 0, 0, 0, 1)),
        ("a missing argument", bytes("/ab\0,i\0\0")),
        ("half an argument", bytes("/ab\0,i\0\0", 0, 0)),
        ("a type that is none", bytes("/ab\0,Z\0\0")),
        ("a string without an end", bytes("/ab\0,s\0\0abcd")),
        ("a blob that is too long", bytes("/ab\0,b\0\0", 0x7f, 0xff, 0xff, 0xff)),
        ("an address that is no text", [0x2f, 0xff, 0, 0, 0x2c, 0, 0, 0]),
        ("half a bundle", bytes("#bundle\0", 0, 0, 0, 0)),
        ("a bundle with a size of 0", bytes("#bundle\0", 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0)),
        ("a bundle with too large a size", bytes("#bundle\0", 0, 0, 0, 0, 0, 0, 0, 1, 0x80, 0, 0, 0)),
        ("a bundle with a rest", bytes("#bundle\0", 0, 0, 0, 0, 0, 0, 0, 1, 0, 0)),
        ("a broken message after a sound one", brokenBundle),
    ]

    @Test(arguments: broken)
    func brokenPacketsAreRefused(name: String, bytes: [UInt8]) { #expect(read(bytes) == nil, "\(name)") }

    @Test func tooManyMessagesAreRefused() {
        let message = OSCPacket.bytes(of: OSCMessage("/a", []))
        let most = OSCPacket.bundle(of: Array(repeating: message, count: OSCPacket.mostMessages))
        #expect(read(most)?.messages.count == OSCPacket.mostMessages)
        #expect(read(OSCPacket.bundle(of: [most, message])) == nil)
    }
}
