import WheelCore

/// Writes a display list as text, from which a benchmark draws the same shapes with another library. Each item is one
/// line. Colours are written as AARRGGBB, and transforms in the order of `AffineTransform`:
///
///     capsule COLOUR A B C D TX TY X Y X Y WIDTH
///     sector COLOUR A B C D TX TY X Y INNER OUTER FROM TO          angles in radians
///     disc COLOUR A B C D TX TY X Y RADIUS
///     rectangle COLOUR A B C D TX TY X Y WIDTH HEIGHT RADIUS
///     polygon COLOUR A B C D TX TY COUNT X Y…
///     text COLOUR PIXELS COUNT [INDEX X Y]… FILE                   glyphs by their numbers in the font's file
extension DisplayList {
    package func record(_ typeface: Typeface) -> [String] {
        let sources = typeface.glyphSources()
        return items.map { item in
            let color = "\(item.color.alpha.hex)\(item.color.red.hex)\(item.color.green.hex)\(item.color.blue.hex)"
            switch item.content {
            case .shape(let shape, let map): return "\(shape.word) \(color) \(map.record) \(shape.record)"
            case .polygon(let from, let to, let map):
                let corners = points[from..<to].map { "\($0.x) \($0.y)" }.joined(separator: " ")
                return "polygon \(color) \(map.record) \(to - from) \(corners)"
            case .text(let from, let to):
                return text(glyphs[from..<to], color, sources)
            }
        }
    }

    private func text(
        _ placed: ContiguousArray<PlacedGlyph>.SubSequence, _ color: String, _ sources: [Int32: GlyphSource]
    ) -> String {
        guard let atlas, let first = placed.first.flatMap({ sources[$0.cell] }) else { return "text \(color) 0 0 -" }
        let glyphs = placed.compactMap { glyph -> String? in
            guard let source = sources[glyph.cell] else { return nil }
            let cell = atlas.cells[Int(glyph.cell)]
            let x = Double(glyph.x - cell.left) + Double(source.quarter) / 4
            return "\(source.index) \(x) \(glyph.y + cell.top)"
        }
        return "text \(color) \(first.pixels) \(glyphs.count) \(glyphs.joined(separator: " ")) \(first.path)"
    }
}

/// The glyph that a cell of the atlas shows, with the path and size of its font.
struct GlyphSource {
    var path: String
    /// The height of the em square.
    var pixels: Double
    var index: UInt32
    /// The part of a pixel, in quarters, by which the glyph was moved to the right.
    var quarter: Int
}

extension Shape {
    fileprivate var word: String {
        switch self {
        case .capsule: "capsule"
        case .ringSector: "sector"
        case .disc: "disc"
        case .roundedRectangle: "rectangle"
        }
    }

    fileprivate var record: String {
        switch self {
        case .capsule(let from, let to, let width): "\(from.x) \(from.y) \(to.x) \(to.y) \(width)"
        case .ringSector(let center, let inner, let outer, let from, let to):
            "\(center.x) \(center.y) \(inner) \(outer) \(from.radians) \(to.radians)"
        case .disc(let center, let radius): "\(center.x) \(center.y) \(radius)"
        case .roundedRectangle(let rect, let radius):
            "\(rect.minX) \(rect.minY) \(rect.width) \(rect.height) \(radius)"
        }
    }
}

extension AffineTransform {
    fileprivate var record: String { "\(a) \(b) \(c) \(d) \(tx) \(ty)" }
}

extension UInt8 {
    fileprivate var hex: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}
