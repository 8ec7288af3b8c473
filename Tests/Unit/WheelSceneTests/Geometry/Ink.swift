import PictureReading
import TestSupport
import WheelCore
import WheelModel

@testable import WheelCanvas
@testable import WheelScene

/// A text of a picture: where its pixels are.
struct Ink {
    /// The part of the cell that draws the text.
    let part: String
    let box: Rect
    let glyphs: Int

    /// The texts of a display list, without empty texts and texts that a plate covers.
    static func of(_ list: DisplayList, _ part: String) -> [Ink] {
        list.items.enumerated().compactMap { index, item -> Ink? in
            guard case .text(let first, let end) = item.content, let atlas = list.atlas else { return nil }
            var box: Rect?
            for glyph in list.glyphs[first..<end] {
                let cell = atlas.cells[Int(glyph.cell)]
                let coverage = UnsafePointer(atlas.coverage.start) + cell.offset
                guard let ink = inkBounds(coverage, width: Int(cell.width), height: Int(cell.height)) else { continue }
                let own = Rect(
                    x: Double(glyph.x) + ink.minX, y: Double(glyph.y) + ink.minY, width: ink.width, height: ink.height)
                box = box?.union(own) ?? own
            }
            guard let box, !list.items[(index + 1)...].contains(where: { covers($0, box) }) else { return nil }
            return Ink(part: part, box: box, glyphs: end - first)
        }
    }

    private static func covers(_ item: DisplayList.Item, _ box: Rect) -> Bool {
        guard case .shape(.roundedRectangle(let rect, _), let transform) = item.content else { return false }
        guard item.color.alpha == 255, let inverse = transform.inverse else { return false }
        // The corner of a label may extend up to a pixel beyond a rotated shape.
        return rect.inset(by: -1).contains(inverse.bounds(of: box))
    }
}

/// The texts of one cell, by the parts that draw them.
struct CellInk {
    var row: [Ink] = []
    var scene: [Ink] = []
    var value: [Ink] = []
    /// The texts on the plate of a pending value.
    var pending: [Ink] = []
    /// The words of the label's row.
    var words: [String] = []
    /// The lines and knobs, on which no text may lie.
    var strokes: [Specimen.Line] = []
    /// The plates of − and +, and of a pending value.
    var plates: [Rect] = []

    /// All texts, except the texts on the plate of a pending value.
    var all: [Ink] { row + scene + value }

    /// The cell as it is shown. While a value is pending, this includes its plate.
    init(_ page: PageView, _ index: Int, _ figure: Figure, isMarked: Bool, _ theme: Theme) {
        let cell = page.layout.cells[index]
        let (shown, texts) = page.shown(index, figure)
        func drawn(_ part: String, _ draw: (inout Sketch) -> Void) -> [Ink] {
            var sketch = Sketch(theme: theme)
            draw(&sketch)
            return Ink.of(sketch.list, part)
        }
        var kept = Sketch(theme: theme, keepsTexts: true)
        texts.labelRow.draw(figure, isMarked: isMarked, into: &kept)
        words = kept.list.keptTexts.map(\.text)
        row = drawn("label row") { texts.labelRow.draw(figure, isMarked: isMarked, into: &$0) }
        scene = drawn("scene") {
            shown.drawLayer(figure, texts, into: &$0)
            shown.drawMoving(figure, texts, into: &$0)
        }
        if let text = texts.value {
            value = drawn("value") { text.draw(figure.state, figure.settings, into: &$0, .white) }
        } else {
            (value, scene) = (scene, [])
        }
        var lines = Sketch(theme: theme)
        shown.drawLayer(figure, texts, into: &lines)
        shown.drawMoving(figure, texts, into: &lines)
        // Some labels may touch lines: labels inside rotated seats are on the seats' parts, and labels around a ring
        // are close to the outline of a cursor.
        let isInside =
            (shown as? SeatLayout).map { $0.captions == .inside || figure.settings.kind == .selection } ?? false
        strokes = isInside ? [] : Specimen.Shapes(lines.list).lines
        plates = shown.valueRow.map { [$0.down, $0.up].compactMap { $0 } } ?? []
        guard let applied = figure.appliedWords, let plate = cell.pending?.plate else { return }
        pending = drawn("plate") { plate.drawMoving(now: applied, wait: figure.wait, texts.typeface, into: &$0) }
        plates.append(plate.plate)
        var frame = Sketch(theme: theme)
        plate.drawLayer(into: &frame)
        strokes += Specimen.Shapes(frame.list).lines
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
