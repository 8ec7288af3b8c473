import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// `n` (range 0…99999, value 12340) has the speeds 1000 (`k`), 100 (`h`) and 1 (`u`). Beside each other, all 100 pixels
/// high, are the digit of the thousands (x = 0…100), the digit of the tens, on which a tap selects the speed 1
/// (100…200), a number (200…300), and the digit of the ones (300…400). A drag of 50 pixels is one step; on the digit of
/// the ones, a drag of 10 pixels.
@Suite("Touch: digits") struct DigitDragTests {
    @Test(
        "A tap on a digit takes its speed; a tap on a number takes the next one",
        arguments: table(
            """
            a@50,50 a-                              -> n>k
            a@50,50 a- 20ms b@50,50 b-              -> n>k                  # that speed already
            a@150,50 a-                             -> n>u
            a@150,50 2000ms a-                      -> n>u                  # however long
            a@150,50 a@155,58 a-                    -> n>u                  # within the slop
            a@350,50 a@350,42 a-                    -> n>u                  # though a step is shorter
            a@350,50 a@350,39 a-                    -> n=12341 n!12341
            a@150,50 a@150,62 a@150,50 a-           -> .                    # strayed
            a@250,50 a- 50ms b@250,50 b- 50ms c@250,50 c-  -> n>u n>k n>h   # each tap counts
            a@250,50 a- 50ms b@50,50 b-             -> n>u n>k              # no double tap
            lock a@50,50 a- unlock a@250,50 a-      -> n>u
            a@50,50 lock a- unlock                  -> .
            a@50,50,palm a-                         -> .
            """))
    func taps(_ row: Row) { #expect(DigitDragTests.player().played(row) == row.expected) }

    @Test(
        "A drag up or down moves a digit by one for each step, with carry, in one interaction",
        arguments: table(
            """
            a@50,50 a@50,0 a-                       -> n=13340 n!13340
            a@50,50 a@50,100 a-                     -> n=11340 n!11340
            a@150,50 a@150,-250 a-                  -> n=12400 n!12400      # 4 + 6: carried
            a@50,50 a@50,21 a-                      -> .                    # less than 0.6 of a step
            a@50,50 a@50,20 a-                      -> n=13340 n!13340
            a@50,50 a@50,20 a@50,29 a@50,21 a-      -> n=13340 n!13340      # a tremble between two steps
            a@50,50 a@50,20 a@50,30 a-              -> n=13340 n=12340 n!12340
            a@50,50 a@50,0 a@50,-50 a@50,50 a-      -> n=13340 n=14340 n=12340 n!12340
            a@50,50 a@250,50 a-                     -> .                    # sideways
            a@50,50 a@90,0 a@500,-50 a-             -> n=13340 n=14340 n!14340  # the finger may leave the digit
            a@50,50 a@50,0 3000ms a@50,-50 a-       -> n=13340 n=14340 n!14340  # one interaction
            """))
    func drags(_ row: Row) { #expect(DigitDragTests.player().played(row) == row.expected) }

    @Test(
        "A drag of a number turns it by a detent of its speed for each step",
        arguments: table(
            """
            a@250,50 a@250,0 a-                     -> n=12440 n!12440
            n>u a@250,50 a@250,100 a-               -> n>u n=12339 n!12339
            n>u a@250,50 a@250,0 n>k a@250,-50 a-   -> n>u n=12341 n>k n=13341 n!13341
            n=99950 a@250,50 a@250,-150 a@250,-115 a-  -> n=99950 n!99950 n=99999 n|upper n=99899 n!99899
            """))
    func turns(_ row: Row) { #expect(DigitDragTests.player().played(row) == row.expected) }

    @Test(
        "At an end the value stays, and moving back has an effect at once",
        arguments: table(
            """
            a@50,50 a@50,9999 a@50,9969 a-          -> n=0 n|lower n=1000 n!1000
            n=99500 a@50,50 a@50,0 a@50,-50 a@50,-20 a-  -> n=99500 n!99500 n=99999 n|upper n=98999 n!98999
            n=99999 a@50,50 a@50,0 a-               -> n=99999 n!99999 n|upper
            """))
    func ends(_ row: Row) { #expect(DigitDragTests.player().played(row) == row.expected) }

    @Test(
        "After something else has moved the control the drag continues from there",
        arguments: table(
            """
            a@50,50 a@50,0 n=20 a@50,-50 a-         -> n=13340 n=20 n!20 n=1020 n!1020
            a@50,50 a@50,0 n+1 a@50,-50 a- 400ms    -> n=13340 n=13440 n=14440 n!14440
            a@50,50 a@50,0 lock a@50,-200 unlock a@50,-250 a-  -> n=13340 n=14340 n!14340
            a@50,50 a@50,0 lost a@50,-50 a-         -> n=13340 n!13340
            a@50,50 a@50,0 a@50,0,palm a@50,-50 a-  -> n=13340 n!13340
            a@50,50 a@50,0 reload a@50,-50 a-       -> n=13340 n!13340
            """))
    func others(_ row: Row) { #expect(DigitDragTests.player().played(row) == row.expected) }

    @Test(
        "A control that is confirmed follows with its pending value",
        arguments: table(
            """
            a@50,50 a@50,0 a-                       -> n?13340
            a@50,50 a@50,0 a@50,50 a-               -> n?13340 n?
            a@50,50 a-                              -> n>k
            """))
    func pending(_ row: Row) {
        #expect(DigitDragTests.player(confirmTimeout: .seconds(8)).played(row) == row.expected)
    }

    @Test(
        "A digit goes by one, whatever grid the value is on, and at least by a step of it",
        arguments: [
            // On a grid of 4 the digit of the tens gives 12, 20 and 32 (for 10, 20 and 30), and then 0 again.
            ("a@150,50 a@150,0 a@150,-50 a@150,-100 a@150,50", 4.0, true, 0.0, "n=12 n=20 n=32 n=0 n|lower"),
            // The grid is coarser than the digit.
            ("a@150,50 a@150,0 a@150,-50", 25, true, 0, "n=25 n=50"),
            // Without snapping, values keep their distance from the grid.
            ("a@150,50 a@150,0 a@150,-50", 5, false, 12341, "n=12351 n=12361"),
        ])
    func grids(_ input: String, _ step: Double, _ snaps: Bool, _ initial: Double, _ expected: String) {
        let number = NumberSettings(
            range: ValueRange(0, 99999), step: step, snaps: snaps, initial: initial, speeds: DigitDragTests.speeds)
        var player = DigitDragTests.player(number)
        #expect(player.play(input) == expected)
    }

    @Test("Steps of a decimal digit are exact decimals")
    func decimals() {
        let number = NumberSettings(range: ValueRange(0, 30), initial: 14.074, speeds: DigitDragTests.speeds)
        var player = DigitDragTests.player(number, amount: 0.001)
        _ = player.play("a@50,50 a@50,-100")
        #expect(player.panel.controls[0].number == 14.077)
    }

    @Test("For any drag of any digit, the value stays in its range and on its grid, and goes by the digit's steps")
    func anyDrag() {
        let problem = counterexample("drags of digits", seed: 9, cases: 3000) { generator in
            let step: Double? = generator.pick([nil, 1, 0.5, 2.5, 0.001, 7])
            let range = ValueRange(Double(generator.int(in: -2000...0)), Double(generator.int(in: 1...3000)))
            let number = NumberSettings(range: range, step: step, speeds: DigitDragTests.speeds)
            let amount = generator.pick([0.001, 0.1, 1.0, 10, 100, 1000])
            var player = DigitDragTests.player(number, amount: amount)
            let start = range.lower + (step ?? 1) * Double(generator.int(in: 0...40))
            _ = player.play("n=\(text(start))")
            let first = player.panel.controls[0].number
            var (told, steps, y, isAtEnd) = ("a@50,50", 0, 50, false)
            _ = player.play(told)
            for _ in 0..<generator.int(in: 1...12) {
                let count = generator.int(in: -4...4)
                (steps, y) = (steps + count, y - 50 * count)
                told += " a@50,\(y)"
                if player.play("a@50,\(y)").contains("!") { return "a commit while the finger is down: \(told)" }
                let value = player.panel.controls[0].number
                if !(range.lower...range.upper ~= value) { return "\(value) is outside the range after \(told)" }
                let wanted = first + Double(steps) * max(amount, step ?? 0)
                // A drag that has reached an end continues from there, so its distance is no longer checked.
                isAtEnd = isAtEnd || !(range.lower + (step ?? 0)...range.upper - (step ?? 0) ~= wanted)
                if !isAtEnd, (value - wanted).magnitude > (step ?? 0) / 2 + 1e-9 {
                    return "\(value) and not \(wanted) from \(first) by \(amount) on \(step ?? 0): \(told)"
                }
            }
            let isEditing = player.panel.controls[0].isEditing
            let end = player.play("a-")
            let commits = end.split(separator: " ").filter { $0.contains("!") }.count
            return commits == (isEditing ? 1 : 0) && !player.panel.controls[0].isEditing ? nil : "\(end) after \(told)"
        }
        #expect(problem == nil)
    }

    private static let speeds = [("h", 100.0), ("u", 1), ("k", 1000)].map {
        Speed(name: $0.0, amount: .perDetent($0.1), density: 10, lineWidth: 1)
    }

    private static func player(
        _ number: NumberSettings? = nil, amount: Double = 1000, confirmTimeout: Interval? = nil
    ) -> TouchPlayer {
        let usual = NumberSettings(range: ValueRange(0, 99999), initial: 12340, speeds: speeds)
        let control = ControlSettings(name: "n", quantity: .float(number ?? usual), confirmTimeout: confirmTimeout)
        func area(_ column: Double) -> Rect { Rect(x: 100 * column, y: 0, width: 100, height: 100) }
        return TouchPlayer(
            [control],
            targets: [
                TouchTarget(.stage(control: 0), area: Rect(x: 0, y: 0, width: 400, height: 100)),
                TouchTarget(.digit(control: 0, amount: amount, speed: 2, length: 50), area: area(0)),
                TouchTarget(.digit(control: 0, amount: 10, speed: 1, length: 50), area: area(1)),
                TouchTarget(.number(control: 0, length: 50), area: area(2)),
                TouchTarget(.digit(control: 0, amount: 1, speed: 1, length: 10), area: area(3)),
            ])
    }
}
