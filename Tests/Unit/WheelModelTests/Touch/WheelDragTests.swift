import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// One control, `n`, with the range −11…133 and the value 20, on a wheel of 300 × 60 pixels.
@Suite("Touch: dragging a wheel") struct WheelDragTests {
    @Test(
        "Span × scale × Δ/L, from the first pixel; the commit comes when the finger lifts",
        arguments: table(
            """
            a@50,30 a@200,30 a-                             -> n=92 n!92                        # coarse: 150 px of 300 are half the range
            n>fine a@50,30 a@200,30 a-                      -> n>fine n=23.6 n!23.6             # at speed fine: 3.6
            n>medium a@50,30 a@200,30 a-                    -> n>medium n=41.6 n!41.6
            a@50,30 a@51,30 a- 300ms                        -> n=20.48 n!20.48                  # one pixel is enough
            a@50,30 a@49,30                                 -> n=19.52                          # left decreases
            a@50,30 a@50,55 a-                              -> .                                # movement across the wheel has no effect
            a@50,30 a@100,30 a@75,30 a@50,30 a-             -> n=44 n=32 n=20 n!20              # forth and back
            a@50,30 500ms a@51,30 500ms a@50,30 500ms a-    -> n=20.48 n=20 n!20                # at any rate
            a@50,30 a@51.5,30                               -> n=20.72                          # parts of a pixel count
            a@50,30 a@nan,30 a@inf,30 a@51,30 a- 300ms      -> n=20.48 n!20.48                  # coordinates that are not finite are ignored
            a@inf,30 a@50,nan a@50,30 a@51,30               -> n=20.48                          # a finger cannot come down there
            a@290,30 a@590,400                              -> n=133 n|upper                    # the finger may leave the wheel
            """))
    func follows(_ row: Row) { #expect(WheelDragTests.wheel().played(row) == row.expected) }

    @Test(
        "At an end the value stays; moving back has an effect at once",
        arguments: table(
            """
            a@0,30 a@800,30 a@790,30                -> n=133 n|upper n=128.2            # 500 px too far, 10 px back
            a@0,30 a@-500,30 a@-490,30              -> n=-11 n|lower n=-6.2
            a@0,30 a@800,30 a@900,30 a@1000,30      -> n=133 n|upper                    # reported once per arrival
            a@0,30 a@800,30 a@790,30 a@800,30       -> n=133 n|upper n=128.2 n=133 n|upper
            n=133 a@0,30 a@1,30 a@2,30 a-           -> n=133 n!133 n|upper              # a hand that changed nothing commits nothing
            """))
    func ends(_ row: Row) { #expect(WheelDragTests.wheel().played(row) == row.expected) }

    @Test(
        "After a change of speed or a move by something else the drag continues from the current value",
        arguments: table(
            """
            a@0,30 a@75,30 n>fine a@150,30 a-           -> n=56 n>fine n=57.8 n!57.8
            a@0,30 a@75,30 n=0 a@75,30 a@100,30 a-      -> n=56 n=0 n!0 n=12 n!12          # a client's set commits; the next move opens a new interaction
            a@0,30 a@75,30 n=0 a-                       -> n=56 n=0 n!0
            a@0,30 n=0 a-                               -> n=0 n!0                          # the finger has not moved the value
            a@0,30 a@25,30 n+1 a@50,30 a- 400ms         -> n=32 n=38 n=50 n!50              # an encoder turns it at the same time
            """))
    func others(_ row: Row) { #expect(WheelDragTests.wheel().played(row) == row.expected) }

    @Test(
        "The directions in which the value increases",
        arguments: table(
            """
            300x60 auto a@0,0 a@150,0           -> n=92             # wider than tall: right increases
            60x300 auto a@0,0 a@0,-150          -> n=92             # taller than wide: up increases
            60x300 auto a@0,0 a@150,0           -> .
            300x300 auto a@0,0 a@150,0          -> n=92
            300x60 vertical a@0,0 a@0,-30       -> n=92             # the length is the extent in that direction
            60x300 horizontal a@0,0 a@30,0      -> n=92
            300x60 vertical a@0,0 a@0,6         -> n=5.6            # down decreases
            """))
    func orientations(_ row: Row) {
        let size = row.words[0].split(separator: "x").map { number($0) }
        guard let orientation = WheelOrientation(rawValue: row.words[1]) else { preconditionFailure("\(row)") }
        var player = WheelDragTests.wheel(area: Rect(x: 0, y: 0, width: size[0], height: size[1]), orientation)
        #expect(player.play(row.words.dropFirst(2).joined(separator: " ")) == row.expected)
    }

    @Test(
        "On a grid the value snaps, the finger's course does not",
        arguments: table(
            """
            a@0,0 a@1,0 a@2,0 a@3,0 a@5,0 a@7,0 a@8,0   -> n=5 n=10               # 1 px is 1, on a grid of 5
            a@0,0 a@2,0 a@4,0 a@2,0 a@-2,0 a@-3,0       -> n=5 n=0 n=-5
            a@0,0 a@1,0 a@2,0 a-                        -> .                       # less than a step: no change
            """))
    func grids(_ row: Row) {
        #expect(WheelDragTests.wheel(NumberSettings(range: ValueRange(-150, 150), step: 5)).played(row) == row.expected)
    }

    @Test(
        "If sets do not snap to the grid, a finger moves by whole steps from the set value",
        arguments: table(
            """
            n=0.3 a@0,0 a@4,0 a@8,0                     -> n=0.3 n!0.3 n=5.3 n=10.3
            n=148 a@0,0 a@9,0 a@8,0 a@5,0               -> n=148 n!148 n=150 n|upper n=145
            """))
    func offTheGrid(_ row: Row) {
        let settings = NumberSettings(range: ValueRange(-150, 150), step: 5, snaps: false)
        #expect(WheelDragTests.wheel(settings).played(row) == row.expected)
    }

    @Test(
        "A logarithmic control moves by equal ratios",
        arguments: table(
            """
            n=10 a@0,0 a@100,0                          -> n=10 n!10 n=100
            n=10 a@0,0 a@200,0 a@300,0 a@200,0          -> n=10 n!10 n=1000 n|upper n=100
            n=10 a@0,0 a@-500,0 a@-400,0                -> n=10 n!10 n=1 n|lower n=10
            """))
    func logarithmic(_ row: Row) {
        let settings = NumberSettings(range: ValueRange(1, 1000), taper: .log)
        #expect(WheelDragTests.wheel(settings).played(row) == row.expected)
    }

    @Test(
        "A wrapping control goes around, and its turns are counted",
        arguments: table(
            """
            n=350 a@0,0 a@10,0 a@20,0 a@10,0            -> n=350 n!350 n=2 n=14 n=2
            n=350 a@0,0 a@600,0 a@0,0                   -> n=350 n!350 n=350 n=350         # two turns forth and two back
            n=0.1 a@0,0 a@-300,0 a@-299,0 a@0,0         -> n=0.1 n!0.1 n=0.1 n=1.3 n=0.1
            """))
    func wrapping(_ row: Row) {
        let range = ValueRange(0, 360, includesUpper: false)
        #expect(WheelDragTests.wheel(NumberSettings(range: range, wraps: true)).played(row) == row.expected)
    }

    @Test("Turned around twice and back, the value is the same bit for bit")
    func wrapsExactly() {
        let range = ValueRange(0, 360, includesUpper: false)
        var player = WheelDragTests.wheel(NumberSettings(range: range, wraps: true))
        _ = player.play("n=0.1 a@0,0 a@777,0")
        #expect(player.panel.controls[0].rotations == 2)
        _ = player.play("a@0,0 a-")
        #expect(player.panel.controls[0].number == 0.1)
        #expect(player.panel.controls[0].rotations == 0)
    }

    @Test(
        "A control without ends moves by its speed's value per detent, 24 to a revolution",
        arguments: table(
            """
            a@0,0 a@150,0 a@0,0 a@-150,0        -> n=6 n=0 n=-6
            """))
    func openEnded(_ row: Row) {
        let speed = Speed(name: "coarse", amount: .perDetent(0.5), density: 20, lineWidth: 1)
        let settings = NumberSettings(range: ValueRange(-.infinity, .infinity), initial: 0, speeds: [speed])
        #expect(WheelDragTests.wheel(settings).played(row) == row.expected)
    }

    @Test("A drag cancels a ramp at its current value, when the finger moves and not before")
    func ramp() {
        var player = WheelDragTests.wheel(NumberSettings(range: ValueRange(0, 300), initial: 0))
        #expect(player.play("a@0,0 a@30,0 a- 300ms") == "n=30 n!30")
        let motion = RampMotion(target: .to(230), duration: .seconds(1), curve: .linear)
        player.startRamp(motion, on: 0)
        #expect(player.play("late500ms a@0,0") == "n~running@0 n~=126.6686")
        #expect(player.play("late100ms a@0,0") == "n~=146.669")
        #expect(player.play("a@1,0 late100ms a@2,0 a- 300ms") == "n~=150 n~cancelled@0.6 n=151 n=152 n!152")
    }

    @Test(
        "A wheel of a choice moves through its positions",
        arguments: table(
            """
            a@0,0 a@38,0 a@75,0 a@150,0 a-      -> n=1 n=2 n!2
            """))
    func choice(_ row: Row) {
        let quantity = Quantity.choice(PositionSettings(positions: PositionSettings.numbered(5)))
        let area = Rect(x: 0, y: 0, width: 300, height: 60)
        let player = TouchPlayer(
            [ControlSettings(name: "n", quantity: quantity)],
            targets: [TouchTarget(.wheel(control: 0, .auto), area: area)])
        #expect(player.played(row) == row.expected)
    }

    static func wheel(
        _ number: NumberSettings = NumberSettings(range: ValueRange(-11, 133), initial: 20),
        area: Rect = Rect(x: 0, y: 0, width: 300, height: 60), _ orientation: WheelOrientation = .auto
    ) -> TouchPlayer {
        TouchPlayer(
            [ControlSettings(name: "n", quantity: .float(number))],
            targets: [TouchTarget(.wheel(control: 0, orientation), area: area)])
    }
}

extension Row {
    /// The expected output; `.` means none.
    var expected: String { output == "." ? "" : output }
}
