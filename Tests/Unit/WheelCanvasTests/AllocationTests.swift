import CAllocationCounter
import Testing
import WheelCanvas
import WheelCore

/// Frames reuse their memory: after the largest frame, no frame allocates.
@Suite(.enabled(if: allocations_are_counted())) struct AllocationTests {
    @Test(arguments: [PixelFormat.xrgb8888, .rgb565, .bgr888])
    func aFrameAllocatesNothing(_ format: PixelFormat) throws {
        let font = try Typeface().font(pixels: 24)
        font.prepare("0123456789.°")
        let texts = (0..<100).map { "\($0).\($0 % 10)°" }
        let canvas = Canvas(width: 400, height: 240)
        let pixels = Bitmap(width: 400, height: 240, format: format).pixels
        var (list, damage) = (DisplayList(), DamageRegion())
        var counts: [Int] = []
        counts.reserveCapacity(400)
        var written = 0
        for frame in 0..<400 {
            // Drawing a new layer may allocate; the frame over it may not.
            if frame % 25 == 0 { canvas.setLayer(on: Color(frame % 50 == 0 ? 0x101418 : 0x204060)) }
            let before = allocations_of_this_thread()
            fill(&list, font, texts[frame % 100], Angle(degrees: Double(frame % 100) * 3))
            if frame % 50 == 0 { canvas.invalidate() }
            canvas.draw(list, into: pixels, damage: &damage)
            counts.append(allocations_of_this_thread() - before)
            written += damage.pixelCount
        }
        #expect(counts[0] > 0)
        // The frames repeat after 100, so the first 200 grow all buffers. Unused traces (crossings of outlines with
        // rows) are removed from time to time, also without an allocation.
        let late = counts[200...].reduce(0, +)
        #expect(late == 0)
        #expect(written > 400 * 100)
    }

    private func fill(_ list: inout DisplayList, _ font: Font, _ text: String, _ angle: Angle) {
        let (middle, turn) = (Point(x: 200, y: 120), AffineTransform.rotation(by: angle))
        list.removeAll()
        list.add(.ringSector(center: middle, inner: 60, outer: 80, from: .zero, to: angle), color: Color(0xFF9500))
        list.add(
            .capsule(from: .zero, to: Point(x: 90, y: 0), width: 8), color: .white,
            transform: turn.then(.translation(by: middle - .zero)))
        list.add(
            .roundedRectangle(Rect(x: 10, y: 10, width: 40, height: 20), radius: 5), color: Color(0xFFFFFF, alpha: 128),
            transform: .rotation(by: angle, about: Point(x: 30, y: 20)))
        list.add(.disc(center: Point(x: 300 + angle.degrees / 4, y: 60), radius: 12), color: .white)
        list.add(text, font: font, at: Point(x: 200, y: 230), alignment: .middle, color: .white)
    }
}
