import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// `n` (range 0…100, value 50) is on a wheel of 300 × 100 pixels, with + below the wheel, and a seat of `s` below +.
@Suite("Touch: a touch that only lights a dark display") struct LightingTouchTests {
    @Test(
        "It does nothing until all fingers are up; the next one acts",
        arguments: table(
            """
            dark a@100,50 a@130,50 a-                               -> .
            dark a@100,50 a@130,50 a- a@100,50 a@130,50 a-          -> n=60 n!60
            dark a@100,50 b@200,50 a- b@290,50 b-                   -> .            # fingers that follow the first
            dark a@100,50 b@200,50 a- b- a@100,50 a@130,50          -> n=60
            dark a@100,150 1000ms a-                                -> .            # + does not repeat
            dark a@100,250 a-                                       -> .            # a seat
            dark a@100,50 a- 99ms b@100,50 b-                       -> .            # no half of a double tap
            dark a@100,50 b@200,50 a@0,50&b@100,50                  -> .            # nor a swipe
            dark a@100,50,palm b@100,50 b@130,50 a- b@160,50 b-     -> .            # a palm lights it, too
            """))
    func untilAllAreUp(_ row: Row) { #expect(LightingTouchTests.player.played(row) == row.expected) }

    @Test(
        "A finger that is down since before moves nothing unseen, and its change is committed",
        arguments: table(
            """
            a@100,50 a@130,50 dark a@160,50 a@190,50 a-             -> n=60 n!60
            a@100,50 a@130,50 dark a-                               -> n=60 n!60
            a@100,50 a@130,50 dark b@100,250 b- a@190,50 a-         -> n=60 n!60
            a@100,150 dark a@101,150 1000ms a-                      -> n=51 n!51
            a@100,250 dark a-                                       -> focus:s
            """))
    func before(_ row: Row) { #expect(LightingTouchTests.player.played(row) == row.expected) }

    @Test(
        "Through lost events and a reload, but not on the next device",
        arguments: table(
            """
            dark a@100,50 lost a@130,50 a- a@100,50 a@130,50        -> n=60
            dark a@100,50 reload a@130,50 a@160,50                  -> .
            dark a@100,50 reload a@130,50 b@100,50 b@130,50         -> .
            dark a@100,50 reload a- a@100,50 a@130,50               -> n=60
            dark a@100,50 unplug a@100,50 a@130,50                  -> n=60
            """))
    func andAfter(_ row: Row) { #expect(LightingTouchTests.player.played(row) == row.expected) }

    private static let player = TouchPlayer(
        [
            ControlSettings(name: "n", quantity: .float(NumberSettings(range: ValueRange(0, 100), initial: 50))),
            ControlSettings(name: "s", quantity: .choice(PositionSettings(positions: PositionSettings.numbered(4)))),
        ],
        targets: [
            TouchTarget(.wheel(control: 0, .horizontal), area: Rect(x: 0, y: 0, width: 300, height: 100)),
            TouchTarget(.stepper(control: 0, .up), area: Rect(x: 0, y: 100, width: 300, height: 100)),
            TouchTarget(.seat(control: 1, position: 1), area: Rect(x: 0, y: 200, width: 300, height: 100)),
        ],
        pages: ["one", "two"].map { PageSettings(name: $0, controls: [0, 1]) })
}
