import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// An arm about (0, 0): 0° points to the left, 90° up. `n` (range 0…90) has the value 30, unless a test sets another.
/// In the tables `ANGLE` is a finger at that angle, 100 pixels from the vertex; `ANGLE/5` is at 5 pixels.
@Suite("Touch: rotating an arm") struct ArmDragTests {
    @Test(
        "It keeps its offset to the finger, wherever the finger came down",
        arguments: table(
            """
            10 30 -                 -> n=50 n!50
            80 60 -                 -> n=10 n!10
            80 100 120 100 90 85    -> n=50 n=70 n=50 n=40 n=35
            30 60/200               -> n=60                         # the distance from the vertex has no effect
            10 9 10 - 300ms         -> n=29 n=30 n!30
            10                      -> .                            # no jump
            """))
    func offset(_ row: Row) { #expect(ArmDragTests.played(row) == row.expected) }

    @Test(
        "It crosses ±180° without a jump; beyond an end it stays, and moves again when the finger is back at its offset",
        arguments: table(
            """
            170 190                 -> n=50
            190 170                 -> n=10
            -170 -190               -> n=10
            -10 -60 -100 -60 -30    -> n=0 n|lower n=10
            50 100 150 200 150 80   -> n=80 n=90 n|upper n=60
            """))
    func unwraps(_ row: Row) { #expect(ArmDragTests.played(row) == row.expected) }

    @Test(
        "Whole turns beyond an end need not be undone",
        arguments: table(
            """
            30 120 240 360 460 440          -> n=90 n|upper n=80            # 370° beyond the end count as 10°
            30 -10 -120 -240 -350 -370 -350 -> n=0 n|lower n=10
            """))
    func wholeTurns(_ row: Row) { #expect(ArmDragTests.played(row) == row.expected) }

    @Test(
        "Within 20u of the vertex a finger is ignored",
        arguments: table(
            """
            10/19 80/19 10/10                   -> .
            10 30 80/19 30/5 200/3 30 40        -> n=50 n=60
            10 30 80/19 200 210                 -> n=50 n=60            # on the other side of the vertex: no jump
            10/19 20 40                         -> n=50
            10/20.1 30/20.1                     -> n=50                 # no effect beyond it
            10 20 0/0 20                        -> n=40
            """))
    func vertex(_ row: Row) { #expect(ArmDragTests.played(row) == row.expected) }

    @Test(
        "After a move by something else the drag continues from there",
        arguments: table(
            """
            10 20 n=5 20 30         -> n=40 n=5 n!5 n=15
            """))
    func others(_ row: Row) { #expect(ArmDragTests.played(row) == row.expected) }

    @Test(
        "With jump the arm goes to the finger at once",
        arguments: table(
            """
            10 50 -                 -> n=10 n=50 n!50
            120 100 80              -> n=90 n|upper n=80
            -30 -10 10              -> n=0 n|lower n=10
            200 190 100 80          -> n=90 n|upper n=80            # 110° beyond one end, 160° beyond the other
            45 - 99ms 45 -          -> n=45 n=30 n!30 n>medium      # a double tap restores the value
            10/5 10/50              -> n=10
            n=0 0                   -> n=0 n!0                      # already there
            """))
    func jumps(_ row: Row) { #expect(ArmDragTests.played(row, arm: .jump) == row.expected) }

    @Test(
        "With jump, in a range of more than half a turn, the arm takes the shortest way inside the range",
        arguments: table(
            """
            260 200 100             -> n=260 n=200 n=100
            300 290 270 265         -> n=270 n|upper n=265
            """))
    func jumpsFar(_ row: Row) {
        #expect(ArmDragTests.played(row, range: ValueRange(0, 270), arm: .jump) == row.expected)
    }

    @Test(
        "A wrapping arm goes around",
        arguments: table(
            """
            0 120 240 360 - 300ms   -> n=150 n=270 n=30 n!30
            """))
    func wraps(_ row: Row) {
        #expect(
            ArmDragTests.played(row, range: ValueRange(0, 360, includesUpper: false), wraps: true) == row.expected)
    }

    @Test(
        "A value that is not in degrees uses its value per turn and its value on the baseline",
        arguments: table(
            """
            offset 0 90 45          -> n=20 n=10
            jump 0 90 45            -> n=-6 n|lower n=14 n=4
            """))
    func otherUnits(_ row: Row) {
        let settings = NumberSettings(range: ValueRange(-6, 100), initial: 0, arm: ArmDragTests.arm(row))
        let kind = TouchKind.arm(
            control: 0, vertex: .zero, ignoredRadius: 20, valuePerTurn: 80, valueOnBaseline: -6)
        #expect(ArmDragTests.played(row.words.dropFirst().joined(separator: " "), settings, kind) == row.expected)
    }

    @Test(
        "A logarithmic arm moves by fractions of the range",
        arguments: table(
            """
            offset 0 30 60 120 30   -> n=100 n=1000 n|upper n=100
            jump 30 60 120 60       -> n=10 n=100 n=1000 n|upper n=100
            """))
    func logarithmic(_ row: Row) {
        let settings = NumberSettings(
            range: ValueRange(1, 1000), taper: .log, initial: 10, arm: ArmDragTests.arm(row))
        let kind = TouchKind.arm(
            control: 0, vertex: .zero, ignoredRadius: 20, valuePerTurn: 4, valueOnBaseline: 1)
        #expect(ArmDragTests.played(row.words.dropFirst().joined(separator: " "), settings, kind) == row.expected)
    }

    private static func arm(_ row: Row) -> ArmDrag { row.words[0] == "jump" ? .jump : .offset }

    static func played(
        _ row: Row, range: ValueRange = ValueRange(0, 90), wraps: Bool = false, arm: ArmDrag = .offset
    ) -> String {
        let settings = NumberSettings(range: range, wraps: wraps, initial: 30, unit: "°", arm: arm)
        let kind = TouchKind.arm(control: 0, vertex: .zero, ignoredRadius: 20, valuePerTurn: 360)
        return played(row.input, settings, kind)
    }

    static func played(_ input: String, _ settings: NumberSettings, _ kind: TouchKind) -> String {
        let scene = Rect(x: -1000, y: -1000, width: 2000, height: 2000)
        var player = TouchPlayer(
            [ControlSettings(name: "n", quantity: .float(settings))], targets: [TouchTarget(kind, area: scene)])
        return player.play(input.split(separator: " ").map { finger(String($0)) }.joined(separator: " "))
    }

    /// The place of a finger at an angle; other words are unchanged.
    private static func finger(_ word: String) -> String {
        if word == "-" { return "a-" }
        let parts = word.split(separator: "/")
        guard let degrees = Double(parts[0]) else { return word }
        let radius = parts.count > 1 ? number(parts[1]) : 100
        let angle = Angle(degrees: degrees)
        return "a@\(-radius * angle.cosine),\(-radius * angle.sine)"
    }
}
