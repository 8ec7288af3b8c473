import TestSupport
import Testing
import WheelCanvas
import WheelGeometry
import WheelModel

@testable import WheelScene

/// After any changes, and at every moment of a motion, a picture drawn in steps equals the same picture drawn in full.
@Suite struct SceneDamageTests {
    @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
    func stepsEqualAFullRedraw(_ format: PixelFormat) throws {
        let (width, height) = (160, 120)
        let shown = try Studio(RandomPanel.settings, width: width, height: height, format: format)
        // A second stage, which draws every frame in full.
        let full = try Studio(RandomPanel.settings, width: width, height: height, format: format)
        var state = shown.state
        state = SceneState(shown.instrument, shown.panel, at: shown.time)
        var (frames, written) = (0, 0)
        let problem = counterexample("scenes by damage in \(format)", seed: 59, cases: 1_200) { random in
            shown.time = shown.time + .milliseconds(Int64(random.pick([1, 16, 40, 120, 400])))
            if random.once(in: 3) || !shown.stage.needsFrame { RandomPanel.step(&state, shown, &random) }
            for studio in [shown, full] { studio.stage.show(state, at: shown.time) }
            guard shown.stage.needsFrame == full.stage.needsFrame else { return "one stage rests, the other does not" }
            full.stage.invalidate()
            shown.stage.draw(at: shown.time, into: shown.pixels, damage: &shown.damage)
            full.stage.draw(at: shown.time, into: full.pixels, damage: &full.damage)
            frames += 1
            written += shown.damage.pixelCount
            return firstDifference(shown.pixels, full.pixels).map { "pixel \($0) differs from a full redraw" }
        }
        #expect(problem == nil)
        // The first stage draws fewer pixels.
        #expect(written < frames * width * height / 2)
    }

    @Test func aStateWithoutAChangeDrawsNothing() throws {
        let studio = try Studio(RandomPanel.settings, width: 160, height: 120)
        studio.draw()
        #expect(!studio.stage.needsFrame)
        studio.stage.show(studio.state, at: studio.time)
        #expect(!studio.stage.needsFrame)
        studio.stage.draw(at: studio.time, into: studio.pixels, damage: &studio.damage)
        #expect(studio.damage.isEmpty)
    }
}

func firstDifference(_ left: PixelBuffer, _ right: PixelBuffer) -> PixelRect? {
    for y in 0..<left.height {
        for x in 0..<left.width where left[x, y] != right[x, y] { return PixelRect(x: x, y: y, width: 1, height: 1) }
    }
    return nil
}
