import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// `n` (range 0…100, value 50) is on a wheel of 300 × 300 pixels, whose stage extends to 400 × 380. `m`, with the same
/// range and value, is on a wheel of 300 × 300 from 500 on.
@Suite("Touch: two fingers rotate a control") struct TwoFingerTests {
    @Test(
        "1:1 in degrees, clockwise increases",
        arguments: table(
            """
            a@100,100 b@200,100 b@200,200 a-&b-                 -> n=85 n!85        # by 45°, of which 10° are the threshold
            a@100,100 b@200,100 b@200,0 a-&b-                   -> n=15 n!15
            a@100,100 b@200,100 b@200,200 b@200,100 a-&b-       -> n=85 n=40 n!40
            a@100,100 b@200,100 b@300,100 a-&b-                 -> .                # a pinch does not move a number
            a@100,100 b@200,100 a@110,110&b@210,110 a-&b-       -> .                # nor does a sideways movement
            a@100,100 b@200,100 b@100,200 b@0,100 b@0,90        -> n=100 n|upper    # across 180°
            a@100,100 b@0,100 b@0,0 b@0,100                     -> n=85 n=40
            a@100,100 b@0,100 b@0,200 b@100,200 b@0,200         -> n=15 n=0 n|lower n=45    # moving back from an end has an effect at once
            a@100,100 b@350,100 b@350,350                       -> n=85             # one on the wheel, one on its stage
            """))
    func inDegrees(_ row: Row) { #expect(TwoFingerTests.player(unit: "°").played(row) == row.expected) }

    @Test(
        "They turn it once their line has turned by 5°, starting from there",
        arguments: table(
            """
            a@100,100 b@200,100 a@100,96&b@200,104 a-&b-                -> .            # 4.6°
            a@100,100 b@200,100 a@100,95&b@200,104 a-&b-                -> n=50.142764558 n!50.142764558    # 5.1°
            a@100,100 b@200,100 a@100,104&b@200,95 a-&b-                -> n=49.857235442 n!49.857235442
            a@100,100 b@200,100 a@100,96&b@200,104 a@100,100&b@200,100 a@100,95&b@200,104   -> n=50.142764558
            a@100,100 b@200,100 a@100,91&b@200,109                      -> n=55.203973722   # about their centre
            """))
    func threshold(_ row: Row) { #expect(TwoFingerTests.player(unit: "°").played(row) == row.expected) }

    @Test(
        "With one resting finger, once their line has turned by 10°, starting from there",
        arguments: table(
            """
            a@100,100 b@200,100 b@200,117 a-&b-                         -> .            # 9.6°
            a@100,100 b@200,100 b@200,118 a-&b-                         -> n=50.203973722 n!50.203973722    # 10.2°
            a@100,100 b@200,100 b@200,82 a-&b-                          -> n=49.796026278 n!49.796026278
            a@100,100 b@200,100 b@200,110 b@200,120 b@200,110           -> n=51.309932474 n=45.710593137
            a@100,100 b@200,100 b@200,117 b@200,100 b@200,118           -> n=50.203973722
            a@100,100 b@200,100 a@99,99&b@200,110                       -> .            # a finger that trembles counts as resting
            a@100,100 b@200,100 b@200,115 a@100,96&b@200,115            -> n=52.227201478   # it no longer rests: both fingers count from here
            """))
    func thresholdAboutOne(_ row: Row) { #expect(TwoFingerTests.player(unit: "°").played(row) == row.expected) }

    @Test(
        "Two fingers in the same direction turn nothing, even if their line wavers",
        arguments: table(
            """
            a@100,100 b@200,100 a@100,90&b@200,93 a@100,70&b@200,76 a@100,40&b@200,49 a@100,10&b@200,20 a-&b-   -> .
            a@100,100 b@200,100 a@110,90&b@212,85 a@130,60&b@235,50 a@150,20&b@260,5 a-&b-      -> .
            a@100,100 b@200,100 a@100,80&b@200,90 a-&b-                                         -> .    # one moves less far
            a@100,100 b@200,100 a@100,50&b@200,50 b@200,150 a-&b-                               -> n=85 n!85    # followed by a twist
            a@100,100 b@200,100 a@100,50&b@200,70 a@100,50&b@200,150 a-&b-  -> n=73.690067526 n!73.690067526
            a@100,100 b@200,100 a@100,200&b@200,200 b@200,209 a-&b-         -> .    # one stops before the other
            a@100,100 b@200,100 b@200,91 a@100,50&b@200,41 a-&b-            -> .    # one starts before the other
            a@100,100 b@200,100 a@100,108&b@200,116 b@200,133 a-&b-         -> .    # both within the slop
            """))
    func parallel(_ row: Row) { #expect(TwoFingerTests.player(unit: "°").played(row) == row.expected) }

    @Test(
        "Otherwise a revolution of the fingers equals one of an encoder",
        arguments: table(
            """
            a@100,100 b@200,100 b@200,200 a-&b-                     -> n=59.722222222 n!59.722222222   # 35 of 360°
            n>fine a@100,100 b@200,100 b@200,200 a-&b-              -> n>fine n=50.486111111 n!50.486111111
            a@100,100 b@200,100 b@200,200 n>fine b@100,200          -> n=59.722222222 n>fine n=60.347222222
            a@100,100 b@200,100 b@200,200 n=0 b@100,200             -> n=59.722222222 n=0 n!0 n=12.5
            """))
    func asEncoder(_ row: Row) { #expect(TwoFingerTests.player().played(row) == row.expected) }

    @Test(
        "On a grid too: 24 detents of at least a step",
        arguments: table(
            """
            a@100,100 b@200,100 b@200,200 a-&b-                     -> n=70 n!70        # 2.3 detents of a step of 10
            n>fine a@100,100 b@200,100 b@200,200 b@200,100          -> n>fine n=70 n=40
            """))
    func asEncoderOnGrid(_ row: Row) { #expect(TwoFingerTests.player(step: 10).played(row) == row.expected) }

    @Test(
        "A logarithmic control moves by equal ratios",
        arguments: table(
            """
            n=10 a@100,100 b@200,100 b@100,200                      -> n=10 n!10 n=46.415888336
            """))
    func logarithmic(_ row: Row) {
        #expect(TwoFingerTests.player(range: ValueRange(1, 1000), taper: .log).played(row) == row.expected)
    }

    @Test(
        "The second finger ends the drag of the first; if one of two lifts, the other has no effect",
        arguments: table(
            """
            a@100,100 a@115,100 b@200,100 a@0,100 b@300,100 b-&a-   -> n=55 n!55            # pinched apart
            a@100,100 a@115,100 b@215,100 b@215,200 b- a@0,0 a-     -> n=55 n=64.722222222 n!64.722222222   # the commit waits for the last finger
            a@100,100 a@115,100 b@215,100 b@215,200 a- b@0,0 b-     -> n=55 n=64.722222222 n!64.722222222
            a@100,100 b@200,100 b@200,200 b-&a@0,0 a-               -> n=59.722222222 n!59.722222222        # also in the frame of the lift
            a@100,100 b@200,100 b- c@200,100 c@0,0 c-&a-            -> .                    # no new gesture before all have lifted
            a@100,100 b@200,100 b-&a- a@100,100 a@130,100           -> n=60                 # a new gesture
            a@100,100 b@105,100 b@105,105 b@200,100 b@200,200       -> n=59.722222222          # too close together for an angle
            """))
    func whoEnds(_ row: Row) { #expect(TwoFingerTests.player().played(row) == row.expected) }

    @Test(
        "A third finger, a palm or a SYN_DROPPED: the value stays, a commit follows, nothing moves until all have lifted",
        arguments: table(
            """
            a@100,100 b@200,100 b@200,200 c@50,50 b@0,0 c- b@9,9 a-&b-      -> n=59.722222222 n!59.722222222
            a@100,100 b@200,100 b@200,200 b@200,200,palm b@0,0,palm a@5,5   -> n=59.722222222 n!59.722222222
            a@100,100 b@200,100 b@200,200 c@50,50,palm b@0,0 a@5,5          -> n=59.722222222 n!59.722222222
            a@100,100 b@200,100 b@200,200 lost a@0,0 b@0,0 a- b-            -> n=59.722222222 n!59.722222222
            a@100,100 a@130,100 lost a@0,100 a-                             -> n=60 n!60
            a@100,100 a@130,100 a@130,100,palm a@0,100 a-                   -> n=60 n!60
            a@100,100 a@130,100 b@50,50,palm a@0,100 a-&b-                  -> n=60 n!60
            b@50,50,palm a@100,100 a@130,100 a- b-                          -> n=60 n!60        # a finger that was down before
            a@100,100 a@105,100 a- 20ms lost                                -> n=51.666666667 n!51.666666667
            a@100,100 a@130,100 lost a- a@0,0 a@30,0 a-                     -> n=60 n!60 n=70 n!70  # a new gesture
            a@100,100 a@130,100 lost lost a-                                -> n=60 n!60
            a@100,100 a@130,100 unplug a@100,100 a@130,100                  -> n=60 n!60 n=70       # a new finger with the same number
            a@100,100 a@130,100 reload a@160,100 a- a@100,100 a@130,100     -> n=60 n!60 n=70       # fingers that were down before are ignored
            a@100,100 a@130,100 reload a@160,100 b@50,50 b@80,50 a-&b-      -> n=60 n!60 n=70 n!70  # and do not prevent new gestures
            a@100,100 b@200,100 b@200,200 unplug a@100,100 a@130,100        -> n=59.722222222 n!59.722222222 n=69.722222222
            """))
    func cancelled(_ row: Row) { #expect(TwoFingerTests.player().played(row) == row.expected) }

    @Test(
        "Fingers are counted per control: two on two controls drag both at once",
        arguments: table(
            """
            a@100,100 b@600,100 a@130,100&b@570,100 a- b-       -> focus:m n=60 m=40 n!60 m!40
            a@100,100 b@600,100 b@630,100 b@630,100,palm a@130,100  -> focus:m m=60 m!60 n=60
            """))
    func perControl(_ row: Row) { #expect(TwoFingerTests.player().played(row) == row.expected) }

    @Test(
        "With several pages, a sideways swipe of two fingers changes the page, once",
        arguments: table(
            """
            a@100,100 b@200,100 a@0,100&b@100,100                               -> page:two         # to the left: the next page
            a@100,100 b@200,100 a@200,100&b@300,100                             -> page:three       # to the right: the previous page
            a@100,100 b@200,100 a@0,100&b@100,100 a@200,100&b@300,100 a-&b-     -> page:two
            a@100,400 b@600,400 a@0,400&b@500,400                               -> page:two         # on no control
            a@100,100 b@600,400 a@0,100&b@500,400                               -> n=16.666666667 n=50 n!50 page:two    # one on the control, one beside it
            a@100,100 b@200,100 a@1,100&b@101,100                               -> .                # not far enough
            a@100,100 b@200,100 a@0,160&b@100,160                               -> .                # not sideways
            a@100,100 b@200,100 a@0,100 b@300,100                               -> .                # in opposite directions
            a@100,100 a@109,100 b@200,100 a@9,100&b@90,110 a-&b-                -> n=53 n=50 n!50 page:two  # the value is restored
            a@100,100 a@109,100 b@200,100 b@200,120 a@9,100&b@90,110 a-&b-      -> n=53 n=53.665390787 n=52.177205768 n=50 n!50 page:two
            a@100,100 b@200,100 n=70 a@0,100&b@100,100 a-&b-                    -> n=70 n!70 page:two       # a value that a client has set is kept
            a@100,100 b@200,100 lock a@0,100&b@100,100                          -> .
            a@100,400 b@600,400 c@700,400 a@0,400&b@500,400&c@600,400           -> .                # a third finger
            """))
    func swipes(_ row: Row) { #expect(TwoFingerTests.player(pages: 3).played(row) == row.expected) }

    @Test("On a display with pages of its own, a swipe changes between these")
    func swipesOnADisplay() {
        func told(_ swipes: SwipePages, _ text: String) -> String {
            var player = TwoFingerTests.player(pages: 3)
            player.arrange(TouchLayout(size: Size(width: 800, height: 480), swipes: swipes))
            return player.play(text)
        }
        let (left, right) = ("a@100,400 b@600,400 a@0,400&b@500,400", "a@100,400 b@600,400 a@200,400&b@700,400")
        #expect(told(.to(before: .page(1), after: .page(2)), left) == "page:three")
        #expect(told(.to(before: .page(1), after: .page(2)), right) == "page:two")
        #expect(told(.to(before: .screen(control: 0), after: .screen(control: 1)), left) == "focus:m")
        #expect(told(.nowhere, left) == "")
    }

    @Test("With one page, a swipe changes nothing")
    func onePage() {
        for pages in 0...1 {
            var player = TwoFingerTests.player(pages: pages)
            #expect(player.play("a@100,400 b@600,400 a@0,400&b@500,400 a-&b-") == "")
            // After the rotation has begun, a sideways movement is not a swipe and does not end it.
            #expect(player.play("a@100,100 b@200,100 a@0,100&b@100,100 b@100,200") == "n=59.722222222")
        }
    }

    private static func player(
        unit: String? = nil, step: Double? = nil, range: ValueRange = ValueRange(0, 100), taper: Taper = .linear,
        pages: Int = 0
    ) -> TouchPlayer {
        let number = NumberSettings(range: range, step: step, taper: taper, initial: 50, unit: unit)
        let wheel = Rect(x: 0, y: 0, width: 300, height: 300)
        return TouchPlayer(
            ["n", "m"].map { ControlSettings(name: $0, quantity: .float(number)) },
            targets: [
                TouchTarget(.stage(control: 0), area: Rect(x: 0, y: 0, width: 400, height: 380)),
                TouchTarget(.wheel(control: 0, .horizontal), area: wheel),
                TouchTarget(.wheel(control: 1, .horizontal), area: wheel.offset(by: Vector(dx: 500, dy: 0))),
            ],
            pages: ["one", "two", "three"].prefix(pages).map { PageSettings(name: $0, controls: [0, 1]) })
    }
}
