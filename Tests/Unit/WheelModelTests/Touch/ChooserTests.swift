import TestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelTouch

/// A choice `n` of 40 positions and a selection `s` of 12, of which at most two can be selected.
///
/// While no chooser is open, `n` is a list at x = 0…200, with five rows of 50 pixels from y = 0 to 250. Unless the list
/// is near an end, its chosen row is at 100…150. A tap on 300, 300 opens the chooser of `n`, a tap on 300, 400 the
/// chooser of `s`. At 500, 300 is a chip for position 7 of `n`. An open chooser has 4 columns of 100 pixels and five
/// rows of 50 pixels, from 0, 50 to 400, 300. × is at 700, 0.
@Suite("Touch: lists and the chooser") struct ChooserTests {
    @Test(
        "A tap on a row chooses, a drag scrolls and never chooses",
        arguments: table(
            """
            a@100,175 a-                                      -> n=3 n!3 | n 1
            a@100,225 a-                                      -> n=4 n!4 | n 2
            a@100,25 a-                                       -> . | n 0                    # it is chosen
            a@100,75 a-                                       -> n=1 n!1 | n 0              # the list is at its end
            a@100,125 a-                                      -> n=2 n!2 | n 0
            n=20 a@100,25 a-                                  -> n=20 n!20 n=18 n!18 | n 16
            n=20 a@100,125 a-                                 -> n=20 n!20 | n 18           # in the middle
            n=39 a@100,225 a-                                 -> n=39 n!39 | n 35           # the last row is the lowest
            n=39 a@100,175 a-                                 -> n=39 n!39 n=38 n!38 | n 35
            n=39 a@100,25 a-                                  -> n=39 n!39 n=35 n!35 | n 33
            a@100,225 100ms a@100,115 300ms a-                -> . | n 2                    # 100 pixels beyond the slop
            a@100,225 100ms a@100,125 300ms a-                -> . | n 2                    # and to a whole row: 1.8
            a@100,25 100ms a@100,215 300ms a-                 -> . | n 0                    # no further than its end
            n=39 a@100,225 100ms a@100,15 300ms a-            -> n=39 n!39 | n 35
            a@100,225 100ms a@100,125 300ms a@100,225 300ms a- -> . | n 0                   # there and back
            a@100,225 100ms a@100,125 100ms a-                -> . | n 2
            a@100,225 100ms a@100,125 10ms a-                 -> . | n 8                    # thrown: 18 rows a second
            n=39 a@100,25 20ms a@100,65 10ms a-               -> n=39 n!39 | n 26           # thrown the other way
            lock a@100,225 100ms a@100,125 300ms a- unlock    -> . | n 0
            lock a@100,175 a- unlock                          -> . | n 0
            a@100,175 lost a-                                 -> . | n 0
            a@100,225 100ms a@100,125 300ms lost a-           -> . | n 2
            a@100,225 a@100,125 a@100,125,palm a-             -> . | n 2
            """))
    func list(_ row: Row) { #expect(ChooserTests.played(row, rests: 1000) == row.expected) }

    @Test(
        "After a drag a list shows its chosen row again: at a new value, and 8 s after the last touch",
        arguments: table(
            """
            a@100,225 a@100,115 300ms a- 7900ms               -> . | n 2
            a@100,225 a@100,115 300ms a- 8200ms               -> . | n 0
            a@100,225 a@100,115 9000ms a- 100ms               -> . | n 2                    # the finger is still there
            a@100,225 a@100,115 300ms a- 1000ms n=30 200ms    -> n=30 n!30 | n 28
            a@100,225 a@100,115 300ms a- 1000ms n+1 200ms     -> n=1 | n 0
            a@100,225 a@100,115 n+1 200ms                     -> n=1 | n 2                  # not under a finger
            a@100,225 a@100,115 300ms a- lock                 -> . | n 0
            """))
    func back(_ row: Row) { #expect(ChooserTests.played(row) == row.expected) }

    @Test(
        "A tap that stops a thrown list chooses nothing",
        arguments: table(
            """
            a@100,225 100ms a@100,125 10ms a- 100ms b@100,175 50ms b- 500ms                   -> . | n 3
            a@100,225 100ms a@100,125 10ms a- 100ms b@100,175 50ms b- 500ms c@100,175 c-      -> n=6 n!6 | n 3
            a@100,225 100ms a@100,125 10ms a- 1100ms b@100,175 b-                             -> n=11 n!11 | n 8
            a@100,175 a- 10ms b@100,175 b- 200ms                                              -> n=3 n!3 | n 0  # it moves to the middle
            a@100,175 a- 200ms b@100,175 b- 200ms                                             -> n=3 n!3 n=4 n!4 | n 2
            a@100,75 a- 10ms b@100,125 b- 200ms                                               -> n=1 n!1 n=2 n!2 | n 0  # it stands
            a@100,225 a@100,125 b@100,175 b- 300ms                                            -> . | n 1.8      # a second finger
            """))
    func stopped(_ row: Row) { #expect(ChooserTests.played(row) == row.expected) }

    @Test(
        "A tap opens the chooser with the chosen chip in sight; a tap on a chip chooses, commits and closes",
        arguments: table(
            """
            a@300,300 a-                                             -> . | chooser n 0
            n=17 a@300,300 a-                                        -> n=17 n!17 | chooser n 2
            n=39 a@300,300 a-                                        -> n=39 n!39 | chooser n 5
            a@300,300 a- 400ms a@150,125 a-                          -> n=5 n!5 | n 3
            n=39 a@300,300 a- 400ms a@50,75 a-                       -> n=39 n!39 n=20 n!20 | n 18
            a@300,300 a- 400ms a@50,75 a-                            -> . | n 0                 # it was chosen before
            a@300,300 a- 400ms a@450,75 a-                           -> . | chooser n 0         # beside the chips
            a@300,300 a- 400ms a@750,20 a-                           -> . | n 0                 # ×
            a@300,300 a- 200ms a@150,125 a-                          -> . | chooser n 0         # a double tap on the word
            a@300,300 a- 400ms a@150,125 a- 200ms a@550,350 a-       -> n=5 n!5 | n 3           # a double tap on the chip
            a@300,300 a- 400ms a@150,125 a- 400ms a@550,350 a-       -> n=5 n!5 n=7 n!7 | n 5
            a@300,400 a- 400ms a@150,125 a- a@50,75 a- a@250,75 a-   -> focus:s s={5} s!{5} s={0,5} s!{0,5} | chooser s 0
            a@300,300 a- 400ms a@150,225 100ms a@150,165 300ms a-    -> . | chooser n 1
            a@300,300 a- 400ms a@150,225 100ms a@150,165 300ms a- 400ms b@150,125 b- -> n=9 n!9 | n 7
            a@300,300 a- 400ms a@150,225 40ms a@150,125 10ms a- 20ms b@150,125 b-    -> . | chooser n 3
            a@300,310 a@300,330 a-                                   -> . | n 0                 # strayed
            lock a@300,300 a- unlock                                 -> . | n 0
            """))
    func chooser(_ row: Row) { #expect(ChooserTests.played(row, rests: 250) == row.expected) }

    @Test(
        "8 s without a touch, a lock, a page and a reload close the chooser; a turn keeps it open and scrolls it",
        arguments: table(
            """
            a@300,300 a- 7999ms                        -> . | chooser n 0
            a@300,300 a- 8000ms                        -> . | n 0
            a@300,300 a- 5000ms a@450,75 a- 5000ms     -> . | chooser n 0
            a@300,300 a- 5000ms a@450,75 9000ms        -> . | chooser n 0         # the finger is still there
            a@300,300 a- 5000ms a@450,75 9000ms a- 8000ms -> . | n 0
            a@300,300 a- 5000ms n+24 5000ms            -> n=24 n!24 | chooser n 2
            a@300,300 a- n=39                          -> n=39 n!39 | chooser n 5
            a@300,300 a- n=39 n=0                      -> n=39 n!39 n=0 n!0 | chooser n 0
            a@300,300 a- lock unlock                   -> . | n 0
            a@300,300 a- lock:n                        -> . | n 0
            a@300,300 a- lock:s                        -> . | chooser n 0
            a@300,300 a- page                          -> page:two | n 0
            a@300,300 a- reload                        -> . | n 0
            a@300,300 a- unplug                        -> . | chooser n 0
            """))
    func closed(_ row: Row) { #expect(ChooserTests.played(row) == row.expected) }

    @Test(
        "A tap on the chosen row of a list opens the chooser",
        arguments: table(
            """
            a@100,25 a-                           -> . | chooser n 0
            n=39 a@100,225 a-                     -> n=39 n!39 | chooser n 5
            n=17 a@100,125 a-                     -> n=17 n!17 | chooser n 2
            n=17 a@100,75 a-                      -> n=17 n!17 n=16 n!16 | n 15      # it moves to the middle from here
            a@100,25 a@100,45 a-                  -> . | n 0
            """))
    func chooserOfList(_ row: Row) {
        var player = ChooserPlayer()
        player.listOpensChooser = true
        let told = player.play(row.input)
        #expect((told.isEmpty ? "." : told) + " | " + player.view == row.expected)
    }

    @Test("A pending value is chosen in the chooser, and waits for Apply")
    func pending() {
        #expect(
            ChooserTests.played("a@300,300 a- 400ms a@150,125 a-", confirm: .seconds(9)) == "n?5 | n 3")
    }

    @Test("Where hands move nothing, no chooser opens")
    func notByHands() { #expect(ChooserTests.played("a@300,300 a- a@100,175 a-", movedByHands: false) == ". | n 0") }

    @Test("A chooser follows the size of its display")
    func size() {
        var player = ChooserPlayer()
        _ = player.play("n=39 a@300,300 a- 400ms")
        #expect(player.view == "chooser n 5")
        player.visibleRows = 10
        #expect(player.play("100ms") == "")
        #expect(player.view == "chooser n 0")
    }

    @Test("Nothing wakes up for rows that glide, and at rest there is no deadline")
    func rest() {
        var player = ChooserPlayer()
        _ = player.play("a@100,225 100ms a@100,125 10ms a-")
        let deadline = player.player.panel.deadline ?? player.player.time
        #expect(deadline - player.player.time > .milliseconds(7900))
        _ = player.play("20000ms")
        #expect(player.player.panel.deadline == nil)
        let isScrolled = player.player.panel.views.contains { !$0.scrolled.isEmpty }
        #expect(!isScrolled)
    }

    private static func played(_ row: Row, rests milliseconds: Int = 0) -> String {
        played(row.input + (milliseconds > 0 ? " \(milliseconds)ms" : ""))
    }

    private static func played(_ input: String, confirm: Interval? = nil, movedByHands: Bool = true) -> String {
        var player = ChooserPlayer(confirm: confirm, movedByHands: movedByHands)
        let told = player.play(input)
        return (told.isEmpty ? "." : told) + " | " + player.view
    }
}

/// Plays fingers, and arranges the layout after each word, as a display does.
struct ChooserPlayer {
    private(set) var player: TouchPlayer
    var visibleRows = 5.0
    var listOpensChooser = false {
        didSet { arrange() }
    }

    init(confirm: Interval? = nil, movedByHands: Bool = true) {
        player = TouchPlayer(
            [
                ControlSettings(
                    name: "n", quantity: .choice(PositionSettings(positions: PositionSettings.numbered(40))),
                    movedByHands: movedByHands, confirmTimeout: confirm),
                ControlSettings(
                    name: "s",
                    quantity: .selection(
                        PositionSettings(positions: PositionSettings.numbered(12), maxSelected: 2))),
            ], targets: [], pages: ["one", "two"].map { PageSettings(name: $0, controls: [0, 1]) })
        arrange()
    }

    mutating func play(_ input: String) -> String {
        var told: [String] = []
        for word in input.split(separator: " ").map(String.init) {
            told.append(player.play(word))
            arrange()
        }
        return told.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What is scrolled: `chooser n 5` with its offset, or `n 5` for the row at the top of the list.
    var view: String {
        let panel = player.panel
        if let chooser = panel.chooser(ofDisplay: 0) {
            return
                "chooser \(panel.controls[chooser.control].settings.name) \(rounded(chooser.scroll.offset(at: player.time)))"
        }
        let offset = panel.listScroll(of: 0)?.offset(at: player.time)
        return "n \(rounded(offset ?? panel.middle(of: 0, list)))"
    }

    private func rounded(_ number: Double) -> String { text((number * 1e6).rounded() / 1e6) }

    mutating func arrange() {
        var targets: [TouchTarget]
        if let chooser = player.panel.chooser(ofDisplay: 0) {
            targets = [
                TouchTarget(
                    .chips(control: chooser.control, rows(chooser.control)),
                    area: Rect(x: 0, y: 50, width: 400, height: 50 * visibleRows)),
                TouchTarget(
                    .closer(control: chooser.control), area: Rect(x: 700, y: 0, width: 100, height: 50)),
            ]
        } else {
            targets = [
                TouchTarget(
                    .chips(control: 0, list, chooser: listOpensChooser ? rows(0) : nil),
                    area: Rect(x: 0, y: 0, width: 200, height: 250)),
                TouchTarget(.opener(control: 0, rows(0)), area: Rect(x: 250, y: 250, width: 100, height: 100)),
                TouchTarget(.opener(control: 1, rows(1)), area: Rect(x: 250, y: 350, width: 100, height: 100)),
                TouchTarget(.chip(control: 0, position: 7), area: Rect(x: 500, y: 300, width: 100, height: 100)),
            ]
        }
        player.arrange(TouchLayout(targets: targets, size: Size(width: 800, height: 480)))
    }

    private let list = ChipRows(
        place: .list, count: 40, columns: 1, origin: .zero, pitch: Size(width: 200, height: 50), visibleRows: 5)

    private func rows(_ control: Int) -> ChipRows {
        ChipRows(
            place: .chooser, count: control == 0 ? 40 : 12, columns: 4, origin: Point(x: 0, y: 50),
            pitch: Size(width: 100, height: 50), visibleRows: visibleRows)
    }
}
