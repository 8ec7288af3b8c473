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
