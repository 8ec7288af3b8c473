import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// Dials in a terminal, drawn with half-block characters.
@Suite struct BlockPictureTests {
    /// A character has only one colour. A character that contains a part of an arm has the arm's colour.
    @Test(arguments: [CellColor.accent, .secondary])
    func anArmKeepsItsColourBesideOtherLines(_ color: CellColor) {
        for isFirst in [true, false] {
            var picture = BlockPicture(columns: 2, rows: 1)
            let line = (Point(x: 0, y: 1.5), Point(x: 1.9, y: 1.5))
            if isFirst { picture.line(from: line.0, to: line.1, .outline) }
            picture.arm(from: Point(x: 0.5, y: 0), to: Point(x: 0.5, y: 1.2), color)
            if !isFirst { picture.line(from: line.0, to: line.1, .outline) }
            var grid = CellGrid(columns: 2, rows: 1)
            picture.draw(column: 0, row: 0, into: &grid)
            #expect(grid[0, 0].style.ink == color, "\(isFirst)")
        }
    }
}
