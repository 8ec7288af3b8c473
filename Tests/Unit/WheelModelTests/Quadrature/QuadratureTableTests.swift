import TestSupport
import Testing
import WheelCore
import WheelModel

@Suite("Quadrature: units from the edges of two lines") struct QuadratureTableTests {
    @Test(
        "Four transitions to a detent",
        arguments: table(
            """
            A+ B+ A- B-                         -> . . . +1                      # A leads: forwards
            B+ A+ B- A-                         -> . . . -1                      # B leads: backwards
            A+ B+ A- B- A+ B+ A- B-             -> . . . +1 . . . +1
            A+ B+ A- B- B+ A+ B- A-             -> . . . +1 . . . -1             # forth and back
            A+ B+ B- A-                         -> . . . .                       # halfway and back
            A+ B+ A- A+ B- A-                   -> . . . . . .                   # almost there and back
            A+ A- B+ B-                         -> . . . .                       # a nudge either way
            A+ B+ A- A+ A- B-                   -> . . . . . +1                  # back and forth within a detent
            """))
    func fourTransitions(_ row: Row) {
        #expect(QuadraturePlay.played(row, 4) == row.output)
    }

    @Test(
        "Two transitions to a detent: closed contacts are a rest position too",
        arguments: table(
            """
            A+ B+ A- B-                         -> . +1 . +1
            B+ A+ B- A-                         -> . -1 . -1
            A+ B+ B- A-                         -> . +1 . -1
            A+ A-                               -> . .
            A+ B+ A- A+ A- B-                   -> . +1 . . . +1
            start:A+B+ A- B-                    -> . . +1
            start:A+B+ B- A-                    -> . . -1
            """))
    func twoTransitions(_ row: Row) {
        #expect(QuadraturePlay.played(row, 2) == row.output)
    }

    @Test(
        "One transition to a detent: every transition is a detent",
        arguments: table(
            """
            A+ B+ A- B-                         -> +1 +1 +1 +1
            A+ B+ B- A-                         -> +1 +1 -1 -1
            start:A+B- B+ A-                    -> . +1 +1
            """))
    func oneTransition(_ row: Row) {
        #expect(QuadraturePlay.played(row, 1) == row.output)
    }

    @Test(
        "Four transitions to a detent: a detent is counted in the state of the rest, and a reversal there loses none",
        arguments: table(
            """
            open    A+ B+ A- B- B+ A+ B- A-          -> . . . +1 . . . -1
            closed  start:A+B+ A- B- A+ B+ A+ B-     -> . . . . +1 . .             # a repeated edge has no effect
            closed  start:A+B+ A- B- A+ B+ B- A- B+ A+ -> . . . . +1 . . . -1
            closed  A+ B+ A- B- A+ B+                -> . . . . . +1               # started between: the first rest aligns
            closed  start:A+B+ A- (B-) A+ B+         -> . . . . .                  # lost edge: this detent alone
            closed  start:A+B+ A- (B-) A+ B+ A- B- A+ B+ -> . . . . . . . . +1
            a       start:A+B- B+ A- B- A+ A- B- A+ B+ A- B- A+ -> . . . . +1 . . . . . . +1
            a       start:A+B- B+ A- B- A+ A- B+ A+ B- -> . . . . +1 . . . -1
            b       start:A-B+ B- A+ B+ A- A+ B- A- B+ -> . . . . +1 . . . -1
            """))
    func fourTransitionsFromRest(_ row: Row) {
        #expect(QuadraturePlay.played(row.words.dropFirst(), 4, rest: QuadraturePlay.rest(row)) == row.output)
    }

    @Test(
        "Two transitions to a detent: `open` and `closed` are the same, and so are `a` and `b`",
        arguments: table(
            """
            open    A+ B+ A- B-                     -> . +1 . +1
            closed  A+ B+ A- B-                     -> . +1 . +1
            a       start:A+B- B+ A- B- A+ A- B-    -> . . +1 . +1 . .
            b       start:A+B- B+ A- A+ B-          -> . . +1 . -1
            a       A+ B+ A- B- A+                  -> . . +1 . +1                # started between
            """))
    func twoTransitionsFromRest(_ row: Row) {
        #expect(QuadraturePlay.played(row.words.dropFirst(), 2, rest: QuadraturePlay.rest(row)) == row.output)
    }

    @Test(
        "One transition to a detent: every rest is the same",
        arguments: ["open", "closed", "a", "b", "any"],
        table(
            """
            A+ B+ A- B-                         -> +1 +1 +1 +1
            A+ B+ B- A-                         -> +1 +1 -1 -1
            """))
    func oneTransitionFromRest(_ rest: String, _ row: Row) {
        #expect(QuadraturePlay.played(row.words[...], 1, rest: EncoderRest(rawValue: rest) ?? .open) == row.output)
    }

    @Test(
        "Any state may be a rest: detents are counted by the distance, and the rest may be one transition off",
        arguments: table(
            """
            4  A+ B+ A- B-                      -> . . +1 .
            4  A+ B+ A- A+ A- A+ B- A-          -> . . +1 . . . -1 .           # bounce at the count counts once
            4  A+ B+ A- B- A+ B- B+ B- A-       -> . . +1 . . . . . .
            4  A+ B+ A- B- A+ A- B+ A+ B-       -> . . +1 . . . . . -1         # rests at A, and goes back to A
            4  A+ B+ A- A+ B- A-                -> . . +1 . -1 .               # rests one transition short
            4  A+ A- B+ B-                      -> . . . .
            4  start:A+B+ A- B- A+ B+           -> . . . +1 .                  # it needs no alignment
            2  A+ B+ A- B-                      -> . +1 . +1
            2  A+ B+ B- A-                      -> . +1 . -1
            """))
    func anyRest(_ row: Row) {
        #expect(QuadraturePlay.played(row.words.dropFirst(), Int(number(row.words[0])), rest: .any) == row.output)
    }

    @Test(
        "Bounce on one line adds and subtracts the same transition",
        arguments: table(
            """
            A+ A- A+ B+ A- B-                   -> . . . . . +1                  # leaving the rest
            A+ A- A+ A- A+ A-                   -> . . . . . .                   # no movement at the rest
            A+ B+ B- B+ A- B-                   -> . . . . . +1                  # halfway
            A+ B+ A- B- B+ B- B+ B-             -> . . . +1 . . . .              # at the next rest: one detent
            A+ B+ A- B- B+ B- A+ B+ A- B-       -> . . . +1 . . . . . +1
            A+ B+ A- B- B+ B- B+ A+ B- A-       -> . . . +1 . . . . . -1
            """))
    func bounce(_ row: Row) {
        #expect(QuadraturePlay.played(row, 4) == row.output)
    }

    @Test(
        "Reversed, the directions are swapped",
        arguments: table(
            """
            4  A+ B+ A- B-                      -> . . . -1
            4  B+ A+ B- A-                      -> . . . +1
            4  (A+) (B+) read:A+B+ A- B-        -> . . . . -1
            2  A+ B+ A- B-                      -> . -1 . -1
            1  A+ B+ B- A-                      -> -1 -1 +1 +1
            """))
    func reversed(_ row: Row) {
        let transitions = Int(number(row.words[0]))
        #expect(QuadraturePlay.played(row.words.dropFirst(), transitions, isReversed: true) == row.output)
    }

    @Test(
        "Without detents every transition counts at once, and no alignment is needed",
        arguments: table(
            """
            4     A+ B+ A- B-                   -> +30/120 +30/120 +30/120 +30/120
            4     B+ A+ B- A-                   -> -30/120 -30/120 -30/120 -30/120
            4     A+ B+ B- A-                   -> +30/120 +30/120 -30/120 -30/120
            4     start:A+B+ A- B-              -> . +30/120 +30/120
            4     (A+) (B+) read:A+B+ A- B-     -> . . . +30/120 +30/120      # impossible: no effect
            1     A+ B+ A-                      -> +1 +1 +1
            16    A+ B+ A- B- B+ A+             -> +7/120 +8/120 +7/120 +8/120 -8/120 -7/120   # 7.5 on average
            1024  A+ B+ A- B- A+ B+ A- B- A+    -> . . . . . . . . +1/120     # a ninth of a unit each
            1024  B+ B- B+ B-                   -> -1/120 +1/120 -1/120 +1/120
            """))
    func detentless(_ row: Row) {
        let transitions = Int(number(row.words[0]))
        #expect(QuadraturePlay.played(row.words.dropFirst(), transitions, isDetentless: true) == row.output)
    }

    @Test(
        "With a debounce of 2 ms a level counts once it has been stable for that time",
        arguments: table(
            """
            A+ 2000us B+ 2000us A- 2000us B- 2000us wake   -> . . . . . . . . +1
            A+ 2000us B+ 2000us A- 2000us B- 1999us wake   -> . . . . . . . . .
            A+ 300us A- 300us A+ 2000us B+ 2000us A- 2000us B- 2000us wake   -> . . . . . . . . . . . . +1
            A+ 300us A- 2000us wake B+ B- 2000us wake      -> . . . . . . . . .        # nothing was stable
            A+ 700us B+ 2000us A- 700us B- 2000us wake     -> . . . . . . . . +1      # both settling at the same time
            B+ 700us A+ 2000us B- 700us A- 2000us wake     -> . . . . . . . . -1
            A+ 2000us wake B+ 2000us wake A- 2000us wake B- 2000us wake  -> . . . . . . . . . . . +1
            A+ 2000us B+ 2000us A- 2000us B- 9000us A+     -> . . . . . . . . +1      # late, but not lost
            A+ B+ 2000us wake                              -> . . . .                 # the order is unknown
            A+ A+ A+ 2000us B+ 2000us A- 2000us B- 2000us wake -> . . . . . . . . . . +1   # bounce within one settling time
            A+ (B+) read:A+B+ 2000us A- 2000us B- 2000us wake  -> . . . . . . . . +1  # read levels are stable
            """))
    func debounced(_ row: Row) {
        #expect(QuadraturePlay.played(row, 4, debounce: .milliseconds(2)) == row.output)
    }

    @Test("There is a deadline only while a level is settling")
    func deadlines() {
        var plain = QuadratureDecoder(a: false, b: false)
        _ = plain.edge(.a, level: true, at: Instant(microseconds: 5))
        #expect(plain.deadline == nil)

        var waiting = QuadratureDecoder(debounce: .milliseconds(1), a: false, b: false)
        #expect(waiting.deadline == nil)
        _ = waiting.edge(.b, level: true, at: Instant(microseconds: 7))
        #expect(waiting.deadline == Instant(microseconds: 1007))
        _ = waiting.edge(.a, level: true, at: Instant(microseconds: 5))  // time ran backwards
        #expect(waiting.deadline == Instant(microseconds: 1005))
        _ = waiting.wake(at: Instant(microseconds: 1005))
        #expect(waiting.deadline == Instant(microseconds: 1007))
        _ = waiting.wake(at: Instant(microseconds: .max))
        #expect(waiting.deadline == nil)
    }
}
