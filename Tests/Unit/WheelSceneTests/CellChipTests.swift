import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The chips of a terminal show the same states as the chips of a picture.
@Suite struct CellChipTests {
    /// The part of a style that a terminal without colours can show.
    private struct Look: Hashable {
        var text: String
        var isPlate: Bool
        var isBold: Bool
        var isUnderlined: Bool
    }

    private static let mode = ControlSettings(
        name: "mode", quantity: .choice(PositionSettings(positions: ["LSB", "USB", "CW"].map { Position(name: $0) })))

    private static func looks(_ change: (inout ControlPicture) -> Void) -> [String: Look] {
        let settings = PanelSettings(controls: [mode])
        let state = SceneState(PictureSettings(settings), Panel(settings), focus: 0, at: .distantPast)
            .with(0) { change(&$0) }
        let time = Instant(microseconds: 10_000_000)
        var looks: [String: Look] = [:]
        for alphabet in [CellAlphabet.unicode, .ascii] {
            let face = CellFace(state, CellScreen(columns: 40, rows: 11, alphabet: alphabet), at: time)
            for row in 1..<face.grid.rows - 1 {
                let text = Array(face.grid.text(row))
                for name in ["LSB", "USB", "CW"] {
                    guard
                        let start = (1..<text.count - name.count).first(where: {
                            String(text[$0..<$0 + name.count]) == name
                        }), !String(text).contains("now")
                    else { continue }
                    let cell = face.grid[start, row]
                    looks[name] = Look(
                        text: String(text[start - 1]) + String(text[start + name.count]),
                        isPlate: cell.style.ground.isPlate, isBold: cell.style.isBold,
                        isUnderlined: cell.style.isUnderlined)
                }
            }
        }
        return looks
    }

    @Test func eachStateOfAPositionDiffersWithoutColours() throws {
        let usual = Self.looks { $0.number = 1 }
        let stale = Self.looks {
            $0.number = 1
            $0.age = AgePicture(writtenAt: nil, staleAt: Instant(microseconds: 0))
        }
        let pending = Self.looks {
            $0.number = 1
            $0.applied = 2
        }
        let (free, chosen) = (try #require(usual["LSB"]), try #require(usual["USB"]))
        let old = try #require(stale["USB"])
        let (waits, applied) = (try #require(pending["USB"]), try #require(pending["CW"]))
        #expect(Set([free, chosen, old, waits, applied]).count == 5)
        // Only a choice that is neither stale nor pending is filled. A free chip looks the same in all cases.
        #expect([free, chosen, old, waits, applied].map(\.isPlate) == [false, true, false, false, false])
        #expect(stale["LSB"] == free && pending["LSB"] == free)
    }
}
