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

    @Test func valuesAreShortText() {
        #expect(MQTTText.text(of: .number(14.074)) == "14.074")
        #expect(MQTTText.text(of: .number(5)) == "5")
        #expect(MQTTText.text(of: .positions(["a", "b"])) == "a,b")
        #expect(MQTTText.text(of: .positions([])) == "-")
    }
}
