import TestSupport
import Testing
import WheelCore

@testable import WheelPanel

/// Each line has the bytes that a terminal sends, and the events that they mean.
@Suite struct TerminalDecoderTests {
    private static func decode(_ chunks: [String]) -> [TerminalEvent] {
        var decoder = TerminalDecoder()
        var events: [TerminalEvent] = []
        for chunk in chunks { decoder.consume(chunk.utf8) { events.append($0) } }
        // No more bytes arrive.
        decoder.expire { events.append($0) }
        return events
    }

    @Test(arguments: [
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [TerminalEvent.key(.up), .key(.down), .key(.right), .key(.left)]),
        ("\u{1B}OA\u{1B}OD", [.key(.up), .key(.left)]),
        ("\u{1B}[5~\u{1B}[6~\u{1B}[1~\u{1B}OF", [.key(.pageUp), .key(.pageDown), .key(.home), .key(.end)]),
        ("\t\u{1B}[Z \r", [.key(.tab), .key(.backTab), .key(.character(" ")), .key(.enter)]),
        ("+-q?", [.key(.character("+")), .key(.character("-")), .key(.character("q")), .key(.character("?"))]),
        ("\u{1B}[1;5C", [.key(.right)]),
        ("\u{1B}[<0;1;1M", [.mouse(.press, column: 0, row: 0)]),
        ("\u{1B}[<32;80;24M", [.mouse(.drag, column: 79, row: 23)]),
        ("\u{1B}[<0;8;9m", [.mouse(.release, column: 7, row: 8)]),
        // A drag leaves the window and ends outside: a negative column or row counts as 0.
        ("\u{1B}[<32;-5;40M", [.mouse(.drag, column: 0, row: 39)]),
        ("\u{1B}[<0;-5;-3m", [.mouse(.release, column: 0, row: 0)]),
        ("\u{1B}[<0;0;-3M", []),
        (
            "\u{1B}[<64;3;4M\u{1B}[<65;3;4M",
            [.mouse(.wheelUp, column: 2, row: 3), .mouse(.wheelDown, column: 2, row: 3)]
        ),
        ("\u{1B}[<80;3;4M", [.mouse(.wheelUp, column: 2, row: 3)]),
        // A single key, and sequences without a meaning.
        ("\u{1B}", [.key(.escape)]),
        ("\u{1B}\u{1B}", [.key(.escape), .key(.escape)]),
        // Escape with a key right after it, or Alt with a key, for which terminals send the same bytes.
        ("\u{1B}a", [.key(.escape), .key(.character("a"))]),
        ("\u{1B}\r\u{1B}\t", [.key(.escape), .key(.enter), .key(.escape), .key(.tab)]),
        ("\u{1B}\u{1B}[A", [.key(.escape), .key(.up)]),
        // The end of a string that has no beginning.
        ("\u{1B}\\q", [.key(.character("q"))]),
        ("\u{1B}[200~é\u{1B}[201~", []),
        ("\u{1B}[<2;3;4M\u{1B}[<0;0;4M\u{1B}[<0;3M\u{1B}[<0;99999999;4M", []),
        ("\u{1B}[\u{1}q", [.key(.character("q"))]),
    ])
    func isDecoded(_ text: String, _ events: [TerminalEvent]) {
        #expect(Self.decode([text]) == events)
    }

    /// After bytes that may mean Alt with a key, the decoder waits at most a second for the rest of a sequence. After
    /// the beginning of an answer, it waits ten seconds.
    @Test(arguments: [
        ("\u{1B}", Interval.milliseconds(50)), ("\u{1B}[", .seconds(1)), ("\u{1B}P12", .seconds(1)),
        ("\u{1B}_a", .seconds(1)), ("\u{1B}[6;18", .seconds(10)), ("\u{1B}[?62", .seconds(10)),
        ("\u{1B}_Gi=31;OK", .seconds(10)), ("\u{1B}]11;rgb:00\u{1B}", .seconds(10)),
    ])
    func theRestOfAnAnswerMayBeLate(_ text: String, _ patience: Interval) {
        var decoder = TerminalDecoder()
        decoder.consume(text.utf8) { _ in }
        #expect(decoder.patience == patience)
    }

    @Test func aSequenceMayArriveInParts() {
        #expect(Self.decode(["\u{1B}[<0;1", "2;3M"]) == [.mouse(.press, column: 11, row: 2)])
        #expect(Self.decode(["\u{1B}[", "A"]) == [.key(.up)])
    }

    /// Whatever bytes arrive, the decoder neither traps nor needs more and more memory, and it decodes the keys that
    /// follow.
    @Test func anyBytesAreSafe() {
        var generator = SeededGenerator(seed: 5)
        var decoder = TerminalDecoder()
        for _ in 0..<3000 {
            let bytes = (0..<generator.int(in: 1...20)).map { _ in
                generator.once(in: 3) ? generator.pick(Array("\u{1B}[<;0M".utf8)) : UInt8(generator.int(in: 0...255))
            }
            decoder.consume(bytes) { _ in }
        }
        decoder.consume(Array("\u{18}".utf8)) { _ in }
        var events: [TerminalEvent] = []
        decoder.consume(Array("xq".utf8)) { events.append($0) }
        #expect(events.last == .key(.character("q")))
    }
}
