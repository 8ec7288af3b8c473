import TestSupport
import Testing

@Suite("Quadrature: lost edges, and a start between two detents") struct QuadratureLossTests {
    @Test(
        "An undetected lost edge costs its detent, and no later one",
        arguments: table(
            """
            (A+) B+ A- B- A+ B+ A- B-           -> . . . . . . . +1              # each of the four edges
            A+ (B+) A- B- A+ B+ A- B-           -> . . . . . . . +1
            A+ B+ (A-) B- A+ B+ A- B-           -> . . . . . . . +1
            A+ B+ A- (B-) A+ B+ A- B-           -> . . . . . . . +1
            A+ B+ (A-) B- B+ A+ B- A-           -> . . . . . . . .               # forth and back agree
            A+ B+ A- (B-) B+ A+ B- A-           -> . . . . . . . .
            (A+) B+ B- A- A+ B+ A- B-           -> . . . . . . . +1              # lost before a reversal
            A+ (B+) (A-) B- A+ B+ A- B-         -> . . . . . . . +1              # two lost edges
            A+ (B+) A- B- B+ A+ B- (A-) B+ A+ B- A-  -> . . . . . . . . . . . -1  # two lost edges, in either direction
            A+ A+ B+ A- B-                      -> . . . . +1                    # the same level twice
            A- B- A+ B+ A- B-                   -> . . . . . +1
            """))
    func lostUnnoticed(_ row: Row) {
        #expect(QuadraturePlay.played(row, 4) == row.output)
    }

    @Test(
        "Levels that were read again recover a lost edge",
        arguments: table(
            """
            (A+) read:A+B+ B+ A- B-             -> . . . . +1                    # read after the next edge
            A+ (B+) read:A-B+ A- B-             -> . . . . +1
            A+ B+ (A-) read:A-B- B-             -> . . . +1 .
            A+ B+ A- (B-) read:A+B- A+ B+ A- B- -> . . . . . . . . +2            # two detents, returned together
            B+ A+ B- (A-) read:A-B+ B+ A+ B- A- -> . . . . . . . . -2
            (A+) read:A+B- B+ A- B-             -> . . . . +1                    # read before the next edge
            A+ (B+) read:A+B+ A- B-             -> . . . . +1
            A+ B+ (A-) read:A-B+ B-             -> . . . . +1
            A+ B+ A- (B-) read:A-B- A+ B+ A- B- -> . . . . +1 . . . +1
            (A+) (B+) read:A+B+ A- B-           -> . . . . +1                    # half a detent counts as one
            A+ (B+) (A-) (B-) read:A-B- A+ B+ A- B- -> . . . . . . . . +1        # more: that detent is lost
            A+ read:A+B- B+ A- B-               -> . . . . +1                    # no change
            """))
    func readAgain(_ row: Row) {
        #expect(QuadraturePlay.played(row, 4) == row.output)
    }

    @Test(
        "Levels read again, at two and at one transition to a detent",
        arguments: table(
            """
            2  A+ (B+) (A-) read:A-B+ B- A+ B+    -> . . . . +1 . +1        # two lost edges cost one of three
            2  (A+) (B+) read:A+B+ A- B-          -> . . . . +1             # from rest to rest: lost, direction unknown
            2  A+ (B+) read:A-B- A+ B+            -> . . . . +1
            1  (A+) (B+) read:A+B+ A- B-          -> . . . +1 +1            # never unaligned: each counts
            1  (A+) read:A+B- B+                  -> . +1 +1
            """))
    func readAgainElsewhere(_ row: Row) {
        let transitions = Int(number(row.words[0]))
        #expect(QuadraturePlay.played(row.words.dropFirst(), transitions) == row.output)
    }

    @Test(
        "Started between two detents: the first rest only aligns the decoder",
        arguments: table(
            """
            start:A+B- B+ A- B- A+ B+ A- B-     -> . . . . . . . +1
            start:A+B- A- A+ B+ A- B-           -> . . . . . +1                  # to the rest in the other direction
            start:A+B+ A- B- B+ A+ B- A-        -> . . . . . . -1                # half a detent gives no detent
            start:A+B+ B- A- B+ A+ B- A-        -> . . . . . . -1
            start:A-B+ B- B+ B- A+ B+ A- B-     -> . . . . . . . +1              # bounce while aligning
            start:A-B- A+ B+ A- B-              -> . . . . +1                    # started at rest: the first detent counts
            start:A+B+ (A-) (B-) read:A-B- A+ B+ A- B- -> . . . . . . . +1
            """))
    func startedBetween(_ row: Row) {
        #expect(QuadraturePlay.played(row, 4) == row.output)
    }
}
