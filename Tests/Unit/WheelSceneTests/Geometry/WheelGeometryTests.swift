import TestSupport
import Testing
import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

@testable import WheelScene

/// Finds the lines and the ends of the level bars in the pixels of the wheel scene, and compares them with the
/// formulas.
@Suite struct WheelGeometryTests {
    @Test(arguments: [PixelFormat.xrgb8888, .rgb565], [WheelOrientation.horizontal, .vertical])
    func linesAndLevelsStandByTheFormula(_ format: PixelFormat, _ orientation: WheelOrientation) {
        var gallery = Gallery(format) { _ in
            PanelSettings(controls: [.ranged(ValueRange(-20, 80), orientation: orientation)])
        }
        let problem = counterexample("wheel in \(format), \(orientation)", seed: 17, cases: 200) { random in
            guard let studio = gallery.studio(&random) else { return "no font" }
            let speed = random.pick(Speed.defaults)
            let value = random.double(in: -20...80)
            studio.set(0, .number(value))
            studio.speed(0, speed.name)
            studio.draw()
            guard let layout = studio.layout().cells[0].scene as? WheelLayout, case .scale(let scale) = speed.amount
            else {
                return "no wheel"
            }
            let search = WheelSearch(
                studio.pixels, frame: layout.frame, isVertical: orientation == .vertical, theme: studio.theme,
                tolerance: tolerance(format))
            let position = (value + 20) / 100
            return
                (search.frameProblem ?? search.levelProblem(position: position)
                ?? search.lineProblem(phase: position / scale / 2, density: speed.density, width: speed.lineWidth))
                .map { "\(studio.name), \(speed.name), \(value): \($0)" }
        }
        #expect(problem == nil)
    }

    @Test func withoutARangeTheValueTurnsTheWheel() throws {
        var number = NumberSettings(range: ValueRange(-.infinity, .infinity))
        number.speeds = [Speed(name: "only", amount: .perTurn(3), density: 6, lineWidth: 2)]
        number.rangeTurns = 2
        let control = ControlSettings(name: "open", quantity: .float(number))
        let studio = try Studio(PanelSettings(controls: [control]), width: 700, height: 400)
        studio.set(0, .number(4))
        studio.draw()
        guard let layout = studio.layout().cells[0].scene as? WheelLayout else {
            Issue.record("no wheel")
            return
        }
        let search = WheelSearch(
            studio.pixels, frame: layout.frame, isVertical: false, theme: .dark, tolerance: 0.75)
        // The value 4, with 3 per turn and 2 turns per range: φ = π · 4 ÷ 3 ÷ 2.
        #expect(search.lineProblem(phase: 4.0 / 3 / 2 / 2, density: 6, width: 2) == nil)
        #expect(search.accentAlongEdges == 0)
    }
}

/// Finds a wheel's frame, lines and level bars.
struct WheelSearch {
    let pixels: PixelBuffer
    let frame: Rect
    let isVertical: Bool
    let theme: Theme
    let tolerance: Double

    init(_ pixels: PixelBuffer, frame: Rect, isVertical: Bool, theme: Theme, tolerance: Double) {
        self.pixels = pixels
        self.frame = frame
        self.isVertical = isVertical
        self.theme = theme
        self.tolerance = tolerance
    }

    private var length: Double { isVertical ? frame.height : frame.width }

    /// One pixel, in the secondary colour, at both ends of the wheel.
    var frameProblem: String? {
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.secondary)
        let (x, y) = (Int(frame.midX), Int(frame.midY))
        let outside =
            isVertical
            ? [(x, Int(frame.minY)), (x, Int(frame.maxY) - 1)] : [(Int(frame.minX), y), (Int(frame.maxX) - 1, y)]
        for (x, y) in outside where probe.share(x: x, y: y) < 0.9 { return "no frame at \(x), \(y)" }
        return nil
    }

    /// Both bars begin at the low end and end at the position. Their round ends add half of their width.
    func levelProblem(position: Double) -> String? {
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.accent)
        for edge in [0.0, 1.0] {
            func place(_ along: Double) -> Point {
                isVertical
                    ? Point(x: frame.minX + frame.width * edge + (edge == 0 ? -1 : 1), y: frame.maxY - along)
                    : Point(x: frame.minX + along, y: frame.minY + frame.height * edge + (edge == 0 ? -1 : 1))
            }
            let middle = position * length
            guard let way = probe.crossing(from: place(middle), towards: place(middle + 20)) else {
                return "no level ends beyond \(position)"
            }
            // One pixel beside its middle, a round end of radius 2 has a length of √3.
            let found = middle + way - 1.732
            if (found - middle).magnitude > tolerance { return "the level ends at \(found), not at \(middle)" }
            let back = probe.crossing(from: place(1), towards: place(-20)) ?? 0
            if (back - 1 - 1.732).magnitude > tolerance { return "the level begins at \(1 - back)" }
        }
        return nil
    }

    /// The length of the accent colour along the edges.
    var accentAlongEdges: Int {
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.accent)
        return (Int(frame.minX)..<Int(frame.maxX)).filter { probe.share(x: $0, y: Int(frame.minY) - 1) > 0.3 }.count
    }

    /// Each line of the formula is found in the pixels, and no other line is. `phase` is in turns.
    func lineProblem(phase: Double, density: Double, width: Double) -> String? {
        let wanted = places(phase: phase, density: density)
        let found = lines(width: width)
        for place in wanted where isFree(place, of: wanted, width: width) {
            let nearest = found.min { ($0 - place).magnitude < ($1 - place).magnitude } ?? -100
            if (nearest - place).magnitude > tolerance { return "a line at \(nearest), not at \(place)" }
        }
        for place in found where place > 8 && place < length - 8 {
            let nearest = wanted.min { ($0 - place).magnitude < ($1 - place).magnitude } ?? -100
            if (nearest - place).magnitude > 4 { return "a line at \(place), where none should be" }
        }
        return nil
    }

    /// x = W/2 · (1 − sin α), y = H/2 · (1 + sin α) for every α = k·δ − φ between −90° and 90°.
    private func places(phase: Double, density: Double) -> [Double] {
        var places: [Double] = []
        let (phi, delta) = (phase * 360, 180 / density)
        for k in Int((phi - 90) / delta) - 2...Int((phi + 90) / delta) + 2 {
            let alpha = Angle(degrees: Double(k) * delta - phi)
            guard alpha.degrees > -90, alpha.degrees < 90 else { continue }
            places.append(length / 2 * (isVertical ? 1 + alpha.sine : 1 - alpha.sine))
        }
        return places
    }

    /// Whether no other line and no edge touches the same pixels.
    private func isFree(_ place: Double, of all: [Double], width: Double) -> Bool {
        place > width + 3 && place < length - width - 3
            && all.allSatisfy { $0 == place || ($0 - place).magnitude > 2 * width + 4 }
    }

    /// The middles of the lines, along the middle of the wheel.
    private func lines(width: Double) -> [Double] {
        let count = Int(length)
        let shares = (0..<count).map { along in
            let (x, y) =
                isVertical
                ? (Int(frame.midX), Int(frame.minY) + along) : (Int(frame.minX) + along, Int(frame.midY))
            return distinctness(pixels[x, y])
        }
        var found: [Double] = []
        var index = 1
        while index < count - 1 {
            guard shares[index] > 0.12 else {
                index += 1
                continue
            }
            var (weight, sum) = (0.0, 0.0)
            while index < count - 1, shares[index] > 0.12 {
                weight += shares[index]
                sum += shares[index] * (Double(index) + 0.5)
                index += 1
            }
            found.append(sum / weight)
        }
        return found
    }

    /// How much lighter a pixel is than the wheel's body (darker with the light theme).
    private func distinctness(_ color: Color) -> Double {
        func light(_ color: Color) -> Double { Double(color.red) + Double(color.green) + Double(color.blue) }
        let isDark = light(theme.cell) < light(theme.text)
        let body =
            isDark
            ? max(light(theme.raised), light(theme.cell)) : min(light(theme.raised), light(theme.cell))
        let ink = light(theme.secondary)
        return max(0, (light(color) - body) / (ink - body))
    }
}
