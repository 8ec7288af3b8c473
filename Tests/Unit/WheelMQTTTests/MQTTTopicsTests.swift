import Testing

@testable import WheelMQTT

@Suite struct MQTTTopicsTests {
    @Test(arguments: [
        ("a", true), ("Labor 1", false), ("Gerät-1", true), ("", false), ("+", false), ("a#", false), ("a/b", false),
        ("$SYS", false), ("a$", true), ("a\u{0}", false), ("a\n", false), ("\u{FFFD}", false), ("a\u{202e}b", false),
    ])
    func levels(text: String, isLevel: Bool) { #expect(MQTTTopics.isLevel(text) == isLevel) }

    @Test(arguments: [("a/b", true), ("/a", false), ("a/", false), ("a//b", false), ("a/#", false)])
    func severalLevels(text: String, areLevels: Bool) { #expect(MQTTTopics.areLevels(text) == areLevels) }

    @Test func theNameOfAMachineBecomesALevel() {
        #expect(MQTTTopics.level(of: "pi.local") == "pi.local")
        #expect(MQTTTopics.level(of: "$a b/c+") == "-a-b-c-")
        #expect(MQTTTopics.level(of: "") == "localhost")
    }

    @Test(arguments: [
        ("h", "h", Int?.none), ("h:1884", "h", 1884), ("10.0.0.1:1", "10.0.0.1", 1), ("fe80::1", "fe80::1", nil),
        ("[fe80::1]:99", "fe80::1", 99), ("[::1]", "::1", nil),
    ])
    func brokers(text: String, host: String, port: Int?) { #expect(Broker(text) == Broker(host: host, port: port)) }

    @Test(arguments: ["", ":1", "h:", "h:0", "h:65536", "h:+1", "[::1", "[::1]x", "a b", "mqtt://h", "h\n"])
    func noBrokers(text: String) { #expect(Broker(text) == nil) }

    @Test(arguments: [
        ("1", 1.0), ("-0.5", -0.5), ("1e3", 1000), ("+2", 2), (".5", 0.5),
    ])
    func numbers(text: String, number: Double) { #expect(MQTTText.number(text) == number) }

    @Test(arguments: ["", "-", "1e999", "0x1", "1,5", "１", "infinity", "1_000"])
    func noNumbers(text: String) { #expect(MQTTText.number(text) == nil) }

    @Test func valuesAreShortText() {
        #expect(MQTTText.text(of: .number(14.074)) == "14.074")
        #expect(MQTTText.text(of: .number(5)) == "5")
        #expect(MQTTText.text(of: .positions(["a", "b"])) == "a,b")
        #expect(MQTTText.text(of: .positions([])) == "-")
    }
}
