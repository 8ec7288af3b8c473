import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// `n` (range 0…100, value 20, default 50) is on a wheel of 300 × 300 pixels; `s`, with the same range and values, on a
/// slider from 400 on; `m`, which needs a confirmation, on a wheel from 500 on; `t`, a choice of two positions, on a
/// plate from 700 on.
@Suite("Touch: a double tap of two fingers resets") struct TwoFingerDoubleTests {
    @Test(
        "Two taps of both fingers on the same control",
        arguments: table(
            """
            a@10,10&b@90,10 100ms a-&b- 100ms c@20,20&d@80,80 100ms c-&d-               -> n=50 n!50
            a@10,10 100ms b@90,10 50ms a- b- 100ms a@10,10 b@90,10 a- 100ms b-          -> n=50 n!50    # one after the other
            a@10,10&b@90,10 a-&b- 100ms a@10,10&b@90,10 a-&b- 100ms a@10,10&b@90,10 a-&b-   -> n=50 n!50    # the third begins anew
            a@410,10&b@410,90 50ms a-&b- 100ms a@410,10&b@410,90 50ms a-&b-             -> focus:s s=50 s!50
            a@510,10&b@590,90 50ms a-&b- 100ms a@510,10&b@590,90 50ms a-&b-             -> focus:m m?50
            """))
    func resets(_ row: Row) { #expect(TwoFingerDoubleTests.player().played(row) == row.expected) }

    @Test(
        "Nothing else does",
        arguments: table(
            """
            a@10,10&b@90,10 100ms a-&b-                                                 -> .    # one tap
            a@10,10&b@90,10 a-&b- 20ms a@10,10&b@90,10 a-&b-                            -> .    # a bounce
            a@10,10&b@90,10 a-&b- 301ms a@10,10&b@90,10 a-&b-                           -> .    # too late
            a@10,10&b@90,10 181ms a-&b- 100ms a@10,10&b@90,10 a-&b-                     -> .    # too long for a tap
            a@10,10&b@90,10 a-&b- 100ms a@10,10&b@90,10 181ms a-&b-                     -> .
            a@10,10&b@90,10 a-&b- 100ms a@10,10 a- 100ms a@10,10&b@90,10 a-&b-          -> .    # one finger between
            a@10,10&b@90,10&c@50,90 a-&b-&c- 100ms a@10,10&b@90,10 a-&b-                -> .    # three
            a@10,10&b@90,10 b@110,10 a-&b- 100ms a@10,10&b@90,10 a-&b-                  -> .    # one strays
            a@10,10&b@90,10,palm a-&b- 100ms a@10,10&b@90,10 a-&b-                      -> .
            a@10,10&b@90,10 lost a-&b- 100ms a@10,10&b@90,10 a-&b-                      -> .
            a@10,10&b@90,10 a-&b- 100ms a@510,10&b@590,10 a-&b-                         -> .    # another control
            a@10,10&b@510,10 a-&b- 100ms a@10,10&b@510,10 a-&b-                         -> n>medium m>medium    # two controls
            lock a@10,10&b@90,10 a-&b- 100ms a@10,10&b@90,10 a-&b-                      -> .
            a@10,10&b@90,10 a-&b- lock:n 100ms a@10,10&b@90,10 a-&b-                    -> .
            a@710,10&b@790,90 a-&b- 100ms a@710,10&b@790,90 a-&b-                       -> t=1 t!1 t=0 t!0 t=1 t!1 t=0 t!0
            """))
    func doesNot(_ row: Row) {
        let told = TwoFingerDoubleTests.player().played(row)
        #expect(told.replacing(/focus:\w+ ?/, with: "") == row.expected)
    }

    @Test("Without the setting it does nothing")
    func isOff() {
        var player = TwoFingerDoubleTests.player(TouchTimings())
        #expect(player.play("a@10,10&b@90,10 a-&b- 100ms a@10,10&b@90,10 a-&b-") == "")
    }

    private static func player(_ touch: TouchTimings = TouchTimings(twoFingerDouble: .reset)) -> TouchPlayer {
        func number(_ name: String, confirms: Bool = false) -> ControlSettings {
            ControlSettings(
                name: name, quantity: .float(NumberSettings(range: ValueRange(0, 100), initial: 50)),
                confirmTimeout: confirms ? .seconds(8) : nil)
        }
        func column(_ left: Double, _ kind: TouchKind, width: Double = 100) -> TouchTarget {
            TouchTarget(kind, area: Rect(x: left, y: 0, width: width, height: 300))
        }
        var player = TouchPlayer(
            [
                number("n"), number("s"), number("m", confirms: true),
                ControlSettings(
                    name: "t", quantity: .choice(PositionSettings(positions: PositionSettings.numbered(2)))),
            ],
            targets: [
                column(0, .wheel(control: 0, .horizontal), width: 300),
                column(400, .slider(control: 1, ramp: nil, length: 300)),
                column(500, .wheel(control: 2, .horizontal)),
                column(700, .toggle(control: 3)),
            ], touch: touch)
        _ = player.play("n=20 s=20 m=20")
        return player
    }
}
