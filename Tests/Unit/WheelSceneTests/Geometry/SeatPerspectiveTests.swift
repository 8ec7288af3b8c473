import PictureReading
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// Finds skewed seats in the pixels, and touches them at the places found.
@Suite struct SeatPerspectiveTests {
    private func seats(
        _ count: Int, _ layout: PositionLayout, _ kind: (PositionSettings) -> Quantity = { .choice($0) }
    ) -> ControlSettings {
        // The labels are too long to be inside the seats, so no text covers them.
        let positions = (0..<count).map { Position(name: "position-\($0)") }
        var control = ControlSettings(
            name: "seats", quantity: kind(PositionSettings(positions: positions, layout: layout)), scene: .positions)
        control.appearance.hasPerspective = true
        return control
    }

    @Test(arguments: PositionLayout.allCases)
    func seatsLeanByTheFormula(_ layout: PositionLayout) {
        var gallery = Gallery(.xrgb8888) { random in
            PanelSettings(controls: [seats(random.int(in: 2...24), layout)])
        }
        var leaning = 0
        let problem = counterexample("leaning seats, \(layout)", seed: 37, cases: 150) { random in
            guard let studio = gallery.studio(&random),
                let positions = studio.pictureSettings.settings.controls[0].positions
            else { return "no font" }
            let chosen = random.int(in: 0...(positions.positions.count - 1))
            studio.set(0, .position(chosen))
            studio.draw()
            guard let scene = studio.layout().cells[0].scene as? SeatLayout else { return "no seats" }
            let seat = LeaningSeat(scene, chosen)
            if seat.lean.magnitude > 0.1 { leaning += 1 }
            return seat.problem(in: studio.pixels, studio.theme).map { "\(studio.name), \(chosen): \($0)" }
        }
        #expect(problem == nil)
        #expect(leaning > 20)
    }

    /// A finger on any part of a seat touches that seat, and a finger beside the seats touches none.
    @Test(arguments: [2, 5, 9, 16, 24, 30, 64, 200], PositionLayout.allCases)
    func aSeatIsTouchedWhereItIsDrawn(_ count: Int, _ layout: PositionLayout) throws {
        let settings = PanelSettings(controls: [seats(count, layout) { .selection($0) }])
        for size in [Size(width: 800, height: 480), Size(width: 480, height: 800), Size(width: 1000, height: 300)] {
            let pictureSettings = PictureSettings(settings)
            let state = SceneState(pictureSettings, Panel(settings), at: Instant(microseconds: 0))
            let scene = try #require(
                PageLayout(pictureSettings, .all, size: size).cells[0].scene as? SeatLayout)
            guard scene.touchesSeats(zoom: 1) else { continue }
            let targets = scene.targets(of: 0, state)
            func touched(_ place: Point) -> Int? {
                let hit = targets.last { $0.area.contains(place, under: $0.transform) }
                if case .seat(_, let position) = hit?.kind { return position }
                return nil
            }
            for position in 0..<count {
                let seat = LeaningSeat(scene, position)
                for (across, down) in LeaningSeat.places {
                    #expect(touched(seat.place(across, down)) == position, "\(position) of \(count) in \(size)")
                }
                // A finger below the seat touches another seat, or none.
                #expect(touched(seat.place(0, 2.4)) != position)
            }
        }
    }

    /// No seat is drawn outside of the window, or over another seat.
    @Test(arguments: [1, 2, 3, 4, 7, 10, 16, 24, 40, 120, 500], PositionLayout.allCases)
    func leaningSeatsKeepApart(_ count: Int, _ layout: PositionLayout) throws {
        let settings = PanelSettings(controls: [seats(count, layout)])
        for size in [(800.0, 480.0), (300, 700), (1000, 260), (200, 200)] {
            let page = PageLayout(PictureSettings(settings), .all, size: Size(width: size.0, height: size.1))
            let scene = try #require(page.cells[0].scene as? SeatLayout)
            let seats = (0..<count).map { LeaningSeat(scene, $0) }
            let shape = scene.chart.shape.bounds
            for (number, seat) in seats.enumerated() {
                let bounds = scene.chart.seats[number].transform.bounds(of: shape)
                #expect(scene.window.inset(by: -1).contains(bounds), "\(number) of \(count) in \(size)")
                let others = [number + 1, number + 2].filter { $0 < count }.map { scene.chart.seats[$0] }
                for other in others {
                    let isOver = LeaningSeat.places.contains {
                        shape.contains(seat.place($0.0, $0.1), under: other.transform)
                    }
                    #expect(!isOver, "\(number) of \(count) in \(size)")
                }
            }
        }
    }
}

/// A seat by the formula of the document: it is turned, then its upright lines lean to a point above the window.
private struct LeaningSeat {
    let center: Point
    let turn: Angle
    let lean: Double
    let size: Size

    init(_ scene: SeatLayout, _ position: Int) {
        let (seat, window) = (scene.chart.seats[position], scene.window)
        (center, turn, size) = (seat.center, seat.turn, scene.chart.shape.size)
        let top = window.midY - 1.5 * max(window.width, window.height)
        lean = (center.x - window.midX) / (center.y - top)
    }

    /// Places on the outline and inside, in halves of the seat's size.
    static let places: [(Double, Double)] = [-0.95, -0.5, 0, 0.5, 0.95].flatMap { across in
        [-0.95, -0.5, 0, 0.5, 0.95].map { (across, $0) }
    }

    /// The place that is `across` half widths to the right of the middle, and `down` half heights below it.
    func place(_ across: Double, _ down: Double) -> Point {
        let own = Vector(dx: across * size.width / 2, dy: down * size.height / 2)
        let turned = Vector(
            dx: own.dx * turn.cosine - own.dy * turn.sine, dy: own.dx * turn.sine + own.dy * turn.cosine)
        return Point(x: center.x + turned.dx + turned.dy * lean, y: center.y + turned.dy)
    }

    /// Checks that pixels of the chosen seat are just inside the four sides of the back, and none just outside.
    func problem(in pixels: PixelBuffer, _ theme: Theme) -> String? {
        // The back has the upper 4/15 of the height. In a choice a chosen seat has no outline.
        let (top, bottom) = (-1.0, -1 + 8.0 / 15)
        let (x, y) = (3 / size.width, 3 / size.height)
        guard size.height > 30 else { return nil }
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.accent)
        for share in [0.35, 0.5, 0.65] {
            let (across, down) = (-1 + 2 * share, top + (bottom - top) * share)
            let inside = [(across, top + y), (across, bottom - y), (-1 + x, down), (1 - x, down)]
            let outside = [(across, top - y), (across, bottom + y), (-1 - x, down), (1 + x, down)]
            for (across, down) in inside where probe.share(at: place(across, down)) < 0.9 {
                return "no seat at \(across), \(down)"
            }
            for (across, down) in outside where probe.share(at: place(across, down)) > 0.1 {
                return "a seat at \(across), \(down)"
            }
        }
        return nil
    }
}
