import TestSupport
import Testing
import WheelModel

@testable import WheelConfiguration

/// The nearest of several names, and quoting text from a file.
@Suite struct NearestNameTests {
    private let names = ["taper", "range", "range_turns", "frequency", "gain", "a", "b"]

    @Test(
        arguments: table(
            """
            taperr      -> taper
            tpaer       -> taper        # two letters swapped
            TAPER       -> taper
            rnage       -> range
            ranges      -> range
            freq        -> frequency    # a prefix
            gian        -> gain
            volume      -> -
            x           -> -            # no character in common
            taperedthing -> -
            """))
    func nearest(_ row: Row) {
        #expect(NearestName.of(row.input, in: names) ?? "-" == row.output)
    }

    @Test func theNearestOfSeveralIsChosen() {
        #expect(NearestName.of("page22x", in: ["page1", "page22", "page2"]) == "page22")
        #expect(NearestName.of("", in: names) == nil)
        #expect(NearestName.of("taper", in: []) == nil)
    }

    @Test(
        arguments: table(
            """
            abc abc  -> 0
            abc abd  -> 1
            abc ab   -> 1
            abc xabc -> 1
            abc acb  -> 1     # swapped neighbours
            abc cab  -> 2
            kitten sitting -> 3
            """))
    func distance(_ row: Row) {
        let words = row.words.map { Array($0.unicodeScalars) }
        #expect(NearestName.distance(words[0], words[1]) == Int(row.output))
        #expect(NearestName.distance(words[1], words[0]) == Int(row.output))
    }

    @Test func quotedTextIsShortAndVisible() {
        #expect(quoted("plain") == "'plain'")
        #expect(quoted("°€ ä", quote: "\"") == "\"°€ ä\"")
        #expect(quoted("\u{1B}[2J\n\t\u{202E}\u{2028}") == #"'\u{1b}[2J\u{a}\u{9}\u{202e}\u{2028}'"#)
        #expect(quoted(String(repeating: "a", count: 100)) == "'\(String(repeating: "a", count: 60))…'")
        #expect(alternatives([]) == "nothing")
        #expect(alternatives(["a"]) == "a")
        #expect(alternatives(["a", "b", "c"]) == "a, b or c")
    }
}
