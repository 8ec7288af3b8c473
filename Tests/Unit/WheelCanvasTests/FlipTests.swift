import Glibc
import TestSupport
import Testing
import WheelCanvas

/// Two buffers are shown in turn, as on a screen. The picture is drawn into a third one, and each buffer gets the
/// damage since this buffer was last shown.
@Suite struct FlipTests {
    static let (width, height) = (90, 70)

    @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
    func thePictureEqualsAFullRedrawAfterAnyFlips(_ format: PixelFormat) throws {
        var scene = RandomScene(font: try Typeface().font(pixels: 17), width: Self.width, height: Self.height)
        let canvases = (0..<2).map { _ in Canvas(width: Self.width, height: Self.height) }
        let bitmaps = (0..<4).map { _ in Bitmap(width: Self.width, height: Self.height, format: format).pixels }
        let (shadow, full) = (bitmaps[2], bitmaps[3])
        var owed: [[PixelRect]] = [[], []]
        var back = 0
        var damage = DamageRegion()
        let problem = counterexample("flips in \(format)", seed: 12, cases: 1_000) { random in
            scene.step(&random)
            for canvas in canvases where scene.isLayerChanged { canvas.setLayer(scene.still, on: scene.ground) }
            canvases[0].draw(scene.moving, into: shadow, damage: &damage)
            let limit = random.pick([1, 3, 16])
            for index in 0..<2 { owed[index] += damage.rectangles(atMost: limit) }
            // While the screen is busy, the frame is not shown.
            if random.once(in: 4) { return nil }
            for box in owed[back] { copy(box, from: shadow, to: bitmaps[back]) }
            owed[back] = []
            canvases[1].invalidate()
            canvases[1].draw(scene.moving, into: full, damage: &damage)
            let isSame = memcmp(bitmaps[back].base, full.base, full.bytesPerRow * full.height) == 0
            back = 1 - back
            return isSame ? nil : "what is shown is not a full redraw"
        }
        #expect(problem == nil)
    }

    @Test func aNewTargetIsDrawnInFullOnce() throws {
        var scene = RandomScene(font: try Typeface().font(pixels: 17), width: Self.width, height: Self.height)
        var random = SeededGenerator(seed: 8)
        for _ in 0..<40 { scene.step(&random) }
        let canvas = Canvas(width: Self.width, height: Self.height)
        let (one, other) = (
            Bitmap(width: Self.width, height: Self.height).pixels, Bitmap(width: Self.width, height: Self.height).pixels
        )
        var damage = DamageRegion()
        canvas.draw(scene.moving, into: one, damage: &damage)
        canvas.invalidate()
        canvas.draw(scene.moving, into: other, damage: &damage)
        #expect(damage.pixelCount == Self.width * Self.height)
        #expect(memcmp(one.base, other.base, one.bytesPerRow * one.height) == 0)
        canvas.draw(scene.moving, into: other, damage: &damage)
        #expect(damage.isEmpty)
    }

    private func copy(_ box: PixelRect, from source: PixelBuffer, to target: PixelBuffer) {
        let bytes = source.format.bytesPerPixel
        for y in box.y..<box.y + box.height {
            let offset = y * source.bytesPerRow + box.x * bytes
            memcpy(target.base + offset, source.base + offset, box.width * bytes)
        }
    }
}
