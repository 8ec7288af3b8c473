import Testing

@testable import WheelBridge

@Suite struct PeerTextTests {
    @Test(arguments: [
        ("1", 1.0), ("-0.5", -0.5), ("1e3", 1000), ("+2", 2), (".5", 0.5),
    ])
    func numbers(text: String, number: Double) { #expect(PeerText.number(text) == number) }

    @Test(arguments: ["", "-", "1e999", "0x1", "1,5", "１", "infinity", "1_000", ".", "e", "+-1", " 1"])
    func noNumbers(text: String) { #expect(PeerText.number(text) == nil) }

    @Test func aLongNumberIsNone() {
        #expect(PeerText.number(String(repeating: "1", count: 64)) != nil)
        #expect(PeerText.number(String(repeating: "1", count: 65)) == nil)
    }

    @Test(arguments: ["", "é", "\u{FFFD}", "a\u{0}b"])
    func textInUTF8IsTaken(text: String) { #expect(PeerText.text(of: Array(text.utf8)) == text) }

    @Test(arguments: [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x61, 0x80]] as [[UInt8]])
    func otherBytesAreNone(bytes: [UInt8]) { #expect(PeerText.text(of: bytes) == nil) }
}
