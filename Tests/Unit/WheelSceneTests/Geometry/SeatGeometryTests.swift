import PictureReading
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// Finds the chosen seat's middle in the pixels of the positions scene.
@Suite struct SeatGeometryTests {
    @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
    func seatsStandByTheFormula(_ format: PixelFormat) {
        var gallery = Gallery(format) { random in
            // The labels are too long to be inside the seats, so no text covers them.
            let positions = (0..<random.int(in: 2...24)).map { Position(name: "position-\($0)") }
            let settings = PositionSettings(
                positions: positions, layout: random.pick(PositionLayout.allCases))
            return PanelSettings(controls: [ControlSettings(name: "seats", quantity: .choice(settings))])
        }
        let problem = counterexample("seats in \(format)", seed: 41, cases: 220) { random in
            guard let studio = gallery.studio(&random),
                let positions = studio.pictureSettings.settings.controls[0].positions
            else { return "no font" }
            let (count, layout) = (positions.positions.count, positions.layout)
            let chosen = random.int(in: 0...(count - 1))
            studio.set(0, .position(chosen))
            studio.draw()
            guard let seats = studio.layout().cells[0].scene as? SeatLayout else { return "no seats" }
            let search = SeatSearch(studio.pixels, seats, studio.theme, tolerance: tolerance(format))
            return (search.problem(chosen) ?? (layout == .arc ? search.ringProblem : search.rowsProblem))
                .map { "\(studio.name), \(layout?.rawValue ?? "seats"), \(chosen) of \(count): \($0)" }
        }
        #expect(problem == nil)
    }

    /// On each ring of a block, the gaps between seats are equal. A seat's angle is its size ÷ radius.
    @Test(arguments: [30, 64, 200, 777, 1000])
    func ringsOfBlocksAreEven(_ count: Int) throws {
        let plan = RingPlan(count: count, outer: 300)
        #expect(plan.places.count == count)
        var rings: [String: [RingPlan.Place]] = [:]
        for place in plan.places { rings["\(place.block) \(place.radius)", default: []].append(place) }
        for places in rings.values {
            let block = plan.blocks[places[0].block]
            let size = Angle(radians: plan.seatWidth / places[0].radius)
            let gaps = zip(places, places.dropFirst()).map { $1.angle - $0.angle - size }
            for gap in gaps {
                #expect(gap > .zero)
                #expect((gap - gaps[0]).magnitude < .degrees(1e-9))
            }
            for place in places {
                #expect(place.angle - size / 2 >= block.from - .degrees(1e-9))
                #expect(place.angle + size / 2 <= block.to + .degrees(1e-9))
                #expect(place.radius > block.inner && place.radius < block.outer)
            }
        }
        #expect((plan.blocks.map(\.outer).max() ?? 0) <= 300 + 1e-9)
    }

    /// For any number of seats, no seat overlaps another, and all are in their window.
    @Test(arguments: [1, 2, 5, 16, 24, 25, 40, 41, 120, 121, 500, 1000], PositionLayout.allCases)
    func seatsKeepApart(_ count: Int, _ layout: PositionLayout) throws {
        let positions = PositionSettings(positions: PositionSettings.numbered(count), layout: layout)
        let settings = ControlSettings(name: "seats", quantity: .selection(positions))
        for size in [(800.0, 480.0), (300, 700), (200, 200)] {
            let page = PageLayout(
                PictureSettings(PanelSettings(controls: [settings])), .all, size: Size(width: size.0, height: size.1))
            let seats = try #require(page.cells[0].scene as? SeatLayout)
            let inner = seats.chart.shape.bounds
            for (number, seat) in seats.chart.seats.enumerated() {
                #expect(seats.window.inset(by: -1).contains(seat.transform.bounds(of: inner)), "\(number)")
            }
            let apart = zip(seats.chart.seats, seats.chart.seats.dropFirst()).map { $0.center.distance(to: $1.center) }
                .min()
            #expect((apart ?? .infinity) >= min(inner.width, inner.height) * 0.99)
        }
    }
}

struct SeatSearch {
    let pixels: PixelBuffer
    let layout: SeatLayout
    let theme: Theme
    let tolerance: Double

    init(_ pixels: PixelBuffer, _ layout: SeatLayout, _ theme: Theme, tolerance: Double) {
        self.pixels = pixels
        self.layout = layout
        self.theme = theme
        self.tolerance = tolerance
    }

    /// What is wrong with the place of the chosen seat, or `nil`. Its place is the middle of the pixels near it that
    /// have the accent colour.
    func problem(_ chosen: Int) -> String? {
        let probe = Probe(pixels: pixels, ground: theme.cell, ink: theme.accent)
        let seat = layout.chart.seats[chosen]
        let half = Vector(dx: layout.chart.shape.size.width / 2, dy: layout.chart.shape.size.height / 2).length
        var (weight, sum) = (0.0, Vector.zero)
        for y in Int(seat.center.y - half)...Int(seat.center.y + half) {
            for x in Int(seat.center.x - half)...Int(seat.center.x + half) {
                let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                guard let own = seat.transform.inverse?.apply(to: place),
                    own.x.magnitude < layout.chart.shape.size.width / 2 + 1,
                    own.y.magnitude < layout.chart.shape.size.height / 2 + 1
                else { continue }
                let share = probe.share(x: x, y: y)
                weight += share
                sum = sum + (place - .zero) * share
            }
        }
        guard weight > 1 else { return "no seat is chosen" }
        let found = Point.zero + sum / weight
        let wanted = seat.transform.apply(to: Point(x: 0, y: middleOfParts))
        return found.distance(to: wanted) > tolerance ? "the seat is at \(found), not at \(wanted)" : nil
    }

    /// How far the middle of a seat's parts is below its centre: two gaps have 1/10 of the height each, and of the
    /// remaining height the back has 1/3, the squab 1/2 and the rod 1/6.
    private var middleOfParts: Double {
        let height = layout.chart.shape.size.height
        let parts = [(4.0 / 15, 1.0), (0.4, 0.84), (2.0 / 15, 0.4)]
        var (top, area, sum) = (-0.5, 0.0, 0.0)
        for (part, breadth) in parts {
            area += part * breadth
            sum += part * breadth * (top + part / 2)
            top += part + 0.1
        }
        return sum / area * height
    }

    /// Checks that the seats of one ring have equal distances and face the centre.
    var ringProblem: String? {
        let seats = layout.chart.seats
        let middle = seats.reduce(Vector.zero) { $0 + ($1.center - .zero) } / Double(seats.count)
        let center = Point.zero + middle
        for (number, seat) in seats.enumerated() {
            let angle = Angle(turns: Double(number) / Double(seats.count))
            let radius = seat.center.distance(to: center)
            let wanted = center + Vector(dx: angle.sine, dy: -angle.cosine) * radius
            if seat.center.distance(to: wanted) > 1e-6 { return "seat \(number) is not at \(angle)" }
            if (seat.turn - angle).normalizedAroundZero.magnitude > .degrees(1e-9) {
                return "seat \(number) does not face the centre"
            }
        }
        return nil
    }

    var rowsProblem: String? {
        let rows = Set(layout.chart.seats.map { ($0.center.y * 1000).rounded() })
        let columns = Set(layout.chart.seats.map { ($0.center.x * 1000).rounded() })
        return rows.count * columns.count >= layout.chart.seats.count ? nil : "seats in \(rows.count) rows"
    }
}
