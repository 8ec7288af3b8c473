import Testing
import WheelCore

@testable import WheelConfiguration

/// Texts that would affect a terminal, a log or a file without escapes.
private let hostile = [
    "\u{1b}[2J\u{1b}]0;title\u{07}", "two\nlines", "return\rover", "nul\0", "tab\t", "\u{7f}", "\u{9b}31m", "\u{85}",
    "\u{202e}gnp.exe", "\u{2066}a\u{2069}", "\u{200b}\u{feff}", "\u{2028}\u{2029}", "\u{e0041}", "\u{3164}",
    #"quote " and \ and '"#, "[[input]]\nname = \"x\"", "# \u{fffd}",
]

@Suite struct ForeignTextTests {
    @Test(arguments: [
        ("Griffin PowerMate", "Griffin PowerMate"),
        ("Drehgeber „ä“ 30°", "Drehgeber „ä“ 30°"),
        ("👩‍🚀 می‌خواهم", "👩‍🚀 می‌خواهم"),
        ("a\u{1b}[0mb", #"a\u{1b}[0mb"#),
        ("a\nb", #"a\u{a}b"#),
        ("\u{202e}x", #"\u{202e}x"#),
        ("\u{200b}", #"\u{200b}"#),
        ("\u{9b}2J", #"\u{9b}2J"#),
        ("", ""),
    ])
    func isALineOfVisibleCharacters(text: String, line: String) {
        #expect(ForeignText(text).line == line)
        #expect("\(ForeignText(text))" == line)
        #expect(String(reflecting: ForeignText(text)) == line)
    }

    @Test(arguments: hostile)
    func noLineHoldsAHiddenCharacter(text: String) {
        for written in [ForeignText(text).line, ForeignText(text).toml, ForeignText(text).line(most: 1000)] {
            #expect(written.unicodeScalars.allSatisfy(ForeignText.isVisible))
        }
    }

    @Test func bytesThatAreNotUTF8AreReplaced() {
        #expect(ForeignText(decoding: [0x61, 0xFF, 0x1B, 0xC2] as [UInt8]).line == "a\u{fffd}\\u{1b}\u{fffd}")
    }

    @Test func aLongTextIsCut() {
        #expect(ForeignText("abcdef").line(most: 6) == "abcdef")
        #expect(ForeignText("abcdefg").line(most: 6) == "abcdef…")
        #expect(ForeignText(String(repeating: "\n", count: 9)).line(most: 1) == #"\u{a}…"#)
    }

    /// A TOML reader gets the original text from the escaped one.
    @Test(arguments: hostile + ["plain", "ä°👍", ""])
    func tomlReadsTheSameText(text: String) throws {
        let table = try TOMLDocument.parse(Array("name = \(ForeignText(text).toml)\n".utf8))
        guard case .string(let read) = table["name"]?.value else {
            Issue.record("it is no string")
            return
        }
        #expect(read == text)
    }

    @Test(arguments: [
        ("{\"a\":\"b\"}", "{\"a\":\"b\"}"),
        ("{\t\"a\":\r\"\u{9b}\u{7f}\u{202e}\"}", #"{ "a": "\u009b\u007f\u202e"}"#),
        ("{\"a\":\"\u{e0041}ä\"}", #"{"a":"\udb40\udc41ä"}"#),
    ])
    func jsonSaysTheSameInVisibleCharacters(text: String, json: String) {
        #expect(ForeignText(text).json == json)
    }
}
