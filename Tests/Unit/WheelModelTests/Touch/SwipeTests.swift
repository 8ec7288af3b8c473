import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// `n` and `m` (range 0…100, value 50) are on wheels of 300 × 100 pixels, one above the other. To their right, one
/// below the other and each 300 × 100: + of `n`, a slider of `m`, a slider that scrubs the ramp of `r`, and a tab.
@Suite("Touch: swipes of two fingers wherever they are") struct SwipeTests {
    @Test(
        "The page changes, and every value is as before",
        arguments: table(
            """
            a@150,50 b@150,150 a@50,50&b@50,150 a-&b-               -> focus:m n=16.666666667 m=16.666666667 n=50 m=50 n!50 m!50 page:two
            a@150,50 b@150,150 a@250,50&b@250,150 a-&b-             -> focus:m n=83.333333333 m=83.333333333 n=50 m=50 n!50 m!50 page:two
            a@150,50 b@150,150 a@100,50&b@100,150 a@40,50&b@40,150  -> focus:m n=33.333333333 m=33.333333333 n=13.333333333 m=13.333333333 n=50 m=50 n!50 m!50 page:two
            a@450,50 b@150,150 a@350,50&b@50,150                    -> n=51 focus:m m=16.666666667 n=50 m=50 n!50 m!50 page:two # on +
            a@450,150 b@500,150 a@350,150&b@400,150                 -> focus:m m=16.666666667 m=0 m|lower m=50 m!50 page:two # both on a slider
            a@450,350 b@500,350 a@350,350&b@400,350 a-&b-           -> page:two                 # on a tab
            a@450,250 b@150,50 a@550,250&b@250,50                   -> focus:r focus:n r~running@0 r~paused@0 r=33.333333333 n=83.333333333 r~cancelled@0.333333333 r=0 n=50 r!0 n!50 page:two
            """))
    func wherever(_ row: Row) { #expect(SwipeTests.player().played(row) == row.expected) }

    @Test(
        "Else each finger does what it does alone",
        arguments: table(
            """
            a@150,50 201ms b@150,150 a@50,50&b@50,150               -> focus:m n=16.666666667 m=16.666666667    # not together
            a@150,50 200ms b@150,150 a@50,50&b@50,150               -> focus:m n=16.666666667 m=16.666666667 n=50 m=50 n!50 m!50 page:two
            a@150,50 b@150,150 501ms a@50,50&b@50,150               -> focus:m n=16.666666667 m=16.666666667    # slow
            a@150,50 b@150,150 a@50,50&b@101,150                    -> focus:m n=16.666666667 m=33.666666667    # not far enough
            a@150,50 b@150,150 a@99,50 a@50,50&b@50,150             -> focus:m n=33 n=16.666666667 m=16.666666667   # not side by side
            a@150,50 b@150,150 a@50,50&b@250,150                    -> focus:m n=16.666666667 m=83.333333333
            a@150,50 b@150,150 c@400,450 a@50,50&b@50,150           -> focus:m n=16.666666667 m=16.666666667    # a third finger
            a@150,50 b@150,150 c@400,450 c- a@50,50&b@50,150        -> focus:m n=16.666666667 m=16.666666667
            c@400,450 a@150,50 b@150,150 c- a@50,50&b@50,150        -> focus:m n=16.666666667 m=16.666666667
            a@150,50 b@150,150 b- a@50,50                           -> focus:m n=16.666666667
            lock a@150,50 b@150,150 a@50,50&b@50,150                -> .
            """))
    func alone(_ row: Row) {
        #expect(SwipeTests.player().played(row) == row.expected)
    }

    @Test("What something else has set while they were down stays")
    func others() {
        var player = SwipeTests.player()
        #expect(
            player.play("a@150,50 b@150,150 a@100,50&b@100,150 n=20 a@40,50&b@40,150 a-&b-")
                == "focus:m n=33.333333333 m=33.333333333 n=20 n!20 n=0 n|lower m=13.333333333 n=20 m=50 n!20 m!50 page:two"
        )
    }

    @Test("With one page, two fingers move what they are on")
    func onePage() {
        var player = SwipeTests.player(pages: 1)
        #expect(player.play("a@150,50 b@150,150 a@50,50&b@50,150") == "focus:m n=16.666666667 m=16.666666667")
    }

    static func player(pages: Int = 2) -> TouchPlayer {
        let controls = ["n", "m", "r"].map {
            ControlSettings(
                name: $0, quantity: .float(NumberSettings(range: ValueRange(0, 100), initial: $0 == "r" ? 0 : 50)))
        }
        let motion = RampMotion(target: .to(100), duration: .seconds(1), curve: .linear)
        func area(_ column: Int, _ row: Int) -> Rect {
            Rect(x: Double(column) * 300, y: Double(row) * 100, width: 300, height: 100)
        }
        return TouchPlayer(
            controls,
            targets: [
                TouchTarget(.wheel(control: 0, .horizontal), area: area(0, 0)),
                TouchTarget(.wheel(control: 1, .horizontal), area: area(0, 1)),
                TouchTarget(.stepper(control: 0, .up), area: area(1, 0)),
                TouchTarget(.slider(control: 1, ramp: nil, length: 300), area: area(1, 1)),
                TouchTarget(.slider(control: 2, ramp: 0, length: 300), area: area(1, 2)),
                TouchTarget(.tab(.page(0)), area: area(1, 3)),
            ],
            ramps: [RampSettings(name: "rise", control: 2, motion: motion)],
            pages: ["one", "two"].prefix(pages).map { PageSettings(name: $0, controls: [0, 1, 2]) })
    }
}
