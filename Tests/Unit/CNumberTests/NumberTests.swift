import TestSupport
import Testing

@Suite struct NumberTests {
    @Test(
        arguments: table(
            """
            0            -> 0
            -0.0         -> -0.0            # a reader of integers would lose the sign of -0
            1            -> 1               # no .0
            -11          -> -11
            100000       -> 100000          # not 1e+05
            14.074       -> 14.074
            0.1          -> 0.1
            0.30000000000000004 -> 0.30000000000000004
            0.000001     -> 0.000001
            1e-7         -> 0.0000001       # the smallest that is written plainly
            9.9e-8       -> 9.9e-08
            9007199254740991 -> 9007199254740991
            9007199254740992 -> 9007199254740992   # 2^53, the largest that is written plainly
            9007199254740994 -> 9.007199254740994e+15
            1e20         -> 1e+20           # an integer too large for a reader of integers
            -1.5e300     -> -1.5e+300
            1.7976931348623157e308 -> 1.7976931348623157e+308
            5e-324       -> 5e-324
            nan          ->
            inf          ->
            -inf         ->
            """))
    func written(_ row: Row) throws {
        let value = try #require(Double(row.input))
        #expect(text(of: value) == row.output)
    }

    @Test func aTextThatDoesNotFitIsRefused() {
        #expect(text(of: 14.074, room: 6) == "14.074")
        #expect(text(of: 14.074, room: 5) == "")
        #expect(text(of: -0.0, room: 3) == "")
        #expect(text(of: 0, room: 0) == "")
    }

    @Test(arguments: ["", " 1", "1 ", "+1", "1e", "x", "1e999", "-1e999"])
    func otherTextsAreRefused(_ text: String) { #expect(number(in: text) == nil) }

    /// Every Double reads back bit for bit, and its text has no more digits than the text that Swift writes for it.
    @Test func whatIsWrittenReadsBackAndIsShortest() {
        let problem = counterexample("written numbers read back", seed: 7, cases: 200_000) { generator in
            let value: Double
            switch generator.int(in: 0...2) {
            case 0: value = Double(bitPattern: generator.next())
            case 1: value = Double(generator.int(in: -1_000_000_000...1_000_000_000)) / 1e6
            default: value = generator.double(in: -1e6...1e6)
            }
            guard value.isFinite else { return text(of: value).isEmpty ? nil : "\(value) written" }
            let written = text(of: value)
            guard written.utf8.count <= 26 else { return "\(value): \(written) is longer than promised" }
            guard let read = number(in: written) else { return "\(value): \(written) is not read" }
            guard read.bitPattern == value.bitPattern else { return "\(value): \(written) reads as \(read)" }
            let difference = significantDigits(written) - significantDigits("\(value)")
            return difference > 0 ? "\(value): \(written) has \(difference) digits too many" : nil
        }
        #expect(problem == nil)
    }
}

private func significantDigits(_ text: String) -> Int {
    let mantissa = text.prefix { $0 != "e" }.filter(\.isNumber)
    let digits = mantissa.drop { $0 == "0" }
    let tail = digits.reversed().prefix { $0 == "0" }.count
    return digits.count - tail
}
