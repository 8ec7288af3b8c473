import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// A choice `n` and a selection `s` of four positions. Each chart is 400 × 400; `s` is 400 to the right of `n`. The
/// seats are 100 × 100, at 50, 50 (position 0), 250, 50 (1), 50, 250 (2) and 250, 250 (3). With `blocks`, each seat is
/// in the middle of a block of 200 × 200. Around the charts is the stage, down to 480.
@Suite("Touch: charts of positions") struct ChartTests {
    @Test(
        "A tap on a seat chooses or toggles its position; committed at once",
        arguments: table(
            """
            a@300,100 a-                                -> n=1 n!1
            a@300,100 900ms a-                          -> n=1 n!1                      # of any duration
            a@100,100 a-                                -> .                            # already chosen
            a@300,100 a@300,120 a-                      -> .                            # strayed
            a@700,100 a- a@500,300 a- a@700,100 a-      -> focus:s s={1} s!{1} s={1,2} s!{1,2} s={2} s!{2}
            a@700,100 a- b@500,300 b- c@500,100 c-      -> focus:s s={1} s!{1} s={1,2} s!{1,2}  # no more than two positions
            lock a@300,100 a- unlock                    -> .
            a@300,100 lock a-                           -> .
            a@300,100 lost a-                           -> .
            a@300,100 b@100,100 a-&b-                   -> .                            # two fingers
            a@300,100 a- 99ms b@300,100 b-              -> n=1 n!1                      # no double tap
            a@20,20 a- 99ms b@20,20 b-                  -> .                            # nor on a block
            a@20,450 a- 99ms b@20,450 b-                -> n>medium                     # on its stage
            """))
    func seats(_ row: Row) { #expect(ChartTests.player(blocks: true).played(row) == row.expected) }

    @Test("A double tap on the chart itself cycles the speed too")
    func doubleTapOnChart() {
        var player = ChartTests.player(blocks: false)
        #expect(player.play("a@20,20 a- 99ms b@20,20 b-") == "n>medium")
    }

    @Test(
        "Pinch zooms, drag pans, twist rotates, at the same time, about the fingers; the chart stays under them",
        arguments: table(
            """
            a@100,200 b@300,200 a@0,200&b@400,200                   -> ×2 200,200
            a@100,200 b@300,200 a@0,200&b@400,200 a@100,200&b@300,200   -> ×1 200,200
            a@150,200 b@250,200 a@50,200&b@250,200                  -> ×2 225,200           # about b
            a@150,200 b@250,200 a@50,200&b@250,200 a@100,200&b@300,200  -> ×2 200,200       # panned by 50
            a@100,200 b@300,200 a@200,0&b@200,400                   -> ×2 200,200 90°
            a@100,200 b@300,200 a@200,0&b@200,400 a@250,0&b@250,400 -> ×2 200,225 90°
            a@100,200 b@300,200 a@0,200&b@400,200 a-&b@300,100      -> ×2 200,200           # one finger has lifted
            a@100,200 b@300,200 a@0,200&b@400,200 c@200,200 a@100,200&b@300,200 -> ×2 200,200   # a third finger
            lock a@100,200 b@300,200 a@0,200&b@400,200              -> ×1 200,200
            lock a@100,200 b@300,200 a@0,200&b@400,200 unlock a@0,200&b@401,200 -> ×1.0025 199.501247,200
            """))
    func pinches(_ row: Row) { #expect(ChartTests.view(row) == row.expected) }

    @Test(
        "One finger drags a chart that is zoomed in, from where it has left the slop",
        arguments: table(
            """
            a@210,10 a- b@200,200 b@209,200 b-                      -> ×2 300,100       # a tap
            a@210,10 a- b@200,200 b@230,200                         -> ×2 290,100       # 30 − 10 pixels, at twice the size
            a@210,10 a- b@200,200 b@230,200 b@240,200               -> ×2 285,100
            a@210,10 a- b@200,200 b@215,200 b@240,200               -> ×2 285,100       # in any steps
            a@210,10 a- b@200,200 b@200,170 b@200,100               -> ×2 300,145
            a@210,10 a- b@200,200 b@230,200 b- c@200,200 c@180,200  -> ×2 295,100
            a@210,10 a- b@50,450 b@50,400                           -> ×2 300,120       # on its stage
            a@210,10 a- b@200,200 b@100,200 b@90,200                -> ×2 300,100       # at the chart's right edge
            a@210,10 a- b@200,200 b@100,200 b@110,200               -> ×2 295,100       # moving back has an effect at once
            a@200,200 a@300,200                                     -> ×1 200,200       # the whole chart is visible
            a@210,10 a- lock b@200,200 b@300,200                    -> ×2 300,100
            a@210,10 a- lock b@200,200 b@300,200 unlock b@310,200   -> ×2 295,100
            a@210,10 a- b@200,200 b@230,200,palm b@300,200          -> ×2 300,100
            a@210,10 a- b@200,200 b@230,200 lost b@300,200          -> ×2 290,100
            a@210,10 a- b@200,200 b@230,200 c@330,200 b@180,200&c@380,200 -> ×4 310,100 # a second finger
            """))
    func drags(_ row: Row) {
        #expect(ChartTests.view(row, blocks: true) == row.expected)
    }

    @Test("A finger that drags the chart chooses nothing, and does not zoom back")
    func dragsOnly() {
        var player = ChartTests.player(blocks: true)
        #expect(player.play("a@210,10 a- b@200,200 b@230,200 b@200,200 b-") == "")
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].zoom == 2)
        #expect(player.play("c@200,450 c@200,480 c@200,450 c-") == "")
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].zoom == 2)
        #expect(player.play("d@200,200 d-") == "n=1 n!1")
    }

    @Test(
        "The zoom is 1 to 8, and the chart never leaves its window; moving back has an effect at once",
        arguments: table(
            """
            a@190,200 b@210,200 a@0,200&b@400,200                               -> ×8 200,200
            a@190,200 b@210,200 a@0,200&b@400,200 a@100,200&b@300,200           -> ×4 200,200
            a@100,200 b@300,200 a@150,200&b@250,200                             -> ×1 200,200
            a@100,200 b@300,200 a@150,200&b@250,200 a@140,200&b@260,200         -> ×1.2 200,200
            a@100,200 b@300,200 a@200,200&b@400,200                             -> ×1 200,200           # the whole chart is visible
            a@100,200 b@300,200 a@0,200&b@400,200 a@300,200&b@700,200           -> ×2 100,200           # the left edge of the chart
            a@100,200 b@300,200 a@0,200&b@400,200 a@0,900&b@400,900             -> ×2 200,100
            a@100,200 b@300,200 a@0,200&b@400,200 a@500,200&b@900,200 a@450,200&b@850,200    -> ×2 125,200
            a@100,200 b@300,200 a@129.289321881,129.289321881&b@270.710678119,270.710678119 -> ×1 200,200 45°  # a corner may leave the window
            """))
    func clamps(_ row: Row) { #expect(ChartTests.view(row) == row.expected) }

    @Test(
        "A tap on a block zooms to it, a tap beside the blocks zooms back",
        arguments: table(
            """
            a@210,10 a-                         -> ×2 300,100
            a@210,10 a- b@10,390 b-             -> ×2 300,100       # the block fills the display
            a@210,10 a@240,10 a-                -> ×1 200,200       # strayed
            lock a@210,10 a-                    -> ×1 200,200
            a@210,10 a- b@200,450 b-            -> ×1 200,200       # on the stage
            a@210,10 a- b@200,450 c@210,450 b-&c-   -> ×2 300,100   # two fingers
            """))
    func blocks(_ row: Row) {
        #expect(ChartTests.view(row, blocks: true) == row.expected)
    }

    @Test("Seats are hit where they are visible, and only inside their window")
    func seenSeats() {
        var player = ChartTests.player(blocks: true)
        // Position 1's block fills the window: its seat of 100 × 100 is shown as 200 × 200 in the middle.
        #expect(player.play("a@210,10 a- a@200,200 a-") == "n=1 n!1")
        // Outside the window the chart is not visible, so a touch there hits nothing, or a neighbour.
        #expect(player.play("a@200,-50 a- a@200,420 a-") == "")
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].zoom == 1)
        // The whole chart is shown again.
        #expect(player.play("a@100,100 a-") == "n=0 n!0")
    }

    @Test("Two fingers on seats move the chart; the view's revision shows displays that it changed")
    func revisions() {
        var player = ChartTests.player(blocks: false)
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].revision == 0)
        #expect(player.play("a@100,100 b@300,300") == "")
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].revision == 0)
        #expect(player.play("a@0,0&b@400,400 a-&b-") == "")
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].zoom == 2)
        let revision = player.panel.view(ofDisplay: 0)[chart: 0].revision
        #expect(revision > 0)
        _ = player.play("a@100,100 b@300,300 a-&b-")
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].revision == revision)
    }

    @Test("A pinch continues from another touchscreen's zoom")
    func otherScreen() {
        var player = ChartTests.player(blocks: false)
        #expect(player.play("a@100,200 b@300,200 a@150,200&b@250,200") == "")
        let part = Rect(x: 200, y: 0, width: 200, height: 200)
        let window = TouchTarget(.chart(control: 0), area: Rect(x: 0, y: 0, width: 400, height: 400))
        player.tapOnOtherScreen(
            TouchLayout(targets: [window, TouchTarget(.block(control: 0, part), area: part)]),
            at: Point(x: 300, y: 100))
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].zoom == 2)
        #expect(player.play("a@100,200&b@300,200") == "")
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].zoom == 4)
    }

    @Test(
        "A quick swipe of two fingers changes the page and leaves the chart; else two fingers move the chart",
        arguments: table(
            """
            a@210,10 a- b@100,200 c@300,200 b@0,200&c@200,200                   -> page:two ×2 300,100
            a@210,10 a- b@100,200 c@300,200 b@200,200&c@400,200                 -> page:two ×2 300,100
            a@210,10 a- b@100,200 c@300,200 b@150,200&c@350,200 b@200,200&c@400,200  -> page:two ×2 300,100
            a@100,200 b@300,200 a@0,200&b@200,200                               -> page:two ×1 200,200  # the whole chart
            a@100,100 b@500,100 a@0,100&b@400,100                               -> focus:s page:two ×1 200,200  # one on each chart
            a@210,10 a- b@100,200 c@300,200 b@150,200&c@350,200 501ms b@200,200&c@400,200   -> ×2 250,100     # slow
            a@210,10 a- b@100,200 201ms c@300,200 b@200,200&c@400,200           -> ×2 250,100     # not together
            a@210,10 a- b@100,200 c@300,200 b@100,100&c@300,100                 -> ×2 300,150     # not sideways
            a@210,10 a- b@100,200 c@300,200 b@151,200 b@200,200&c@400,200           -> ×2 232.885906,134.228188   # a pinch before that
            a@210,10 a- b@200,200 b@230,200 c@330,200 b@330,200&c@430,200       -> ×2 240,100     # one finger has dragged the chart before
            a@210,10 a- b@100,200 c@600,200 b@200,200&c@700,200                 -> focus:s page:two ×2 300,100  # dragged by one of them
            lock a@100,200 b@300,200 a@0,200&b@200,200                          -> ×1 200,200
            """))
    func swipes(_ row: Row) {
        var player = ChartTests.player(blocks: true)
        let told = player.play(row.input)
        #expect((told.isEmpty ? "" : told + " ") + ChartTests.view(player) == row.expected)
    }

    @Test("The view can be changed even where hands move nothing")
    func notByHands() {
        var player = ChartTests.player(blocks: false, movedByHands: false)
        #expect(player.play("a@300,100 a- a@100,200 b@300,200 a@0,200&b@400,200") == "")
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].zoom == 2)
    }

    @Test("A reload keeps a chart's view")
    func reload() {
        var player = ChartTests.player(blocks: false)
        _ = player.play("a@100,100 b@200,200 b@300,300")
        let seen = player.panel.view(ofDisplay: 0)[chart: 0].transform
        #expect(seen != .identity)
        _ = player.play("a-&b- reload")
        #expect(player.panel.view(ofDisplay: 0)[chart: 0].transform == seen)
    }

    static func player(blocks: Bool, movedByHands: Bool = true) -> TouchPlayer {
        var targets: [TouchTarget] = []
        for control in 0...1 {
            let right = AffineTransform.translation(by: Vector(dx: Double(control) * 400, dy: 0))
            let window = Rect(x: 0, y: 0, width: 400, height: 400)
            targets.append(
                TouchTarget(
                    .stage(control: control), area: Rect(x: 0, y: 0, width: 400, height: 480), transform: right))
            targets.append(TouchTarget(.chart(control: control), area: window, transform: right))
            let corners = (0...3).map { Point(x: Double($0 % 2) * 200, y: Double($0 / 2) * 200) }
            for corner in corners where blocks {
                let block = Rect(origin: corner, size: Size(width: 200, height: 200))
                targets.append(TouchTarget(.block(control: control, block), area: block, transform: right))
            }
            for (position, corner) in corners.enumerated() {
                let seat = Rect(x: -50, y: -50, width: 100, height: 100)
                let way = Vector(dx: corner.x + 100, dy: corner.y + 100)
                targets.append(
                    TouchTarget(
                        .seat(control: control, position: position), area: seat,
                        transform: AffineTransform.translation(by: way).then(right)))
            }
        }
        let positions = PositionSettings.numbered(4)
        return TouchPlayer(
            [
                ControlSettings(
                    name: "n", quantity: .choice(PositionSettings(positions: positions)), movedByHands: movedByHands),
                ControlSettings(
                    name: "s", quantity: .selection(PositionSettings(positions: positions, maxSelected: 2))),
            ], targets: targets, pages: ["one", "two"].map { PageSettings(name: $0, controls: [0, 1]) })
    }

    /// The final view of the chart of `n`: its zoom, the chart's point in the middle of the window, its rotation.
    private static func view(_ row: Row, blocks: Bool = false) -> String {
        var player = player(blocks: blocks)
        _ = player.play(row.input)
        return view(player)
    }

    private static func view(_ player: TouchPlayer) -> String {
        let chart = player.panel.view(ofDisplay: 0)[chart: 0]
        guard let back = chart.transform.inverse else { return "no way back" }
        let center = back.apply(to: Point(x: 200, y: 200))
        func rounded(_ number: Double) -> String { text((number * 1e6).rounded() / 1e6) }
        let angle = chart.transform.apply(to: Vector(dx: 1, dy: 0)).angle
        return "×\(rounded(chart.zoom)) \(rounded(center.x)),\(rounded(center.y))"
            + (angle.magnitude.degrees < 1e-6 ? "" : " \(rounded(angle.degrees))°")
    }
}
