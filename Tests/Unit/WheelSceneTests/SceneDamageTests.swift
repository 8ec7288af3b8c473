import Glibc
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// After any changes, and at every moment of a motion, a picture drawn in steps equals the same picture drawn in full.
@Suite struct SceneDamageTests {
    @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
    func stepsEqualAFullRedraw(_ format: PixelFormat) throws {
        let (width, height) = (160, 120)
        let shown = try Studio(RandomPanel.settings, width: width, height: height, format: format)
        // This stage draws every frame in full.
        let full = try Studio(RandomPanel.settings, width: width, height: height, format: format)
        var state = shown.state
        state = SceneState(shown.pictureSettings, shown.panel, at: shown.time)
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

    /// Any configuration in any state is drawn, in all themes, with and without motion. A frame is drawn only when the
    /// stage asks for one.
    @Test func everyConfigurationIsDrawnInStepsAsInFull() throws {
        let sizes = [(128, 64), (64, 128), (160, 120), (256, 128), (240, 320), (320, 240), (400, 240)]
        let problem = counterexample("configurations by damage", seed: 41, cases: 60) { random in
            let settings = RandomPanel.careful(&random)
            let (width, height) = random.pick(sizes)
            let theme = random.pick([Theme.dark, .light, .mono])
            let motion: DisplayMotion = random.once(in: 4) ? .reduced : .full
            let format: PixelFormat = random.once(in: 4) ? .rgb565 : .xrgb8888
            let studios = [0, 1].compactMap { _ in
                try? Studio(settings, width: width, height: height, format: format, theme: theme, motion: motion)
            }
            guard studios.count == 2 else { return "there is no font" }
            let (shown, full) = (studios[0], studios[1])
            var state = SceneState(
                shown.pictureSettings, RandomPanel.moved(Panel(settings), &random), at: Instant(microseconds: 0))
            for frame in 0..<10 {
                shown.time = shown.time + .milliseconds(Int64(random.pick([1, 16, 40, 120, 400, 3000])))
                for _ in 0..<random.int(in: 0...3) { RandomPanel.changeState(&state, at: shown.time, &random) }
                for studio in [shown, full] { studio.stage.show(state, at: shown.time) }
                full.stage.invalidate()
                if shown.stage.needsFrame(at: shown.time) {
                    shown.stage.draw(at: shown.time, into: shown.pixels, damage: &shown.damage)
                }
                full.stage.draw(at: shown.time, into: full.pixels, damage: &full.damage)
                if let place = firstDifference(shown.pixels, full.pixels) {
                    return "\(shown.name), frame \(frame): pixel \(place) differs from a full redraw"
                }
            }
            return nil
        }
        #expect(problem == nil)
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
    let length = left.width * left.format.bytesPerPixel
    for y in 0..<left.height
    where memcmp(left.base + y * left.bytesPerRow, right.base + y * right.bytesPerRow, length) != 0 {
        for x in 0..<left.width where left[x, y] != right[x, y] { return PixelRect(x: x, y: y, width: 1, height: 1) }
    }
    return nil
}
