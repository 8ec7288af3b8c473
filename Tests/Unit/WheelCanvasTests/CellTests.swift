import Glibc
import TestSupport
import Testing
import WheelCanvas
import WheelCore

/// Layers of rectangles, many of which end where one of the at most 64 cells of a row ends.
@Suite struct CellTests {
    @Test(arguments: [17, 300, 1025, 2100])
    func eachPixelHasTheColourOfTheUppermostRectangle(_ width: Int) {
        let height = 9
        let canvas = Canvas(width: width, height: height)
        let bitmap = Bitmap(width: width, height: height)
        let colors: [UInt32] = [0x000000, 0xFFFFFF, 0x3478F6]
        var expected = [UInt32](repeating: 0, count: width * height)
        var damage = DamageRegion()
        let problem = counterexample("a layer \(width) pixels wide", seed: 31, cases: 300) { random in
            let ground = random.pick(colors)
            var layer = DisplayList()
            for index in expected.indices { expected[index] = 0xFF00_0000 | ground }
            for _ in 0..<random.int(in: 0...8) {
                let step = random.pick([1, 16, 32, 64])
                let (columns, rows) = (random.range(width, step), random.range(height, 1))
                let color = random.pick(colors)
                layer.add(
                    .roundedRectangle(
                        Rect(
                            x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(columns.count),
                            height: Double(rows.count)), radius: 0), color: Color(color))
                for y in rows {
                    for x in columns { expected[y * width + x] = 0xFF00_0000 | color }
                }
            }
            canvas.setLayer(layer, on: Color(ground))
            // The layer is drawn in steps, and the picture sometimes in full.
            if random.once(in: 3) { canvas.invalidate() }
            canvas.draw(DisplayList(), into: bitmap.pixels, damage: &damage)
            let isSame = memcmp(expected, bitmap.pixels.base, 4 * expected.count) == 0
            return isSame ? nil : "the picture has other pixels"
        }
        #expect(problem == nil)
    }
}

extension SeededGenerator {
    /// A range in `0..<limit` that begins and ends at multiples of `step`, or ends at `limit`.
    fileprivate mutating func range(_ limit: Int, _ step: Int) -> Range<Int> {
        let (one, other) = (int(in: 0...limit / step) * step, min((int(in: 0...limit / step) + 1) * step, limit))
        return min(one, other)..<max(one, other)
    }
}
