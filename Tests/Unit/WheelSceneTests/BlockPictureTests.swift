import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// Block characters, read back by their names in Unicode.
@Suite struct BlockPictureTests {
    /// Each pattern of six pixels is the character whose name lists them.
    @Test(arguments: 1..<63) func aSextantHasItsPixels(_ pattern: Int) throws {
        var picture = BlockPicture(columns: 1, rows: 1, hasSextants: true)
        for pixel in 0..<6 where pattern & 1 << pixel != 0 {
            let place = Point(x: pixel % 2 == 0 ? 0.25 : 0.75, y: (Double(pixel / 2) + 0.5) * 2 / 3)
            picture.line(from: place, to: place, .accent)
        }
        var grid = CellGrid(columns: 1, rows: 1)
        picture.draw(column: 0, row: 0, into: &grid)
        let digits = (0..<6).filter { pattern & 1 << $0 != 0 }.map { "\($0 + 1)" }.joined()
        let name = grid[0, 0].character.unicodeScalars.first?.properties.name
        let usual = ["135": "LEFT HALF BLOCK", "246": "RIGHT HALF BLOCK"]
        #expect(name == usual[digits] ?? "BLOCK SEXTANT-\(digits)")
        #expect(grid[0, 0].character.cellCount == 1)
    }

    /// A character has one colour. That of an arm is that of the value, fresh or stale, whatever else the character has.
    @Test(arguments: [CellColor.accent, .secondary], [true, false])
    func anArmKeepsItsColourBesideOtherLines(_ color: CellColor, _ hasSextants: Bool) {
        for isFirst in [true, false] {
            var picture = BlockPicture(columns: 2, rows: 1, hasSextants: hasSextants)
            let line = (Point(x: 0, y: 1.5), Point(x: 1.9, y: 1.5))
            if isFirst { picture.line(from: line.0, to: line.1, .outline) }
            picture.arm(from: Point(x: 0.5, y: 0), to: Point(x: 0.5, y: 1.2), color)
            if !isFirst { picture.line(from: line.0, to: line.1, .outline) }
            var grid = CellGrid(columns: 2, rows: 1)
            picture.draw(column: 0, row: 0, into: &grid)
            #expect(grid[0, 0].style.ink == color, "\(isFirst)")
        }
    }

    private static func isSextant(_ character: Character) -> Bool {
        character.unicodeScalars.contains { (0x1FB00...0x1FB3B).contains($0.value) }
    }

    /// The arm of an angle and the pointer of a rotor are drawn with sextants on terminals that have them, and nothing else is.
    @Test(arguments: [SceneKind.angle, .rotor, .wheel]) func dialsHaveSextantsWhereTheyAreAskedFor(_ scene: SceneKind) {
        var number = NumberSettings(range: ValueRange(0, 360, includesUpper: false), unit: "°")
        number.wraps = scene == .rotor
        let control = ControlSettings(name: "a", label: "A", quantity: .float(number), scene: scene)
        let settings = PanelSettings(controls: [control])
        let state = SceneState(PictureSettings(settings), Panel(settings), focus: 0, at: .distantPast)
            .with(0) { $0.number = 37 }
        func rows(_ alphabet: CellAlphabet) -> [String] {
            let face = CellFace(state, CellScreen(columns: 80, rows: 24, alphabet: alphabet), at: .distantPast)
            return (0..<24).map(face.grid.text)
        }
        let count = rows(.sextants).joined().filter(Self.isSextant).count
        #expect(scene == .wheel ? count == 0 : count >= 20, "\(rows(.sextants).joined(separator: "\n"))")
        for alphabet in [CellAlphabet.unicode, .console, .ascii] {
            #expect(!rows(alphabet).joined().contains(where: Self.isSextant))
        }
    }
}
