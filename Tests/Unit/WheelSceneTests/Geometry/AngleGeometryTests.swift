import PictureReading
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// Finds the arm and the wedge in the pixels of the angle scene and compares them with the formulas: in units of the
/// drawing, the arm has the length 200, and the wedge lies from 160 to 180.
@Suite struct AngleGeometryTests {
    @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
    func armAndWedgeStandByTheFormula(_ format: PixelFormat) {
        var gallery = Gallery(format) { _ in PanelSettings(controls: [.ranged(ValueRange(0, 90), unit: "°")]) }
        let problem = counterexample("angle in \(format)", seed: 31, cases: 220) { random in
            guard let studio = gallery.studio(&random) else { return "no font" }
            let degrees = random.double(in: 12...90)
            studio.set(0, .number(degrees))
            studio.draw()
            guard let layout = studio.layout().cells[0].scene as? AngleLayout else { return "no angle" }
            // Small drawings are skipped: there an arm's end cannot be distinguished from the ticks.
            guard layout.unit > 0.25, layout.isDrawn else { return nil }
            return AngleSearch(studio, layout, degrees: degrees)
                .problem(tolerance: tolerance(format))
                .map { "\(studio.name), \(degrees)°: \($0)" }
        }
        #expect(problem == nil)
    }

    /// A row: a range, and the units that the drawing reaches to the left, right, up and down: 230 where ticks are,
    /// else 12. The drawing is as large as its place allows.
    @Test(
        arguments: table(
            """
            0 90 -> 230 12 230 12
            0 180 -> 230 230 230 12
            -45 225 -> 230 230 230 230
            0 360 -> 230 230 230 230
            -90 0 -> 230 12 12 230
            """))
    func moreThanAQuarterGrows(_ row: Row) throws {
        let range = row.words.map { number($0) }
        let reach = row.output.split(separator: " ").map { number($0) }
        let settings = PanelSettings(controls: [.ranged(ValueRange(range[0], range[1]), unit: "°")])
        let studio = try Studio(settings, width: 480, height: 480)
        guard let layout = studio.layout().cells[0].scene as? AngleLayout else {
            Issue.record("no angle")
            return
        }
        // The place of the vertex in the box determines the room on each side.
        let (u, numbers) = (layout.unit, layout.measures.label * 1.6)
        let (left, right) = (layout.vertex.x - layout.box.minX, layout.box.maxX - layout.vertex.x)
        let (up, down) = (layout.vertex.y - layout.box.minY, layout.box.maxY - layout.vertex.y)
        #expect((left - reach[0] * u - numbers * 2).magnitude < 1e-9)
        #expect((right - reach[1] * u - (reach[1] > 12 ? numbers * 2.4 : 0)).magnitude < 1e-9)
        #expect((up - reach[2] * u - (reach[2] > 12 ? numbers : 0)).magnitude < 1e-9)
        #expect((down - reach[3] * u - (reach[3] > 12 ? numbers : numbers / 2)).magnitude < 1e-9)
        let body = studio.layout().cells[0].frame.body
        #expect(body.inset(by: -1e-6).contains(layout.box))
        #expect(layout.box.minY >= layout.row.value.box.maxY - 1e-6)
        let spare = (body.maxY - layout.row.value.box.maxY) - layout.box.height
        #expect((body.width - layout.box.width).magnitude < 1e-6 || spare < layout.measures.innerGap)
        for degrees in stride(from: max(range[0], 12), through: range[1], by: 31) where degrees < 340 {
            studio.set(0, .number(degrees))
            studio.draw()
            let search = AngleSearch(studio, layout, degrees: degrees)
            #expect(search.problem(tolerance: 0.75) == nil, "\(degrees)°")
        }
    }

    @Test func theDotIsOnTheArmWhileEditing() throws {
        let settings = PanelSettings(controls: [.ranged(ValueRange(0, 90), unit: "°")])
        let studio = try Studio(settings, width: 400, height: 400)
        studio.set(0, .number(60))
        let layout = try #require(studio.layout().cells[0].scene as? AngleLayout)
        let probe = Probe(pixels: studio.pixels, ground: Theme.dark.cell, ink: Theme.dark.text)
        // A place beside the arm's end, at right angles to the arm.
        let (end, u) = (layout.place(at: .degrees(60), distance: 200 * layout.unit), layout.unit)
        let aside = Vector(dx: -Angle.degrees(60).sine, dy: Angle.degrees(60).cosine)
        let beside = end + aside * (8 * u)
        studio.draw()
        #expect(probe.share(at: beside) < 0.1)
        studio.draw { $0 = $0.with(0) { $0.isEditing = true } }
        #expect(probe.share(at: beside) > 0.9)
        let reach = try #require(probe.crossing(from: end, towards: end + aside * (20 * u)))
        #expect((reach - 10 * u).magnitude < 0.5)
    }
}

struct AngleSearch {
    let arm: Probe
    let wedge: Probe
    let vertex: Point
    let u: Double
    /// Half of the width of a line, in units. The arm and the line at 0° are equally wide.
    let half: Double
    let angle: Angle

    init(_ studio: Studio, _ layout: AngleLayout, degrees: Double) {
        let theme = studio.theme
        arm = Probe(pixels: studio.pixels, ground: theme.cell, ink: theme.text)
        wedge = Probe(pixels: studio.pixels, ground: theme.cell, ink: theme.accent)
        vertex = layout.vertex
        u = layout.unit
        half = layout.lineWidth / 2 / u
        angle = .degrees(degrees)
    }

    func problem(tolerance: Double) -> String? {
        guard let end = armEnd else { return "the arm is not found" }
        let wanted = place(angle, 200)
        if end.distance(to: wanted) > tolerance { return "the arm ends at \(end), not at \(wanted)" }
        // The search follows the middle of the wedge, away from both lines.
        let middle = angle / 2
        for (from, to, edge) in [(140.0, 170.0, 160.0), (190, 170, 180)] {
            guard let way = wedge.crossing(from: place(middle, from), towards: place(middle, to)) else {
                return "the wedge has no edge at \(edge) u"
            }
            let found = from * u + (to > from ? way : -way)
            if (found - edge * u).magnitude > tolerance {
                return "the wedge's edge is at \(found / u) u, not \(edge) u"
            }
        }
        return wedgeEnds(tolerance: tolerance)
    }

    /// Finds the arm's two sides on a circle outside of the wedge, then its end on the line midway between them.
    private var armEnd: Point? {
        let radius = 188 * u
        let reach = Angle(radians: (half + 8) * u / radius)
        func side(_ from: Angle) -> Angle? {
            let steps = 400
            var before = arm.share(at: place(from, 188))
            for step in 1...steps {
                let here = from.interpolated(to: angle, fraction: Double(step) / Double(steps))
                let share = arm.share(at: place(here, 188))
                if before < 0.5, share >= 0.5 { return here }
                before = share
            }
            return nil
        }
        guard let first = side(angle - reach), let second = side(angle + reach) else { return nil }
        let direction = first.interpolated(to: second, fraction: 0.5)
        guard let way = arm.crossing(from: place(direction, 188), towards: place(direction, 211)) else { return nil }
        // The round end extends half of the line's width beyond the arm's end.
        return place(direction, 188 + way / u - half)
    }

    /// Checks that the wedge ends where the two lines begin.
    private func wedgeEnds(tolerance: Double) -> String? {
        let radius = 170.0
        let half = Angle(radians: asinOf(half / radius))
        for (line, inside) in [(angle - half, angle - half * 1.6), (half, half * 1.6)] {
            let (start, end) = (place(inside, radius), place(line - (inside - line) * 0.5, radius))
            guard let way = wedgeEdge(from: start, towards: end) else { return "the wedge does not end at \(line)" }
            let found = start + (end - start) * (way / (end - start).length)
            if found.distance(to: place(line, radius)) > tolerance {
                return "the wedge ends at \(found), not at \(line)"
            }
        }
        return nil
    }

    /// The distance from `start` at which the wedge's colour ends and the line begins.
    private func wedgeEdge(from start: Point, towards end: Point) -> Double? {
        Probe(pixels: wedge.pixels, ground: wedge.ink, ink: arm.ink).crossing(from: start, towards: end)
    }

    private func asinOf(_ share: Double) -> Double { share + share * share * share / 6 }

    private func place(_ angle: Angle, _ distance: Double) -> Point {
        Point(x: vertex.x - distance * u * angle.cosine, y: vertex.y - distance * u * angle.sine)
    }
}
