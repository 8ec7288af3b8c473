import PictureReading
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

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
            else { return "no wheel" }
            guard !layout.isBar else { return nil }
            let search = WheelSearch(
                studio.pixels, layout, isVertical: orientation == .vertical, theme: studio.theme,
                tolerance: tolerance(format))
            let position = (value + 20) / 100
            return
                (search.frameProblem ?? search.levelProblem(from: 0.2, to: position)
                ?? search.originProblem(0.2, level: position)
                ?? search.lineProblem(phase: position / scale / 2, speed: speed))
                .map { "\(studio.name), \(speed.name), \(value): \($0)" }
        }
        #expect(problem == nil)
    }

    /// A wheel that does not fit becomes a bar, from the origin to the value.
    @Test(arguments: [-15.0, 0, 7, 80])
    func whereThereIsNoRoomIsABar(_ value: Double) throws {
        var control = ControlSettings.ranged(ValueRange(-20, 80))
        control.appearance.origin = -10
        let studio = try Studio(PanelSettings(controls: [control]), width: 240, height: 70)
        studio.set(0, .number(value))
        studio.draw()
        let layout = try #require(studio.layout().cells[0].scene as? WheelLayout)
        #expect(layout.isBar)
        let probe = Probe(pixels: studio.pixels, ground: Theme.dark.raised, ink: Theme.dark.accent)
        let (first, last) = (min(value, -10), max(value, -10))
        for place in stride(from: -19.0, through: 79, by: 1) where min(abs(place - value), abs(place + 10)) > 2 {
            let x = layout.frame.minX + layout.frame.width * (place + 20) / 100
            let share = probe.share(at: Point(x: x, y: layout.frame.midY))
            #expect((share > 0.5) == (place > first && place < last), "\(place)")
        }
    }

    /// When the value is at an end of the range, the bars that show levels do not cross the frame's line.
    @Test(arguments: [3.0, 10], [WheelOrientation.horizontal, .vertical])
    func levelsDoNotReachBeyondTheFrame(_ value: Double, _ orientation: WheelOrientation) throws {
        let control = ControlSettings.ranged(ValueRange(0, 10), orientation: orientation)
        let studio = try Studio(PanelSettings(controls: [control]), width: 400, height: 240)
        studio.set(0, .number(value))
        studio.draw()
        let layout = try #require(studio.layout().cells[0].scene as? WheelLayout)
        let search = WheelSearch(
            studio.pixels, layout, isVertical: orientation == .vertical, theme: .dark, tolerance: 0.75)
        #expect(search.levelProblem(from: 0, to: value / 10) == nil)
    }

    /// A stale value is faint, and so is the bar that shows it.
    @Test(arguments: [Size(width: 400, height: 300), Size(width: 240, height: 70)])
    func aStaleValueHasAFaintBar(_ size: Size) throws {
        let control = ControlSettings.ranged(ValueRange(0, 100))
        let studio = try Studio(
            PanelSettings(controls: [control]), width: Int(size.width), height: Int(size.height))
        studio.set(0, .number(40))
        func hasAccent() -> Bool {
            (0..<studio.pixels.height).contains { y in
                (0..<studio.pixels.width).contains { x in studio.pixels[x, y] == studio.theme.accent }
            }
        }
        studio.draw()
        #expect(hasAccent())
        studio.draw { state in
            state = state.with(0) {
                $0.age = AgePicture(writtenAt: Instant(microseconds: 0), staleAt: Instant(microseconds: 1))
            }
        }
        #expect(!hasAccent())
    }

    /// At an end of the range, the marked control has a bar in the text's colour. Other controls have a thin bar in the
    /// colour of outlines.
    @Test(arguments: [false, true], [WheelOrientation.horizontal, .vertical])
    func onlyTheMarkedControlHasAStrongEnd(_ isMost: Bool, _ orientation: WheelOrientation) throws {
        let control = ControlSettings.ranged(ValueRange(0, 10), orientation: orientation)
        let studio = try Studio(PanelSettings(controls: [control]), width: 800, height: 480)
        studio.set(0, .number(isMost ? 10 : 0))
        func strong(_ focus: Int?) throws -> Int {
            studio.draw { $0.focus = focus }
            let layout = try #require(studio.layout().cells[0].scene as? WheelLayout)
            let (frame, probe) = (
                layout.frame, Probe(pixels: studio.pixels, ground: Theme.dark.cell, ink: Theme.dark.text)
            )
            return (-6...6).filter { distance in
                let along = Double(distance) + 0.5
                let place =
                    orientation == .vertical
                    ? Point(x: frame.midX, y: (isMost ? frame.minY : frame.maxY) + along)
                    : Point(x: (isMost ? frame.maxX : frame.minX) + along, y: frame.midY)
                return probe.share(at: place) > 0.8
            }.count
        }
        let (marked, other) = (try strong(0), try strong(nil))
        #expect(marked == 4 && other == 0, "\(marked), \(other)")
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
        let search = WheelSearch(studio.pixels, layout, isVertical: false, theme: .dark, tolerance: 0.75)
        // For the value 4, the speed 3 per turn and `range_turns` 2, the wheel is turned by φ = π · 4 ÷ 3 ÷ 2.
        #expect(search.lineProblem(phase: 4.0 / 3 / 2 / 2, speed: number.speeds[0]) == nil)
        #expect(search.accentAlongEdges == 0)
    }
}

struct WheelSearch {
    let pixels: PixelBuffer
    let layout: WheelLayout
    let isVertical: Bool
    let theme: Theme
    let tolerance: Double

    init(_ pixels: PixelBuffer, _ layout: WheelLayout, isVertical: Bool, theme: Theme, tolerance: Double) {
        self.pixels = pixels
        self.layout = layout
        self.isVertical = isVertical
        self.theme = theme
        self.tolerance = tolerance
    }

    private var frame: Rect { layout.frame }
    private var length: Double { isVertical ? frame.height : frame.width }

    /// Searches for the frame's line, in the outline's colour, at both ends of the wheel.
    var frameProblem: String? {
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.outline)
        let (x, y) = (Int(frame.midX), Int(frame.midY))
        let outside =
            isVertical
            ? [(x, Int(frame.minY)), (x, Int(frame.maxY) - 1)] : [(Int(frame.minX), y), (Int(frame.maxX) - 1, y)]
        for (x, y) in outside where probe.share(x: x, y: y) < 0.9 { return "no frame at \(x), \(y)" }
        return nil
    }

    /// Checks that both bars begin at the origin and end at the position, with their round ends. The mark of an origin
    /// inside the range hides the beginnings of the bars.
    func levelProblem(from origin: Double, to position: Double) -> String? {
        let (start, end) = (origin * length, position * length)
        let radius = layout.levelWidth / 2
        // Levels below the minimum length are skipped, because they are drawn with this length.
        let least = layout.measures.pixels(WheelLayout.leastLevel)
        guard (end - start).magnitude > max(2 * radius + 2, least) else { return nil }
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.accent)
        let outwards = end > start ? 1.0 : -1
        for edge in [0.0, 1.0] {
            // The search runs half a pixel outside the frame, where the round end is a little shorter.
            let round = (radius * radius - 0.25).squareRoot()
            for (tip, way) in [(end, outwards), (start, -outwards)] where tip == end || !layout.hasOriginInside {
                let from = tip - way * (2 * radius + 1)
                guard let found = probe.crossing(from: place(from, edge), towards: place(tip + way * 20, edge)) else {
                    return "no level ends beyond \(tip)"
                }
                let reached = from + way * (found + radius - round)
                if (reached - tip).magnitude > tolerance { return "the level ends at \(reached), not at \(tip)" }
            }
        }
        return nil
    }

    /// Checks that a mark in the text's colour crosses the frame at the origin.
    func originProblem(_ origin: Double, level: Double) -> String? {
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.text)
        let reach = layout.measures.pixels(0.5).rounded() - 0.5
        for edge in [0.0, 1.0] {
            // The search runs outside the level bars.
            let aside = edge == 0 ? -reach : reach
            guard reach > layout.levelWidth / 2 else { continue }
            let shares = [-1.0, 0, 1].map { probe.share(at: place(origin * length + $0, edge, aside)) }
            if (shares.max() ?? 0) < 0.5 { return "no mark at the origin" }
        }
        return nil
    }

    /// The place at a distance from the low end, beside a long edge (0 or 1).
    private func place(_ along: Double, _ edge: Double, _ aside: Double? = nil) -> Point {
        let aside = aside ?? (edge == 0 ? -0.5 : 0.5)
        return isVertical
            ? Point(x: frame.minX + frame.width * edge + aside, y: frame.maxY - along)
            : Point(x: frame.minX + along, y: frame.minY + frame.height * edge + aside)
    }

    /// The number of pixels in the accent colour along the upper edge.
    var accentAlongEdges: Int {
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.accent)
        return (Int(frame.minX)..<Int(frame.maxX)).filter { probe.share(x: $0, y: Int(frame.minY) - 1) > 0.3 }.count
    }

    /// Checks that the pixels have each line of the formula, and no other line. `phase` is in turns.
    func lineProblem(phase: Double, speed: Speed) -> String? {
        // Even at the densest speed, lines are at least 0.6 mm apart.
        let densest = max(Speed.defaults.map(\.density).max() ?? 0, speed.density)
        let share = min(1, .pi / 2 * length / layout.measures.pixels(0.6) / densest)
        let density = speed.density * share
        let width = max(1, layout.measures.pixels(speed.lineWidth * 0.15).rounded())
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

    /// The formula of the lines: x = W/2 · (1 − sin α), y = H/2 · (1 + sin α) for every α = k·δ − φ between −90° and
    /// 90°.
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
        let ink = light(theme.outline)
        return max(0, (light(color) - body) / (ink - body))
    }
}
