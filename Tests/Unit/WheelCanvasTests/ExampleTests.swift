import Glibc
import Testing
import WheelCanvas
import WheelCore

/// The picture of docs/internals/canvas.md. With `UPDATE_PICTURES=1` in the environment it is drawn again.
@Suite struct ExampleTests {
    static let (width, height) = (790, 310)
    static let file = repository + "/docs/internals/canvas.png"

    @Test func theDocumentsPictureIsUpToDate() throws {
        let bitmap = Bitmap(width: Self.width, height: Self.height)
        var damage = DamageRegion()
        let canvas = Canvas(width: Self.width, height: Self.height)
        canvas.setLayer(Self.grid, on: Color(0x101418))
        canvas.draw(Self.shapes(try Typeface()), into: bitmap.pixels, damage: &damage)
        if getenv("UPDATE_PICTURES") != nil { try bitmap.pixels.writePNG(to: Self.file) }
        let kept = try Bitmap(png: Self.file).pixels
        try #require(kept.width == Self.width && kept.height == Self.height)
        var (sum, strange) = (0, 0)
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let difference = Self.difference(kept[x, y], bitmap.pixels[x, y])
                sum += difference
                strange += difference > 32 ? 1 : 0
            }
        }
        // Small differences are accepted, because another version of FreeType may hint glyphs differently. Shapes are
        // equal everywhere.
        #expect(Double(sum) / Double(Self.width * Self.height) < 0.5)
        #expect(strange < Self.width * Self.height / 200)
    }

    private static var repository: String {
        // This file is Tests/Unit/WheelCanvasTests/ExampleTests.swift, so four components are removed.
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    }

    private static var grid: DisplayList {
        var list = DisplayList()
        for column in 0..<6 {
            for row in 0..<2 {
                let cell = Rect(x: 10 + 130 * Double(column), y: 10 + 130 * Double(row), width: 120, height: 120)
                list.add(.roundedRectangle(cell, radius: 10), color: Color(0x1D242B))
            }
        }
        return list
    }

    private static func shapes(_ typeface: Typeface) -> DisplayList {
        var list = DisplayList()
        let skew = AffineTransform.skew(x: Angle(degrees: 25)).then(.rotation(by: Angle(degrees: -35)))
        let caption = typeface.font(pixels: 15)
        let names = ["capsule", "ring sector", "disc", "rounded rectangle", "polygon", "text"]
        for (column, name) in names.enumerated() {
            let x = 70 + 130 * Double(column)
            for (y, turned) in [(70.0, AffineTransform.identity), (200, skew)] {
                add(column, to: &list, transform: turned.then(.translation(by: Vector(dx: x, dy: y))))
            }
            list.add(
                name, font: column == 3 ? typeface.font(pixels: 13) : caption, at: Point(x: x, y: 290),
                alignment: .middle, color: Color(0xC8D0D8))
        }
        list.add("45.0°", font: typeface.font(pixels: 34), at: Point(x: 720, y: 82), alignment: .middle, color: .white)
        list.add("AVATo", font: typeface.font(pixels: 34), at: Point(x: 720, y: 212), alignment: .middle, color: .white)
        return list
    }

    /// Adds the shapes of a column, which are given around (0, 0) and placed by `transform`.
    private static func add(_ column: Int, to list: inout DisplayList, transform: AffineTransform) {
        let accent = Color(0xFF9500)
        switch column {
        case 0:
            let (start, end) = (Point(x: -28, y: 20), Point(x: 28, y: -20))
            list.add(.capsule(from: start, to: end, width: 16), color: accent, transform: transform)
        case 1:
            let (from, to) = (Angle(degrees: 150), Angle(degrees: 390))
            list.add(
                .ringSector(center: .zero, inner: 24, outer: 40, from: from, to: to), color: accent,
                transform: transform)
        case 2:
            list.add(.disc(center: .zero, radius: 36), color: accent, transform: transform)
            list.add(
                .disc(center: Point(x: 8, y: 6), radius: 22), color: Color(0xFFFFFF, alpha: 128), transform: transform)
        case 3:
            let rect = Rect(x: -38, y: -26, width: 76, height: 52)
            list.add(.roundedRectangle(rect, radius: 14), color: accent, transform: transform)
        case 4:
            let corners = (0..<5).map { corner in
                let angle = Angle(degrees: Double(corner) * 72 - 90)
                return Point(x: 40 * angle.cosine, y: 40 * angle.sine)
            }
            list.add(polygon: corners, color: accent, transform: transform)
        default: break
        }
    }

    private static func difference(_ one: Color, _ other: Color) -> Int {
        max(
            abs(Int(one.red) - Int(other.red)), abs(Int(one.green) - Int(other.green)),
            abs(Int(one.blue) - Int(other.blue)))
    }
}
