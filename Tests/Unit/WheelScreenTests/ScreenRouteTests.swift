import TestSupport
import Testing

@testable import WheelScreen

/// Which CRTC of a card drives a connector.
///
/// In `1 2 | 3`, the CRTCs 1 and 2 can drive the connector, and 3 can drive another connector with a screen. `now 2` is
/// the CRTC that drives the connector, and `taken 1` lists the CRTCs of other displays.
@Suite struct ScreenRouteTests {
    @Test(
        "A CRTC that a display takes is none that only another screen can use",
        arguments: table(
            """
            1 2                     -> 1
            1 2 now 2               -> 2      # no modeset is needed
            1 2 now 9               -> 1
            1 2 taken 1             -> 2
            1 2 now 1 taken 1       -> 2      # another display has taken it meanwhile
            1 2 taken 1 2           -> none
            1 2 | 1                 -> 2      # the other screen has no other one
            1 2 3 | 1 2 | 1 3       -> 2
            1 2 | 1 2               -> 1
            """))
    func takes(_ row: Row) {
        let parts = row.input.split(separator: "|")
        var lists: [String: [UInt32]] = [:]
        var name = "possible"
        for word in parts[0].split(separator: " ").map(String.init) {
            if let number = UInt32(word) { lists[name, default: []].append(number) } else { name = word }
        }
        let others = parts.dropFirst().map { $0.split(separator: " ").compactMap { UInt32($0) } }
        let crtc = ScreenRoute.crtc(
            current: lists["now"]?.first, possible: lists["possible"] ?? [], taken: lists["taken"] ?? [], others: others
        )
        #expect(crtc.map { "\($0)" } ?? "none" == row.output)
    }

    @Test func aDisplayLeavesOthersTheirConnectors() {
        #expect(ScreenWish().allows("DSI-1"))
        #expect(!ScreenWish(avoided: ["DSI-1"]).allows("DSI-1"))
        #expect(ScreenWish(avoided: ["DSI-1"]).allows("HDMI-A-1"))
        #expect(ScreenWish(connector: "DSI-1").allows("DSI-1") && !ScreenWish(connector: "DSI-1").allows("DSI-2"))
    }
}
