import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// `n` (range 0…100, value 50): − at 0…50, + at 50…100, a slider of 200 pixels from 100 on, and a button for its ramp
/// at 400…500, all 50 pixels high. Two tabs are below.
@Suite("Touch: steppers, sliders, buttons and tabs") struct PressTests {
    @Test(
        "− and + move when the finger comes down, and, while held, after 400 ms and then every 100 ms",
        arguments: table(
            """
            a@60,9 a-                               -> n=51 n!51
            a@10,9 a-                               -> n=49 n!49
            a@60,9 399ms a-                         -> n=51 n!51
            a@60,9 400ms a-                         -> n=51 n=52 n!52
            a@60,9 600ms a-                         -> n=51 n=52 n=53 n=54 n!54
            a@60,9 late5000ms late99ms a-           -> n=51 n=52 n!52                   # woken late: one step
            a@60,9 late5000ms 100ms a-              -> n=51 n=52 n=53 n!53
            a@60,9 100ms a@60,90 900ms a-           -> n=51 n!51                        # slipped off
            a@60,9 100ms a@60,90 900ms a@60,9 99ms  -> n=51
            a@60,9 100ms a@60,90 900ms a@60,9 100ms -> n=51 n=52                        # slipped off and back
            a@60,9 100ms a@60,90 a@60,9 299ms       -> n=51
            n=99.5 a@60,9 900ms a-                  -> n=99.5 n!99.5 n=100 n|upper n!100
            n=100 a@60,9 900ms a-                   -> n=100 n!100 n|upper
            a@60,9 lock 900ms a-                    -> n=51 n!51
            lock a@60,9 200ms unlock 299ms a-       -> n=51 n!51                        # continues after the lock
            lock a@60,9 700ms unlock 99ms a-        -> .
            lock a@60,9 700ms unlock 100ms a-       -> n=51 n!51
            n+1 100ms a@60,9 500ms a-               -> n=54.166666667 n=55.166666667 n=56.166666667 n=57.166666667 n!57.166666667  # at the same time as an encoder
            a@10,9 b@60,9 a- b-                     -> n=49 n=50 n!50                   # each finger has its own
            a@60,9 lost 900ms a-                    -> n=51 n!51
            a@60,9 reload a@61,9 900ms a-           -> n=51 n!51
            a@60,9 reload a- a@60,9 a-              -> n=51 n!51 n=52 n!52
            a@60,9 a@60,9,palm 900ms a-             -> n=51 n!51
            """))
    func steppers(_ row: Row) { #expect(PressTests.player().played(row) == row.expected) }

    @Test("An angle steps by 5, a grid by its step")
    func stepSizes() {
        let range = ValueRange(0, 100)
        for (settings, expected) in [
            (NumberSettings(range: range, initial: 50, unit: "°"), "n=55"),
            (NumberSettings(range: range, step: 0.5, initial: 50), "n=50.5"),
            (NumberSettings(range: range, initial: 50, stepper: 7), "n=57"),
        ] {
            var player = PressTests.player(settings)
            #expect(player.play("a@60,9") == expected)
        }
    }

    @Test(
        "A slider without a ramp drags the value along its length, at any speed",
        arguments: table(
            """
            a@120,9 a@160,9 a-                      -> n=70 n!70
            n>fine a@120,9 a@160,9 a@150,9 a-       -> n>fine n=70 n=65 n!65
            a@120,9 a@900,9 a@890,9 a-              -> n=100 n|upper n=95 n!95
            a@120,9 a- 99ms b@120,9 b-              -> .                        # taps have no effect
            lock a@120,9 a@160,9 unlock a@170,9 a-  -> n=55 n!55
            """))
    func sliders(_ row: Row) { #expect(PressTests.player().played(row) == row.expected) }

    @Test(
        "A slider with a ramp scrubs it; a ramp that was not running begins paused at its start",
        arguments: table(
            """
            a@120,9 a@160,9 1000ms a@200,9 a-       -> n~running@0 n~paused@0 n=60 n=70 n!70   # 50 → 100, linear
            a@120,9 a@160,9 a-                      -> n~running@0 n~paused@0 n=60 n!60
            a@120,9 a@700,9 a@690,9 a-              -> n~running@0 n~paused@0 n=100 n=97.5 n!97.5
            a@120,9 a- 400ms                        -> .
            a@120,9 a@160,9 a- a@110,9 a@70,9 a-    -> n~running@0 n~paused@0 n=60 n!60 n=50 n!50   # continues from the current value
            a@120,9 a@110,9 n+1 400ms               -> n~running@0 n~paused@0 n~cancelled@0 n=54.166666667 n!54.166666667  # no movement, no hold
            b@450,9 200ms b- late500ms a@120,9 a@160,9  -> n~running@0 n~=74.16715 n~paused@0.7 n=85
            lock a@120,9 a@160,9 unlock a@170,9 a-  -> n~running@0 n~paused@0 n=52.5 n!52.5
            a@120,9 a@160,9 n=0 a@170,9             -> n~running@0 n~paused@0 n=60 n~cancelled@0.2 n=0 n!0 n~running@0 n~paused@0 n=5
            """))
    func scrubs(_ row: Row) { #expect(PressTests.player(withRamp: true).played(row) == row.expected) }

    @Test("A ramp with another start value is scrubbed in one interaction")
    func scrubsFromElsewhere() {
        var player = PressTests.player(withRamp: true, from: 20)
        #expect(player.play("a@120,9 a@160,9 900ms a-") == "n~running@0 n~=20 n~paused@0 n=36 n!36")
    }

    @Test(
        "A tap on the ramp's button starts or resumes it once no double tap can follow; touching pauses a running ramp",
        arguments: table(
            """
            b@450,9 b- 300ms                            -> .            # may still become a double tap
            b@450,9 b- 301ms                            -> n~running@0
            b@450,9 181ms b-                            -> n~running@0  # too long for a tap
            b@450,9 b- late801ms                        -> n~running@0 n~=75.0005
            b@450,9 200ms b- 500ms b@450,9              -> n~running@0 n~=74.16715 n~=75 n~paused@0.5 n!75
            b@450,9 200ms b- 500ms b@450,9 b- 900ms     -> n~running@0 n~=74.16715 n~=75 n~paused@0.5 n!75
            b@450,9 200ms b- 500ms b@450,9 900ms b-     -> n~running@0 n~=74.16715 n~=75 n~paused@0.5 n!75
            b@450,9 200ms b- 500ms b@450,9 200ms b- b@450,9 200ms b- 600ms  -> n~running@0 n~=74.16715 n~=75 n~paused@0.5 n!75 n~running@0.5 n~=100 n~ended@1 n!100
            b@450,9 b@450,30 b- 400ms                   -> .        # strayed
            b@450,9 b- 20ms b@450,9 b- 301ms            -> n~running@0      # a bounce restarts the wait
            b@450,9 b- 20ms b@450,9 b- 300ms            -> .
            lock b@450,9 b- 400ms                       -> .
            b@450,9 lock b- 400ms                       -> .
            b@450,9 b- lock 400ms                       -> .
            b@450,9 lock b- unlock 400ms                -> .
            b@450,9 200ms b- lock 500ms b@450,9 b-      -> n~running@0 n~=74.16715
            """))
    func rampButtons(_ row: Row) { #expect(PressTests.player(withRamp: true).played(row) == row.expected) }

    @Test(
        "A double tap there cycles the speed and starts nothing; a tap followed by something else starts nothing either",
        arguments: table(
            """
            b@450,9 b- 99ms b@450,9 b- 900ms                    -> n>medium
            b@450,9 b- 300ms b@450,9 b- 900ms                   -> n>medium
            b@450,9 b- 99ms b@450,9 b- 9ms b@450,9 b- 900ms     -> n>medium         # a bounce
            b@450,9 b- 99ms b@450,9 b- 99ms b@450,9 b- 900ms    -> n>medium n~running@0 n~=79.16725   # three taps
            b@450,9 200ms b- 500ms b@450,9 b- 99ms b@450,9 b- 900ms     -> n~running@0 n~=74.16715 n~=75 n~paused@0.5 n!75 n>medium     # it stays paused
            b@450,9 b- 99ms b@450,9 200ms b-                    -> n~running@0      # the second counts as a press
            b@450,9 b- 99ms b@450,9 b@450,30 b- 900ms           -> .
            b@450,9 b- 99ms a@450,9 b@450,30 a-&b- 900ms        -> .                # two fingers
            b@450,9 b- 99ms a@60,9 a- 900ms                     -> n=51 n!51        # on +
            b@450,9 b- 99ms n=70 900ms                          -> n=70 n!70
            b@450,9 b- 99ms n+1 900ms                           -> n=54.166666667 n!54.166666667
            b@450,9 b- 99ms lost 900ms                          -> .
            b@450,9 b- 99ms unplug 900ms                        -> .
            b@450,9 b- 99ms reload 900ms                        -> .
            b@450,9 reload b@451,9 b- 900ms                     -> .
            """))
    func noStartByAccident(_ row: Row) { #expect(PressTests.player(withRamp: true).played(row) == row.expected) }

    @Test(
        "With tap_starts = false no tap starts or resumes a ramp; touching still pauses it",
        arguments: table(
            """
            b@450,9 b- 900ms                            -> .
            b@450,9 181ms b- 900ms                      -> .
            b@450,9 b- 99ms b@450,9 b- 900ms            -> n>medium
            """))
    func leftToButtons(_ row: Row) {
        #expect(PressTests.player(withRamp: true, tapStarts: false).played(row) == row.expected)
    }

    @Test("With tap_starts = false touching pauses a ramp that a client has started, and no tap resumes it")
    func pausesWithoutStarting() {
        var player = PressTests.player(withRamp: true, tapStarts: false)
        player.startRamp(RampMotion(target: .to(100), duration: .seconds(1), curve: .linear), on: 0)
        #expect(player.play("500ms b@450,9") == "n~running@0 n~=74.16715 n~=75 n~paused@0.5 n!75")
        #expect(player.play("b- 900ms b@450,9 b- 900ms b@450,9 b- 900ms") == "")
    }

    @Test(
        "A tap on a tab shows its page",
        arguments: table(
            """
            a@60,110 a-                     -> page:two
            a@10,110 a-                     -> .                # already shown
            a@60,110 900ms a-               -> page:two         # of any duration
            a@60,110 a@60,130 a-            -> .                # strayed
            lock a@60,110 a-                -> .
            a@60,110 lost a-                -> .
            a@60,110 reload a@61,110 a-     -> .
            a@60,110 a- a@10,110 a-         -> page:two page:one
            """))
    func tabs(_ row: Row) { #expect(PressTests.player().played(row) == row.expected) }

    @Test("Fingers do not move a control that hands may not move; a hand that changed nothing commits nothing")
    func notByHands() {
        for withRamp in [false, true] {
            var player = PressTests.player(movedByHands: false, withRamp: withRamp)
            #expect(player.play("a@60,9 900ms a- a@120,9 a@160,9 a- b@450,9 b- 900ms") == "")
        }
    }

    private static func player(
        _ number: NumberSettings = NumberSettings(range: ValueRange(0, 100), initial: 50),
        movedByHands: Bool = true, withRamp: Bool = false, from: Double? = nil, tapStarts: Bool = true
    ) -> TouchPlayer {
        let motion = RampMotion(from: from, target: .to(100), duration: .seconds(1), curve: .linear)
        let below = Rect(x: 0, y: 100, width: 50, height: 50)
        return TouchPlayer(
            [
                ControlSettings(
                    name: "n", quantity: .float(number), appearance: ControlAppearance(tapStarts: tapStarts),
                    movedByHands: movedByHands)
            ],
            targets: [
                TouchTarget(.stepper(control: 0, .down), area: Rect(x: 0, y: 0, width: 50, height: 50)),
                TouchTarget(.stepper(control: 0, .up), area: Rect(x: 50, y: 0, width: 50, height: 50)),
                TouchTarget(
                    .slider(control: 0, ramp: withRamp ? 0 : nil, length: 200),
                    area: Rect(x: 100, y: 0, width: 200, height: 50)),
                TouchTarget(.rampButton(ramp: 0), area: Rect(x: 400, y: 0, width: 100, height: 50)),
                TouchTarget(.tab(.page(0)), area: below),
                TouchTarget(.tab(.page(1)), area: below.offset(by: Vector(dx: 50, dy: 0))),
            ],
            ramps: [RampSettings(name: "ramp", control: 0, motion: motion)],
            pages: ["one", "two"].map { PageSettings(name: $0, controls: [0]) })
    }
}
