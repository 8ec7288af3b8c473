import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@Suite("Touch: targets and hit testing") struct TouchLayoutTests {
    @Test(
        "The last target is on top; a place without a target does nothing",
        arguments: table(
            """
            a@10,10 a@40,10         -> n=30
            a@60,10 a@90,10         -> focus:m m=30
            a@210,10 a@240,10       -> .
            a@-1,10 a@240,10        -> .
            """))
    func topmost(_ row: Row) { #expect(TouchLayoutTests.player().played(row) == row.expected) }

    @Test(
        "A target may be rotated and scaled, and so may a page; the finger is followed in the target's coordinates",
        arguments: table(
            """
            a@590,400 a@590,370     -> n=60             # upwards, on a wheel that is rotated and half as large
            a@590,400 a@600,400     -> .
            """))
    func transformed(_ row: Row) {
        let wheel = Rect(x: 0, y: 0, width: 100, height: 100)
        let turned = AffineTransform.scale(by: 0.5).then(.rotation(by: .degrees(-90)))
        let moved = AffineTransform.translation(by: Vector(dx: 580, dy: 410))
        var player = TouchLayoutTests.player()
        let kind = TouchKind.wheel(control: 0, .horizontal)
        player.arrange(
            TouchLayout(targets: [TouchTarget(kind, area: wheel, transform: turned.then(moved))]))
        var other = player
        #expect(player.play(row.input) == row.expected)
        other.arrange(
            TouchLayout(targets: [TouchTarget(kind, area: wheel, transform: turned)], pageTransform: moved))
        #expect(other.play(row.input) == row.expected)
    }

    @Test("A target whose transform flattens it cannot be hit")
    func flattened() {
        var player = TouchLayoutTests.player()
        let area = Rect(x: 0, y: 0, width: 100, height: 100)
        let flat = AffineTransform.scale(x: 1, y: 0)
        player.arrange(
            TouchLayout(targets: [TouchTarget(.wheel(control: 0, .auto), area: area, transform: flat)]))
        #expect(player.play("a@10,0 a@90,0 a-") == "")
    }

    @Test("Fingers that are down continue their gestures when the layout changes")
    func rearranged() {
        var player = TouchLayoutTests.player()
        #expect(player.play("a@10,10 a@20,10") == "n=10")
        player.arrange(TouchLayout())
        #expect(player.play("a@30,10 a- 300ms a@10,10 a@30,10") == "n=20 n!20")
    }

    @Test("Without a display the whole touchscreen is a wheel for the focused control")
    func focused() {
        var player = TouchLayoutTests.player()
        player.arrange(.wheelOfFocus(size: Size(width: 400, height: 200)))
        #expect(player.play("a@10,10 a@50,10 a- 300ms") == "n=10 n!10")
        player.focus(on: 1)
        #expect(player.play("a@10,10 a@50,10 a-") == "m=10 m!10")
        #expect(player.play("a@10,10 b@100,10 b@10,100 a-&b-") == "m=32.222222222 m!32.222222222")
        #expect(player.play("a@10,10 a- 99ms b@10,10 b-") == "m>medium")
    }

    @Test("Without a layout or without controls fingers do nothing")
    func nothing() {
        var panel = Panel(PanelSettings(inputs: [InputSettings(name: "screen", controls: [])]))
        var changes = Changes()
        let contacts = [TouchContact(id: 1, position: Point(x: 1, y: 1))]
        for layout in [nil, TouchLayout.wheelOfFocus(size: Size(width: 100, height: 100))] {
            if let layout { panel.arrange(surface: 0, layout) }
            panel.touch(surface: 0, contacts: contacts, at: Instant(microseconds: 0), into: &changes)
            panel.touch(surface: 0, contacts: [], at: Instant(microseconds: 0), into: &changes)
        }
        #expect(changes.isEmpty)
        #expect(panel.deadline == nil)
    }

    @Test("A touch focuses its control for the touchscreen, and does not change the focus of an encoder")
    func focus() {
        var player = TouchLayoutTests.player()
        #expect(player.play("a@60,10 a-") == "focus:m")
        #expect(player.panel.focus(ofInput: TouchPlayer.screen) == 1)
        #expect(player.panel.focus(ofInput: TouchPlayer.knob) == 0)
        #expect(player.play("lock a@10,10 a-") == "")
        #expect(player.panel.focus(ofInput: TouchPlayer.screen) == 1)
    }

    /// `n` and `m` (range 0…100, value 0) are on wheels of 100 × 50: `n` at 0, and `m` at 50, overlapping it.
    private static func player() -> TouchPlayer {
        let number = NumberSettings(range: ValueRange(0, 100), initial: 0)
        let wheel = Rect(x: 0, y: 0, width: 100, height: 50)
        return TouchPlayer(
            ["n", "m"].map { ControlSettings(name: $0, quantity: .float(number)) },
            targets: [
                TouchTarget(.wheel(control: 0, .auto), area: wheel),
                TouchTarget(.wheel(control: 1, .auto), area: wheel.offset(by: Vector(dx: 50, dy: 0))),
            ])
    }
}
