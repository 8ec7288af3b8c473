import Glibc
import PictureReading
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// Compares the pixels of a wheel that turns fast with the lines at many moments of the same frame.
@Suite struct WheelSmearTests {
    private func studio(
        _ orientation: WheelOrientation = .horizontal, _ motion: DisplayMotion = .full
    ) throws -> Studio {
        let settings = PanelSettings(controls: [.ranged(ValueRange(0, 100), orientation: orientation)])
        return try Studio(settings, width: 400, height: 240, motion: motion)
    }

    /// Shows these positions, 16 ms apart, as a hand turns the wheel.
    private func turn(_ studio: Studio, _ positions: [Double]) {
        for position in positions {
            let state = studio.state.with(0) {
                $0.number = position * 100
                $0.position = position
            }
            studio.stage.show(state, at: studio.time)
            studio.stage.draw(at: studio.time, into: studio.pixels, damage: &studio.damage)
            studio.time = studio.time + .milliseconds(16)
        }
    }

    @Test(arguments: [WheelOrientation.horizontal, .vertical])
    func aLineIsDrawnAsItsWay(_ orientation: WheelOrientation) throws {
        var drawn = 0
        let problem = counterexample("smear, \(orientation)", seed: 23, cases: 60) { random in
            guard let studio = try? studio(orientation) else { return "no font" }
            let speed = random.pick(Speed.defaults)
            guard case .scale(let scale) = speed.amount else { return "no scale" }
            studio.speed(0, speed.name)
            let first = random.double(in: 0.1...0.9)
            let way = random.double(in: 0.41...2.6) / speed.density * scale * random.pick([-1, 1])
            turn(studio, [first - way, first, first + way])
            guard let layout = studio.layout().cells[0].scene as? WheelLayout, !layout.isBar else { return "no wheel" }
            drawn += 1
            let search = SmearSearch(layout, isVertical: orientation == .vertical, width: layout.lineWidth(of: speed))
            return search.problem(
                studio.pixels, from: first / scale, to: (first + way) / scale, density: layout.density(of: speed)
            ).map { "\(speed.name), \(first) by \(way): \($0)" }
        }
        #expect(problem == nil)
        #expect(drawn == 60)
    }

    /// The lines are sharp if a frame turns the wheel by at most 0.4 of the distance between two lines, if the turn
    /// begins from rest, and with reduced motion. The frame after the last change is also sharp, and no frame follows
    /// it.
    @Test func aPictureAtRestIsSharp() throws {
        let spacing = 1.0 / 20
        func lastFrame(_ positions: [Double], _ motion: DisplayMotion = .full) throws -> (Studio, isSharp: Bool) {
            let (moved, still) = (try studio(.horizontal, motion), try studio())
            turn(moved, positions)
            turn(still, positions.suffix(1))
            return (moved, firstDifference(moved.pixels, still.pixels) == nil)
        }
        let speed = try #require(Speed.defaults.first)
        #expect(speed.density == 20)
        let far = [0.3, 0.3 + spacing * 0.5, 0.3 + spacing]
        let (smeared, isSharp) = try lastFrame(far)
        #expect(!isSharp)
        #expect(smeared.stage.needsFrame)
        let after = try lastFrame(far + [far[2]])
        #expect(after.isSharp)
        #expect(!after.0.stage.needsFrame)
        // This turn begins from rest, so its frame is sharp.
        smeared.time = smeared.time + .milliseconds(100)
        turn(smeared, [far[0]])
        let still = try lastFrame([far[0]]).0
        #expect(firstDifference(smeared.pixels, still.pixels) == nil)
        #expect(!smeared.stage.needsFrame)
        #expect(try lastFrame([0.3, 0.3 + spacing * 0.38, 0.3 + spacing * 0.76]).isSharp)
        let reduced = try lastFrame(far, .reduced)
        #expect(reduced.isSharp)
        #expect(!reduced.0.stage.needsFrame)
    }

    /// The last frame of a change by a client is sharp, and needs no further frame.
    @Test func aGlideEndsSharply() throws {
        let (moved, still) = (try studio(), try studio())
        turn(moved, [0.1])
        for studio in [moved, still] { studio.set(0, .number(90)) }
        moved.stage.show(moved.state, at: moved.time)
        // The last frame is late, so the wheel turns far during this frame.
        for milliseconds: Int64 in [0, 60, 140, 200, 280] {
            moved.stage.draw(
                at: moved.time + .milliseconds(milliseconds), into: moved.pixels, damage: &moved.damage)
        }
        #expect(!moved.stage.needsFrame)
        still.draw()
        #expect(firstDifference(moved.pixels, still.pixels) == nil)
    }
}

/// The strength of a wheel's lines, by the formulas of the lines at many moments of a frame.
private struct SmearSearch {
    let layout: WheelLayout
    let isVertical: Bool
    let width: Double

    init(_ layout: WheelLayout, isVertical: Bool, width: Double) {
        self.layout = layout
        self.isVertical = isVertical
        self.width = width
    }

    private var length: Double { isVertical ? layout.frame.height : layout.frame.width }

    func problem(_ pixels: PixelBuffer, from: Double, to: Double, density: Double) -> String? {
        let wanted = strengths(from: from, to: to, density: density)
        // The ends are left out: there the lines are closer than a pixel.
        for pixel in Int(length * 0.1)..<Int(length * 0.9) {
            let seen = strength(pixels, pixel)
            // A line may begin within a pixel, so the neighbours' strengths are accepted.
            let near = [-1, 0, 1].map { wanted[pixel + $0] }
            let (least, most) = ((near.min() ?? 0) - 0.05, (near.max() ?? 0) + 0.05)
            guard (least...most).contains(seen) else { return "\(seen) at \(pixel), not \(wanted[pixel])" }
        }
        return nil
    }

    /// The share of the time for which a line covers each pixel.
    private func strengths(from: Double, to: Double, density: Double) -> [Double] {
        var strengths = [Double](repeating: 0, count: Int(length))
        let moments = 400
        for moment in 0..<moments {
            let position = from + (to - from) * (Double(moment) + 0.5) / Double(moments)
            let (phi, delta) = (position * .pi, .pi / density)
            for k in Int(((phi - .pi / 2) / delta).rounded(.down))...Int(((phi + .pi / 2) / delta).rounded(.up)) {
                let alpha = Double(k) * delta - phi
                guard alpha.magnitude < .pi / 2 else { continue }
                let middle = length / 2 * (isVertical ? 1 + sin(alpha) : 1 - sin(alpha))
                let (start, end) = (max(0, middle - width / 2), min(length - 1, middle + width / 2))
                guard start < end else { continue }
                for pixel in Int(start)...Int(end) {
                    let part = min(end, Double(pixel) + 1) - max(start, Double(pixel))
                    strengths[pixel] += max(0, part) / Double(moments)
                }
            }
        }
        return strengths
    }

    /// How much of the line's colour there is in a pixel of the wheel's middle.
    private func strength(_ pixels: PixelBuffer, _ pixel: Int) -> Double {
        let theme = Theme.dark
        let across = (Double(pixel) + 0.5) / length * 2 - 1
        let light = max(0, 1 - across * across)
        let body = theme.cell.mixed(with: theme.raised, fraction: light * 0.6)
        let ink = theme.outline.mixed(with: theme.text, fraction: light.squareRoot())
        let (x, y) =
            isVertical
            ? (Int(layout.frame.midX), Int(layout.frame.minY) + pixel)
            : (Int(layout.frame.minX) + pixel, Int(layout.frame.midY))
        return Probe(pixels: pixels, ground: body, ink: ink).share(x: x, y: y)
    }
}
