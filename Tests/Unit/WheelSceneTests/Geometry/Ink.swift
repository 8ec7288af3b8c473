import TestSupport
import WheelGeometry
import WheelModel
import WheelSettings

@testable import WheelCanvas
@testable import WheelScene

/// A text of a picture: where its pixels are.
struct Ink {
    /// The part of the cell that draws it.
    let part: String
    let box: Rect
    let glyphs: Int

    /// The texts of a display list, without empty ones.
    static func of(_ list: DisplayList, _ part: String) -> [Ink] {
        list.items.compactMap { item in
            guard case .text(let first, let end) = item.content, let atlas = list.atlas else { return nil }
            var box: Rect?
            for glyph in list.glyphs[first..<end] {
                let cell = atlas.cells[Int(glyph.cell)]
                let own = Rect(
                    x: Double(glyph.x), y: Double(glyph.y), width: Double(cell.width), height: Double(cell.height))
                box = box?.union(own) ?? own
            }
            return box.map { Ink(part: part, box: $0, glyphs: end - first) }
        }
    }
}

/// The texts of one cell, by the parts that draw them.
struct CellInk {
    var row: [Ink] = []
    var scene: [Ink] = []
    var value: [Ink] = []
    /// The words of the label's row.
    var words: [String] = []
    /// The lines and knobs.
    var strokes: [Specimen.Line] = []
    /// The plates of − and +.
    var plates: [Rect] = []

    var all: [Ink] { row + scene + value }

    init(_ cell: PageLayout.Cell, _ texts: CellTexts, _ figure: Figure, isMarked: Bool) {
        func drawn(_ part: String, _ draw: (inout Sketch) -> Void) -> [Ink] {
            var sketch = Sketch(theme: .dark)
            draw(&sketch)
            return Ink.of(sketch.list, part)
        }
        var kept = Sketch(theme: .dark, keepsTexts: true)
        texts.labelRow.draw(figure, isMarked: isMarked, into: &kept)
        words = kept.list.keptTexts.map(\.text)
        row = drawn("label row") { texts.labelRow.draw(figure, isMarked: isMarked, into: &$0) }
        scene = drawn("scene") {
            cell.scene.drawLayer(figure, texts, into: &$0)
            cell.scene.drawMoving(figure, texts, into: &$0)
        }
        if let text = texts.value {
            value = drawn("value") { text.draw(figure.state, figure.settings, into: &$0, .white) }
        } else {
            (value, scene) = (scene, [])
        }
        var lines = Sketch(theme: .dark)
        cell.scene.drawLayer(figure, texts, into: &lines)
        cell.scene.drawMoving(figure, texts, into: &lines)
        // Labels inside of turned seats lie on their parts.
        let isInside = (cell.scene as? SeatLayout)?.captions == .inside
        strokes = isInside ? [] : Specimen.Shapes(lines.list).lines
        plates = cell.scene.valueRow.map { [$0.down, $0.up].compactMap { $0 } } ?? []
    }
}

extension Scene {
    var valueRow: ValueRow? {
        (self as? AngleLayout)?.row ?? (self as? WheelLayout)?.row ?? (self as? RotorLayout)?.row
    }
}

extension Color {
    static let white = Color(0xFFFFFF)
}
