import PictureReading
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// Finds the rectangle's edges and the slider's knob in the pixels of the rotor scene.
@Suite struct RotorGeometryTests {
    @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
    func rectangleAndKnobStandByTheFormula(_ format: PixelFormat) {
        var gallery = Gallery(format) { _ in
            PanelSettings(
                controls: [.ranged(ValueRange(0, 360, includesUpper: false), unit: "°", wraps: true)], inputs: [.touch])
        }
        let problem = counterexample("rotor in \(format)", seed: 23, cases: 220) { random in
            guard let studio = gallery.studio(&random) else { return "no font" }
            // The angle may be more than two turns, in either direction.
            let degrees = random.double(in: -800...800)
            studio.set(0, .number(degrees))
            let fraction = random.once(in: 3) ? nil : random.double(in: 0...1)
            studio.draw { $0 = $0.with(0) { $0.rampFraction = fraction } }
            guard let layout = studio.layout().cells[0].scene as? RotorLayout else { return "no rotor" }
            let search = RotorSearch(studio.pixels, layout, studio.theme, tolerance: tolerance(format))
            let turned = Angle(degrees: degrees).normalized.degrees
            return
                (search.rectangleProblem(.degrees(degrees))
                ?? search.knobProblem(fraction ?? turned / 360))
                .map { "\(studio.name), \(degrees)°, \(fraction ?? -1): \($0)" }
        }
        #expect(problem == nil)
    }

    /// The orange bar shows the ramp's progress, so it is empty for a ramp that has not started.
    @Test func aRampThatHasNotStartedHasAnEmptyBar() throws {
        let control = ControlSettings.ranged(ValueRange(0, 360, includesUpper: false), unit: "°", wraps: true)
        let ramp = RampSettings(name: "spin", control: 0, motion: RampMotion(target: .by(345)))
        let studio = try Studio(PanelSettings(controls: [control], ramps: [ramp]), width: 400, height: 400)
        func length(_ fraction: Double?) throws -> Int {
            studio.draw { $0 = $0.with(0) { $0.rampFraction = fraction } }
            let slider = try #require((studio.layout().cells[0].scene as? RotorLayout)?.slider)
            let y = Int(slider.from.y)
            return (0..<studio.pixels.width).count { studio.pixels[$0, y] == studio.theme.accent }
        }
        #expect(try length(nil) == 0)
        #expect(try length(0.5) > 150)
    }

    @Test func theKnobOfARampThatHasNotStartedIsAtTheBeginning() throws {
        let control = ControlSettings.ranged(ValueRange(0, 360, includesUpper: false), unit: "°", wraps: true)
        let ramp = RampSettings(name: "spin", control: 0, motion: RampMotion(target: .by(345)))
        let studio = try Studio(
            PanelSettings(controls: [control], ramps: [ramp], inputs: [.touch]), width: 400, height: 400)
        studio.set(0, .number(15))
        studio.draw()
        guard let layout = studio.layout().cells[0].scene as? RotorLayout else {
            Issue.record("no rotor")
            return
        }
        let search = RotorSearch(studio.pixels, layout, .dark, tolerance: 0.75)
        #expect(layout.slider != nil)
        #expect(search.knobProblem(0) == nil)
        #expect(search.rectangleProblem(.degrees(15)) == nil)
        #expect(search.knobProblem(0.1) != nil)
    }
}

struct RotorSearch {
    let pixels: PixelBuffer
    let layout: RotorLayout
    let theme: Theme
    let tolerance: Double

    init(_ pixels: PixelBuffer, _ layout: RotorLayout, _ theme: Theme, tolerance: Double) {
        self.pixels = pixels
        self.layout = layout
        self.theme = theme
        self.tolerance = tolerance
    }

    /// Checks two places on each edge of a rectangle of 150 u by 100 u that is turned clockwise about its centre.
    func rectangleProblem(_ angle: Angle) -> String? {
        let u = layout.unit
        // In a rectangle of a few pixels, edges cannot be distinguished from corners.
        guard u > 0.25 else { return nil }
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.accent)
        let right = Vector(dx: angle.cosine, dy: angle.sine)
        let down = Vector(dx: -angle.sine, dy: angle.cosine)
        let edges = [
            (down * -1, right, 50.0, 45.0), (down, right, 50, 45), (right * -1, down, 75, 30), (right, down, 75, 30),
        ]
        for (out, along, distance, aside) in edges {
            for side in [-1.0, 1.0] {
                let from = layout.center + along * (side * aside * u)
                // The search begins outside the rectangle, beside the pointer.
                let start = from + out * ((distance + 6) * u)
                guard let way = probe.crossing(from: start, towards: start - out * (12 * u)) else {
                    return "no edge \(distance) u from the centre"
                }
                let found = (distance + 6) * u - way
                if (found - distance * u).magnitude > tolerance {
                    return "an edge at \(found / u) u, not \(distance) u"
                }
            }
        }
        // The mark shows which edge is the upper one.
        let mark = Probe(pixels: pixels, ground: theme.raised, ink: theme.accent)
        return mark.share(at: layout.center + down * (-28 * u)) > 0.8 ? nil : "the mark is not at the upper edge"
    }

    /// Checks the knob's middle, which is between its left and right ends.
    func knobProblem(_ fraction: Double) -> String? {
        guard let slider = layout.slider else { return nil }
        let probe = Probe(pixels: pixels, ground: theme.outline, ink: theme.text)
        let wanted = Point(x: slider.from.x + slider.length * fraction, y: slider.from.y)
        // The search for the ends runs above the track, where only the handle is drawn. The share is measured beside
        // the groove in the middle of the handle.
        let bare = Probe(pixels: pixels, ground: theme.cell, ink: theme.text)
        let height = slider.handle.height * 0.35
        let middle = wanted - Vector(dx: 0, dy: height)
        let reach = Vector(dx: slider.handle.width, dy: 0)
        let beside = Vector(dx: slider.handle.width / 4, dy: 0)
        guard probe.share(at: wanted + beside) > 0.9, probe.share(at: wanted - beside) > 0.9,
            let right = bare.crossing(from: middle, towards: middle + reach),
            let left = bare.crossing(from: middle, towards: middle - reach)
        else { return "no knob at \(wanted)" }
        let found = wanted.x + (right - left) / 2
        return (found - wanted.x).magnitude > tolerance ? "the knob is at \(found), not at \(wanted.x)" : nil
    }
}
