import TestSupport
import Testing
import WheelCore

@testable import WheelModel

@Suite struct TurnRateTests {
    /// The rate after turns by one detent each: `+100` is a turn forwards at 100 ms, `-100` a turn back.
    private func rate(_ words: [String]) -> String {
        var rate = TurnRate()
        var last = TurnsPerSecond(0)
        for word in words {
            let time = Instant(microseconds: Int64((Double(word.dropFirst()) ?? 0) * 1000))
            last = rate.turned(word.hasPrefix("-") ? -120 : 120, unitsPerTurn: 24 * 120, at: time)
        }
        return "\((last.rate * 100).rounded() / 100)"
    }

    @Test(
        "A turn back at once is bounce, and two of them are a reversal",
        arguments: table(
            """
            +0 +40 +80                       -> 1.04
            +0 +40 -40.2 +40.4 +80           -> 1.04     # bounce adds nothing
            +0 -0.1 +0.2 +40 +80             -> 1.04
            +0 +40 +80 -80.3 +80.5 -80.8 +81 +120 -> 1.04
            +0 +40 +80 -81                   -> 1.04     # a turn back moves as far as the one that it takes back
            +0 +40 +80 -90                   -> 0.0      # a reversal
            +0 +40 +80 -81 -121              -> 0.0
            +0 +40 +80 -81 -121 -161         -> 1.04     # three detents back
            +0 +40 +80 -120 +121 -160        -> 0.0      # of the other direction, too
            +0 +40 +80 +900                  -> 0.0      # rest
            """))
    func bounce(_ row: Row) {
        #expect(rate(row.words) == row.output)
    }
}
