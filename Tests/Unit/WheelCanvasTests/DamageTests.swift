import Glibc
import TestSupport
import Testing
import WheelCanvas
import WheelCore

/// A picture drawn in steps equals the same picture drawn in full, pixel by pixel. The damage is exactly the pixels
/// that were written, and no pixel was read.
@Suite struct DamageTests {
    static let steps = 1_500
    static let (width, height) = (130, 70)

    @Test(arguments: [PixelFormat.xrgb8888, .rgb565, .rgb888])
    func stepsEqualAFullRedraw(_ format: PixelFormat) throws {
        let typeface = try Typeface()
        var scene = RandomScene(font: typeface.font(pixels: 17), width: Self.width, height: Self.height)
        let (canvas, reference) = (
            Canvas(width: Self.width, height: Self.height), Canvas(width: Self.width, height: Self.height)
        )
        let padding = format == .rgb565 ? 6 : 5
        let bitmaps = (0..<3).map { _ in
            Bitmap(width: Self.width, height: Self.height, format: format, padding: format == .xrgb8888 ? 0 : padding)
        }
        let (strange, shown, full) = (bitmaps[0].pixels, bitmaps[1].pixels, bitmaps[2].pixels)
        var (damage, all) = (DamageRegion(), DamageRegion())
        var written = 0
        let problem = counterexample("damage in \(format)", seed: 77, cases: Self.steps) { random in
            scene.step(&random)
            if scene.isLayerChanged {
                canvas.setLayer(scene.still, on: scene.ground)
                reference.setLayer(scene.still, on: scene.ground)
            }
            // This memory does not hold the previous picture, so reading from it would change the result.
            memset(strange.base, 0xA5, strange.bytesPerRow * Self.height)
            canvas.draw(scene.moving, into: strange, damage: &damage)
            written += damage.pixelCount
            if let problem = Self.consume(damage, from: strange, into: shown) { return problem }
            reference.invalidate()
            reference.draw(scene.moving, into: full, damage: &all)
            guard all.pixelCount == Self.width * Self.height else { return "a full redraw left pixels out" }
            if let place = Self.firstDifference(shown, full) { return "pixel \(place) differs from a full redraw" }
            guard random.once(in: 5) else { return nil }
            // This canvas has no previous frame, so it draws the picture in full.
            let fresh = Canvas(width: Self.width, height: Self.height)
            fresh.setLayer(scene.still, on: scene.ground)
            fresh.draw(scene.moving, into: full, damage: &all)
            return Self.firstDifference(shown, full).map { "pixel \($0) differs from what another canvas draws" }
        }
        #expect(problem == nil)
        // Most steps change only a part of the picture, so few pixels are written.
        #expect(written < Self.steps * Self.width * Self.height / 4)
    }

    @Test func aListWithoutAChangeDrawsNothing() throws {
        var scene = RandomScene(font: try Typeface().font(pixels: 17), width: Self.width, height: Self.height)
        let canvas = Canvas(width: Self.width, height: Self.height)
        let bitmap = Bitmap(width: Self.width, height: Self.height)
        var damage = DamageRegion()
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 { scene.step(&random) }
        canvas.draw(scene.moving, into: bitmap.pixels, damage: &damage)
        #expect(damage.bounds == PixelRect(x: 0, y: 0, width: Self.width, height: Self.height))
        canvas.setLayer(DisplayList(), on: .black)
        canvas.draw(scene.moving, into: bitmap.pixels, damage: &damage)
        canvas.setLayer(DisplayList(), on: .black)
        canvas.draw(scene.moving, into: bitmap.pixels, damage: &damage)
        #expect(damage.isEmpty)
        #expect(damage.bounds == nil)
        #expect(damage.rectangles(atMost: 4).isEmpty)
    }

    /// A step adds or removes lines in the middle of a list. The shapes after these lines must not be damaged.
    @Test func moreShapesInTheMiddleLeaveThoseAfterThem() throws {
        let (canvas, bitmap) = (Canvas(width: 400, height: 100), Bitmap(width: 400, height: 100))
        let font = try Typeface().font(pixels: 17)
        var (list, damage) = (DisplayList(), DamageRegion())
        func draw(_ lines: Int) {
            list.removeAll()
            list.add("before", font: font, at: Point(x: 0, y: 50), color: .white)
            for line in 0..<lines {
                let rect = Rect(x: 100 + Double(line) * 10, y: 0, width: 2, height: 100)
                list.add(.roundedRectangle(rect, radius: 0), color: .white)
            }
            list.add("after", font: font, at: Point(x: 200, y: 50), color: .white)
            list.add(.disc(center: Point(x: 350, y: 50), radius: 20), color: .white)
            canvas.draw(list, into: bitmap.pixels, damage: &damage)
        }
        draw(3)
        for lines in [5, 4, 0, 1] {
            draw(lines)
            #expect((damage.bounds?.x ?? 0) >= 100, "\(lines)")
            #expect(damage.bounds.map { $0.x + $0.width <= 150 } == true, "\(lines)")
        }
    }

    @Test func aGrowingArcIsDrawnAtItsEnd() {
        let canvas = Canvas(width: 400, height: 400)
        let bitmap = Bitmap(width: 400, height: 400)
        var (list, damage) = (DisplayList(), DamageRegion())
        for degrees in [100.0, 101] {
            list.removeAll()
            list.add(
                .ringSector(
                    center: Point(x: 200, y: 200), inner: 150, outer: 180, from: .zero, to: Angle(degrees: degrees)),
                color: .white)
            canvas.draw(list, into: bitmap.pixels, damage: &damage)
        }
        // The bounds of the whole ring have more than 60 000 pixels. 1° of the ring, with radius 165 and width 30, has
        // 86 pixels.
        #expect(damage.pixelCount > 86 && damage.pixelCount < 300)
    }

    @Test func rectanglesCoverTheDamage() {
        let canvas = Canvas(width: 200, height: 200)
        let bitmap = Bitmap(width: 200, height: 200)
        var (list, damage) = (DisplayList(), DamageRegion())
        canvas.draw(list, into: bitmap.pixels, damage: &damage)
        list.add(.capsule(from: Point(x: 10, y: 10), to: Point(x: 180, y: 190), width: 5), color: .white)
        list.add(.disc(center: Point(x: 150, y: 30), radius: 10), color: .white)
        canvas.draw(list, into: bitmap.pixels, damage: &damage)
        for limit in [1, 2, 7, 1000] {
            let boxes = damage.rectangles(atMost: limit)
            #expect(boxes.count <= limit)
            for index in 0..<damage.count {
                let part = damage[index]
                #expect(boxes.contains { $0.union(part) == $0 })
            }
        }
        #expect(damage.rectangles(atMost: 1).first == damage.bounds)
    }

    /// Copies the damaged pixels, and checks that no others were written.
    private static func consume(_ damage: DamageRegion, from: PixelBuffer, into: PixelBuffer) -> String? {
        let bytes = from.format.bytesPerPixel
        for index in 0..<damage.count {
            let part = damage[index]
            for y in part.y..<part.y + part.height {
                let start = y * from.bytesPerRow + part.x * bytes
                let length = part.width * bytes
                memcpy(into.base + start, from.base + start, length)
                // After this the check below covers only pixels outside the damage.
                memset(from.base + start, 0xA5, length)
            }
        }
        let touched = UnsafeRawBufferPointer(start: from.base, count: from.bytesPerRow * from.height)
        // If the memory equals itself shifted by one byte, all of its bytes are equal.
        let isWhole = memcmp(from.base, from.base + 1, touched.count - 1) == 0 && touched[0] == 0xA5
        return isWhole ? nil : "something was written that was not reported"
    }

    static func firstDifference(_ one: PixelBuffer, _ other: PixelBuffer) -> Point? {
        for y in 0..<one.height {
            let offset = y * one.bytesPerRow
            let length = one.width * one.format.bytesPerPixel
            if memcmp(one.base + offset, other.base + offset, length) == 0 { continue }
            for x in 0..<one.width where one[x, y] != other[x, y] { return Point(x: Double(x), y: Double(y)) }
        }
        return nil
    }
}
