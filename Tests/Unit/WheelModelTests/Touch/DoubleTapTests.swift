import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// `n` (range 0…300, value 0) is on a wheel of 300 pixels: one pixel is 1 at the first speed, 0.3 at the second. The
/// rest of the wheel's cell, from 300 on, is its stage, with + at 400.
@Suite("Touch: a double tap cycles the speed") struct DoubleTapTests {
    @Test(
        "Two taps of at most 180 ms, 40 to 300 ms apart",
        arguments: table(
            """
            a@9,9 50ms a- 100ms b@9,9 50ms b-                   -> n>medium
            a@9,9 180ms a- 300ms b@9,9 180ms b-                 -> n>medium
            a@9,9 181ms a- 100ms b@9,9 50ms b-                  -> .            # the first tap is too long
            a@9,9 50ms a- 100ms b@9,9 181ms b-                  -> .
            a@9,9 50ms a- 301ms b@9,9 50ms b-                   -> .            # too far apart
            a@9,9 50ms a- 301ms b@9,9 50ms b- 100ms c@9,9 c-    -> n>medium     # the second tap may be the first of a double tap
            a@9,9 50ms a- 39ms b@9,9 50ms b-                    -> .            # a bounce of one tap
            a@9,9 50ms a- 39ms b@9,9 50ms b- 99ms c@9,9 c-      -> n>medium     # which may be the first of a double tap
            a@9,9 50ms a- 40ms b@9,9 50ms b-                    -> n>medium
            a@9,9 a- 99ms b@9,9 b- 9ms c@9,9 c- 99ms d@9,9 d-   -> n>medium     # a bounce of a double tap
            a@9,9 a- 99ms b@9,9 b- 99ms c@9,9 c-                -> n>medium     # three taps
            a@9,9 a- 99ms b@9,9 b- 99ms c@9,9 c- 99ms d@9,9 d-  -> n>medium n>fine
            n>fine a@9,9 a- 99ms b@9,9 b-                       -> n>fine n>coarse      # wraps around
            """))
    func times(_ row: Row) { #expect(DoubleTapTests.player.played(row) == row.expected) }

    @Test(
        "The taps may stray by the slop: the value is restored, and a possible double tap delays the commit",
        arguments: table(
            """
            a@9,9 a@19,9 a- 99ms b@9,9 b-                           -> n=10 n=0 n!0 n>medium
            a@9,9 a@19,9 a- 99ms b@50,9 b@56,9 b-                   -> n=10 n=16 n=0 n!0 n>medium
            a@9,9 a@20,9 a- 99ms b@9,9 b-                           -> n=11 n!11                    # more than the slop
            a@9,9 a@19,9 a- 99ms b@9,9 b@20,9 b-                    -> n=10 n=21 n!21
            a@9,9 a@25,9 a@14,9 a- 99ms b@9,9 b-                    -> n=16 n=5 n!5                 # forth and back
            a@9,9 a@19,9 a- 299ms                                   -> n=10
            a@9,9 a@19,9 a- 300ms                                   -> n=10 n!10                    # certain to be a single tap
            a@9,9 a@19,9 a- late900ms                               -> n=10 n!10
            a@9,9 a@19,9 a- 299ms b@9,9 179ms                       -> n=10                         # the second tap is not complete
            a@9,9 a@19,9 a- 299ms b@9,9 180ms                       -> n=10 n!10                    # the second tap was too long
            a@9,9 a@19,9 a- 299ms b@9,9 100ms b-                    -> n=10 n=0 n!0 n>medium
            a@9,9 a@19,9 a- 299ms b@9,9 100ms b@39,9 100ms b-       -> n=10 n=40 n!40
            a@9,9 a@19,9 a- 99ms b@9,60 b@9,90 b-                   -> n=10 n!10                    # movement across the wheel: a drag without effect
            a@9,9 a- 99ms b@9,9 b@14,9 b-                           -> n=5 n=0 n!0 n>medium
            a@9,9 a@19,9 a- 20ms b@9,9 b- 299ms                     -> n=10                         # a bounce restarts the wait
            a@9,9 a@19,9 a- 20ms b@9,9 b- 300ms                     -> n=10 n!10
            """))
    func strays(_ row: Row) { #expect(DoubleTapTests.player.played(row) == row.expected) }

    @Test(
        "A value that something else has moved is not restored",
        arguments: table(
            """
            a@9,9 a@19,9 a- 50ms n=70 50ms b@9,9 b-                 -> n=10 n=70 n!70 n>medium
            a@9,9 a@19,9 a- 50ms n+1 50ms b@9,9 b- 400ms            -> n=10 n=22.5 n>medium n!22.5
            a@9,9 n=70 a- 99ms b@9,9 b-                             -> n=70 n!70 n>medium
            a@9,9 a@14,9 n=70 a@19,9 a- 99ms b@9,9 b-               -> n=5 n=70 n!70 n=75 n!75 n>medium
            n=33 a@9,9 a@19,9 a- 50ms b@9,9 n=70 b-                 -> n=33 n!33 n=43 n=70 n!70 n>medium
            """))
    func others(_ row: Row) { #expect(DoubleTapTests.player.played(row) == row.expected) }

    @Test(
        "A double tap counts anywhere on the control; not beside it, nor on targets with a tap action of their own",
        arguments: table(
            """
            a@320,9 a- 99ms b@320,9 b-                  -> n>medium             # on its stage
            a@9,9 a- 99ms b@320,9 b-                    -> n>medium
            a@700,9 a- 99ms b@700,9 b-                  -> .                    # no target there
            a@410,9 a- 99ms b@410,9 b-                  -> n=3 n!3 n=6 n!6      # on +
            a@9,9 a- 99ms b@410,9 b- 99ms c@9,9 c-      -> n=3 n!3              # + between two taps
            a@9,9 b@320,9 a-&b- 99ms c@9,9 c-           -> .                    # two fingers are no tap
            a@9,9 a- 99ms b@9,9 c@320,9 b-&c-           -> .
            """))
    func places(_ row: Row) { #expect(DoubleTapTests.player.played(row) == row.expected) }

    @Test(
        "No effect while the panel is locked",
        arguments: table(
            """
            lock a@9,9 a@14,9 a- 99ms b@9,9 b-          -> .
            a@9,9 a@14,9 a- 99ms b@9,9 lock b- unlock   -> n=5 n!5
            a@9,9 a- 99ms lock b@9,9 b- unlock          -> .
            """))
    func locked(_ row: Row) { #expect(DoubleTapTests.player.played(row) == row.expected) }

    @Test("No effect on a control that hands do not move")
    func notByHands() {
        var player = DoubleTapTests.player(movedByHands: false)
        #expect(player.play("a@9,9 a@14,9 a- 99ms b@9,9 b-") == "")
    }

    @Test("The value is restored bit for bit, and so are its turns")
    func exactly() {
        let settings = NumberSettings(range: ValueRange(0, 360, includesUpper: false), wraps: true)
        var player = WheelDragTests.wheel(settings)
        _ = player.play("n=0.1 a@0,0 a@-600,0 a- 400ms")
        let before = player.panel.controls[0]
        #expect(before.rotations == -2)
        _ = player.play("a@0,0 a@-9,0 a- 99ms b@0,0 b@5,0 b@-3,0 b-")
        #expect(player.panel.controls[0].number == before.number)
        #expect(player.panel.controls[0].rotations == before.rotations)
        #expect(player.panel.controls[0].speed == 1)
    }

    @Test("The times are configurable")
    func timings() {
        var player = DoubleTapTests.player(
            touch: TouchTimings(tap: .milliseconds(500), double: .milliseconds(1000), doubleLeast: .milliseconds(0)))
        #expect(player.play("a@9,9 500ms a- 1000ms b@9,9 500ms b-") == "n>medium")
        #expect(player.play("a@9,9 a- b@9,9 b-") == "n>fine")
        player.arrange(DoubleTapTests.layout, slopPixels: 2)
        #expect(player.play("a@9,9 a@11,9 a- 99ms b@9,9 b-") == "n=0.1 n=0 n!0 n>coarse")
        #expect(player.play("a@9,9 a@12,9 a- 99ms b@9,9 b-") == "n=3 n!3")
    }

    @Test("The slop is 1.3 mm, or 10 pixels where the device gives no resolution")
    func slop() {
        let timings = TouchTimings()
        #expect(timings.slopPixels(pixelsPerMillimetre: 10) == 13)
        #expect(timings.slopPixels(pixelsPerMillimetre: nil) == 10)
        for nonsense in [0, -1, Double.nan, .infinity] {
            #expect(timings.slopPixels(pixelsPerMillimetre: nonsense) == 10)
        }
        #expect(TouchTimings(slopMillimetres: 2).slopPixels(pixelsPerMillimetre: 10) == 20)
    }

    static let player = player()

    static func player(movedByHands: Bool = true, touch: TouchTimings = TouchTimings()) -> TouchPlayer {
        let number = NumberSettings(range: ValueRange(0, 300), initial: 0)
        var player = TouchPlayer(
            [ControlSettings(name: "n", quantity: .float(number), movedByHands: movedByHands)], targets: [],
            touch: touch)
        player.arrange(layout)
        return player
    }

    static let layout = TouchLayout(
        targets: [
            TouchTarget(.stage(control: 0), area: Rect(x: 0, y: 0, width: 500, height: 100)),
            TouchTarget(.wheel(control: 0, .auto), area: Rect(x: 0, y: 0, width: 300, height: 60)),
            TouchTarget(.stepper(control: 0, .up), area: Rect(x: 400, y: 0, width: 50, height: 50)),
        ], size: Size(width: 800, height: 480))
}
