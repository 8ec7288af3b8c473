import TestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelTouch

/// A switch `m` of two positions at 0…100, a choice `n` of three at 100…200, and a selection `s` of two at 200…300:
/// each in a cell with room for one word.
@Suite("Touch: switches") struct ToggleTests {
    @Test(
        "A tap takes the other position; nothing else does",
        arguments: table(
            """
            a@50,50 a-                              -> m=1 m!1
            a@50,50 a- 500ms a@50,50 a-             -> m=1 m!1 m=0 m!0
            a@50,50 a- 50ms a@50,50 a-              -> m=1 m!1 m=0 m!0         # each tap counts, however fast
            m=1 a@50,50 a-                          -> m=1 m!1 m=0 m!0
            a@50,50 a@50,90 a-                      -> .                       # strayed
            lock a@50,50 a- unlock                  -> .
            lock:m a@50,50 a-                       -> .
            a@50,50 lost a-                         -> .
            a@50,50,palm a-                         -> .
            a@150,50 a-                             -> focus:n                 # three have no other one
            a@250,50 a-                             -> focus:s                 # nor has a selection
            """))
    func taps(_ row: Row) { #expect(Self.played(row.input) == row.expected) }

    @Test(
        "In a bank the first tap on a switch that is not marked marks it, and takes the other position",
        arguments: table("n+1 a@150,50 a- a@50,50 a- 500ms a@50,50 a-  -> n=1 focus:n focus:m m=1 m!1 n!1 m=0 m!0"))
    func bank(_ row: Row) { #expect(Self.played(row.input, isBank: true) == row.expected) }

    @Test(
        "With first_tap = \"mark\" it only marks it",
        arguments: table("n+1 a@150,50 a- a@50,50 a- 500ms a@50,50 a-  -> n=1 focus:n focus:m n!1 m=1 m!1"))
    func marks(_ row: Row) { #expect(Self.played(row.input, isBank: true, firstTap: .mark) == row.expected) }

    @Test("A pending switch goes back with the next tap")
    func pending() {
        #expect(Self.played("a@50,50 a- 500ms a@50,50 a-", confirm: .seconds(9)) == "m?1 m?")
    }

    private static func played(
        _ input: String, isBank: Bool = false, firstTap: FirstTap = .act, confirm: Interval? = nil
    ) -> String {
        let kinds: [(String, Quantity)] = [
            ("m", .choice(PositionSettings(positions: PositionSettings.numbered(2)))),
            ("n", .choice(PositionSettings(positions: PositionSettings.numbered(3)))),
            ("s", .selection(PositionSettings(positions: PositionSettings.numbered(2)))),
        ]
        var player = TouchPlayer(
            kinds.map { ControlSettings(name: $0, quantity: $1, confirmTimeout: $0 == "m" ? confirm : nil) },
            targets: kinds.indices.map {
                TouchTarget(
                    .toggle(control: $0), area: Rect(x: Double($0) * 100, y: 0, width: 100, height: 100))
            }, touch: TouchTimings(firstTap: firstTap), isBank: isBank)
        return player.play(input)
    }
}
