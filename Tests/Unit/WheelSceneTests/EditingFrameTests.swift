import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// A frame shows which control a hand changes.
@Suite struct EditingFrameTests {
    /// The number of separate frames in the hand's colour at the left edge of each card.
    private func frames(_ theme: Theme, focus: Int?, editing: Int?) throws -> [Int] {
        let controls = ["a", "b"].map { ControlSettings.ranged($0, ValueRange(0, 1)) }
        let studio = try Studio(PanelSettings(controls: controls), width: 480, height: 320, theme: theme)
        studio.draw {
            $0.focus = focus
            if let editing { $0 = $0.with(editing) { $0.isEditing = true } }
        }
        return studio.layout().cells.map { cell in
            let card = cell.frame.rect
            let colors = (0..<12).map { studio.pixels[Int(card.minX) + $0, Int(card.midY)] }
            let isHand = [false] + colors.map { $0 == theme.hand }
            return zip(isHand, isHand.dropFirst()).filter { !$0 && $1 }.count
        }
    }

    @Test(arguments: [Theme.dark, .light]) func aMarkedControlHasOneAndAChangedOneHasAnother(_ theme: Theme) throws {
        #expect(try frames(theme, focus: nil, editing: nil) == [0, 0])
        #expect(try frames(theme, focus: 0, editing: nil) == [1, 0])
        #expect(try frames(theme, focus: 0, editing: 0) == [2, 0])
    }

    /// The dashes of a pending value are not hidden by a frame below them.
    @Test func aPendingValueKeepsItsDashes() throws {
        var controls = ["a", "b"].map { ControlSettings.ranged($0, ValueRange(0, 1)) }
        controls[0].confirmTimeout = .seconds(8)
        let pictures = try [false, true].map { isEditing in
            let studio = try Studio(PanelSettings(controls: controls), width: 480, height: 320)
            studio.draw {
                $0.focus = 0
                $0 = $0.with(0) { ($0.isEditing, $0.applied) = (isEditing, 0.5) }
            }
            return (0..<320).map { y in (0..<240).map { studio.pixels[$0, y] } }
        }
        #expect(pictures[0] == pictures[1])
    }

    /// A control that is not marked has the frame while its own knob turns it.
    @Test(arguments: [Theme.dark, .light]) func aControlThatIsNotMarkedHasItToo(_ theme: Theme) throws {
        #expect(try frames(theme, focus: nil, editing: 1) == [0, 1])
        #expect(try frames(theme, focus: 0, editing: 1) == [1, 1])
    }
}
