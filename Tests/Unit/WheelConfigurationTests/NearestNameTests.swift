import TestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelConfiguration

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

    /// The computation of a distance stops once the distance is too large. The suggestions are the same as without this
    /// stop.
    @Test func whatIsLookedForIsFoundAsByTheWholeTable() {
        let problem = counterexample("nearest names", seed: 7, cases: 3000) { generator in
            func word(_ length: Int) -> String { String((0..<length).map { _ in generator.pick(["a", "b", "c"]) }) }
            let names = (0..<6).map { _ in word(generator.int(in: 1...9)) }
            let written = word(generator.int(in: 1...9))
            let letters = Array(written.unicodeScalars)
            var nearest: (name: String, distance: Int)?
            for name in names {
                let isBeginning = letters.count >= 3 && name.hasPrefix(written)
                let distance = isBeginning ? 1 : NearestName.distance(letters, Array(name.unicodeScalars))
                guard distance <= max(1, (letters.count + 1) / 3), distance < letters.count else { continue }
                if distance < nearest?.distance ?? .max { nearest = (name, distance) }
            }
            let found = NearestName.of(written, in: names)
            return found == nearest?.name ? nil : "\(written) in \(names): \(found ?? "-"), not \(nearest?.name ?? "-")"
        }
        #expect(problem == nil, "\(problem ?? "")")
    }

    /// The search for the name nearest to an unknown one takes limited time, however many names there are.
    @Test func amongThousandsOfLongNamesNotAllAreCompared() {
        let end = String(repeating: "x", count: 20)
        let written = "abcdefghijklmnopQQQQ\(end)"
        // All names have so many letters in common with the unknown name that no comparison ends early.
        let names = (0..<2000).map { "abcde7777jklmnop\($0 + 1000)\(end)" }
        let meant = "\(written.dropLast())y"
        #expect(NearestName.of(written, in: names.prefix(20) + [meant]) == meant)
        #expect(NearestName.of(written, in: names + [meant]) != meant)
        // A name that begins with the unknown name is found without computing a distance.
        #expect(NearestName.of(String(written.prefix(30)), in: names + [meant]) == meant)
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
