import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// Three cells beside each other, each 200 pixels wide: `n`, which is marked, `m`, and the choice `c` of three
/// positions.
///
/// The cell of a number has − and +, each 50 pixels wide and high, beside them a slider of the same height, and below
/// the slider the button of a ramp. A wheel is below − and +. The cell of `c` has seats of 50 pixels. Below all cells,
/// at 0, 200, are Revert and Apply for `m`, and a tab at 200, 200.
@Suite("Touch: the cells of a bank") struct BankTests {
    @Test(
        "The first tap on a cell that is not marked acts where it says what it does",
        arguments: table(
            """
            a@60,9 a-                                   -> n=51 n!51                    # it is marked
            a@260,9 a-                                  -> focus:m m=51 m!51
            a@260,9 a- a@60,9 a-                        -> focus:m m=51 m!51 focus:n n=51 n!51
            a@460,9 a-                                  -> focus:c c=1 c!1
            a@500,120 a-                                -> focus:c                      # beside the seats
            a@210,70 a-                                 -> focus:m                      # the wheel
            a@350,70 a- 900ms                           -> focus:m                      # the ramp's button
            lock a@260,9 a- unlock a@260,9 a-           -> focus:m m=51 m!51
            """))
    func acts(_ row: Row) { #expect(BankTests.player(firstTap: .act).played(row) == row.expected) }

    @Test(
        "With first_tap = \"mark\" it only marks the cell",
        arguments: table(
            """
            a@60,9 a-                                   -> n=51 n!51                    # it is marked
            a@260,9 a-                                  -> focus:m
            a@260,9 a- 400ms a@260,9 a-                 -> focus:m m=51 m!51
            a@260,9 a- a@60,9 a-                        -> focus:m focus:n
            a@410,9 a-                                  -> focus:c
            a@460,9 a- 400ms a@460,9 a-                 -> focus:c c=1 c!1
            a@350,70 a- 900ms                           -> focus:m                      # the ramp's button
            a@350,70 181ms a- 900ms                     -> focus:m
            a@350,70 a- 400ms a@350,70 a- 301ms         -> focus:m m~running@0
            a@500,120 a-                                -> focus:c                      # beside the seats
            lock a@260,9 a- unlock a@260,9 a-           -> focus:m
            """))
    func marks(_ row: Row) { #expect(BankTests.player.played(row) == row.expected) }

    @Test(
        "A drag moves at once, and a finger that stays on + steps",
        arguments: table(
            """
            a@310,9 a@350,9 a-                          -> focus:m m=70 m!70            # the slider
            a@210,70 a@230,70 a-                        -> focus:m m=70 m!70            # the wheel
            a@260,9 399ms a-                            -> focus:m
            a@260,9 400ms a-                            -> focus:m m=51 m!51
            a@260,9 500ms a-                            -> focus:m m=51 m=52 m!52
            """))
    func drags(_ row: Row) { #expect(BankTests.player.played(row) == row.expected) }

    @Test("What moves stops at once, in a cell that is not marked, too")
    func stops() {
        var player = BankTests.player
        player.startRamp(RampMotion(target: .to(100), duration: .seconds(1), curve: .linear), on: 1)
        #expect(player.play("500ms a@350,70") == "m~running@0 m~=74.16715 m~=75 m~paused@0.5 m!75 focus:m")
        #expect(player.play("a- 900ms") == "")
        // The first tap on + does not step, but it stops a ramp.
        var other = BankTests.player(firstTap: .mark)
        other.startRamp(RampMotion(target: .to(100), duration: .seconds(1), curve: .linear), on: 1)
        #expect(other.play("500ms a@260,9") == "m~running@0 m~=74.16715 m~=75 m~paused@0.5 m!75 focus:m")
        #expect(other.play("a- 900ms") == "")
    }

    @Test(
        "A double tap counts on a cell that it marks; what confirms and tabs act at once",
        arguments: table(
            """
            a@210,70 a- 99ms a@210,70 a-                -> focus:m m>medium
            a@350,70 a- 99ms a@350,70 a- 900ms          -> focus:m m>medium             # and starts nothing
            a@210,210 a-                                -> page:two
            """))
    func others(_ row: Row) { #expect(BankTests.player.played(row) == row.expected) }

    @Test("Revert and Apply act at once")
    func confirms() {
        for (place, expected) in [(Point(x: 10, y: 210), "m=50"), (Point(x: 60, y: 210), "m=51")] {
            var player = BankTests.player(confirms: true)
            _ = player.play("a@260,9 400ms a- 10ms")
            player.focus(on: 0)
            _ = player.play("a@\(Int(place.x)),\(Int(place.y)) a-")
            #expect("m=\(Int(player.panel.controls[1].number))" == expected)
            #expect(!player.panel.controls[1].isPending)
        }
    }

    @Test("A control that is alone on its page is moved by the first tap")
    func alone() {
        var player = BankTests.player(isBank: false)
        #expect(player.play("a@260,9 a-") == "focus:m m=51 m!51")
    }

    private static let player = player()

    private static func player(
        isBank: Bool = true, confirms: Bool = false, firstTap: FirstTap = .mark
    ) -> TouchPlayer {
        let range = NumberSettings(range: ValueRange(0, 100), initial: 50)
        func number(_ name: String) -> ControlSettings {
            ControlSettings(
                name: name, quantity: .float(range), confirmTimeout: confirms && name == "m" ? .seconds(8) : nil)
        }
        func box(_ x: Double, _ y: Double, _ width: Double) -> Rect { Rect(x: x, y: y, width: width, height: 50) }
        var targets: [TouchTarget] = []
        for control in 0..<3 {
            let left = Double(control) * 200
            targets.append(
                TouchTarget(.stage(control: control), area: Rect(x: left, y: 0, width: 200, height: 200)))
            if control == 2 {
                for position in 0..<3 {
                    let area = box(left + Double(position) * 50, 0, 50)
                    targets.append(TouchTarget(.seat(control: control, position: position), area: area))
                }
                continue
            }
            targets += [
                TouchTarget(.stepper(control: control, .down), area: box(left, 0, 50)),
                TouchTarget(.stepper(control: control, .up), area: box(left + 50, 0, 50)),
                TouchTarget(.slider(control: control, ramp: nil, length: 200), area: box(left + 100, 0, 100)),
                TouchTarget(.wheel(control: control, .horizontal), area: box(left, 50, 100)),
                TouchTarget(.rampButton(ramp: control), area: box(left + 100, 50, 100)),
            ]
        }
        targets += [
            TouchTarget(.revert(control: 1), area: box(0, 200, 50)),
            TouchTarget(.apply(control: 1), area: box(50, 200, 50)),
            TouchTarget(.tab(.page(1)), area: box(200, 200, 50)),
        ]
        let motion = RampMotion(target: .to(100), duration: .seconds(1), curve: .linear)
        let positions = PositionSettings(positions: ["0", "1", "2"].map { Position(name: $0) })
        return TouchPlayer(
            [number("n"), number("m"), ControlSettings(name: "c", quantity: .choice(positions))], targets: targets,
            ramps: [0, 1].map { RampSettings(name: "ramp\($0)", control: $0, motion: motion) },
            pages: ["one", "two"].map { PageSettings(name: $0, controls: [0, 1, 2]) },
            touch: TouchTimings(firstTap: firstTap), isBank: isBank)
    }
}
