import WheelCore
import WheelModel

@testable import WheelScene

/// The figures of the positions scene.
extension GeometryFigures {
    static func seat() -> [Row] {
        let shape = SeatShape(width: 1, height: 1)
        let (back, squab, rod) = (shape.parts[0], shape.parts[1], shape.parts[2])
        func part(_ rect: Rect) -> String { "\(number(rect.width)) w × \(number(rect.height)) h" }
        return [
            ("back", part(back)), ("squab", part(squab)), ("rod", part(rod)),
            ("space", "\(number(squab.minY - back.maxY)) h"),
            ("corner", number(shape.radius(of: Rect(x: 0, y: 0, width: 1, height: 1)))),
            ("h ÷ w", number(SeatChart.slenderness)), ("w ÷ distance", number(SeatChart.filling)),
            ("aisle", number(SeatChart.aisle)),
            ("point above", "\(number(SeatChart.vanishing))"), ("leaning seat", "\(number(SeatChart.leaningRing))"),
            ("outline", "\(number(SeatLayout.outlineDistance)) w"),
            ("cursor", "\(number(SeatLayout.cursorDistance)) w"),
            ("smallest seat", pixels(SeatLayout.leastSeat)),
            ("smallest touched seat", pixels(SeatLayout.leastTouchedSeat)),
        ]
    }

    static func rings() -> [Row] {
        func plan(_ count: Int) -> RingPlan { RingPlan(count: count, outer: 1) }
        func sectors(_ plan: RingPlan) -> Int { plan.blocks.filter { $0.inner == plan.blocks[0].inner }.count }
        let plans = (1...1000).map { ($0, plan($0)) }
        let oneRing = plans.filter { $0.1.blocks.count == 1 }.map(\.0).max() ?? 0
        let four = plans.filter { sectors($0.1) == 4 }.map(\.0).max() ?? 0
        let rings = plans.map { entry in
            entry.1.blocks.map { Int((($0.outer - $0.inner) / entry.1.pitch).rounded()) }.max() ?? 0
        }
        return [
            ("seats of one ring", "\(oneRing)"), ("breadth of one ring", "\(number(plan(1).seatHeight)) R"),
            ("seats with 4 sectors", "\(four)"), ("sectors for more", "\(sectors(plan(1000)))"),
            ("rings of a block", "\(rings.max() ?? 0)"), ("inner radius", "\(number(plan(1000).blocks[0].inner)) R"),
        ]
    }

    static func rows() -> [Row] {
        func chart(_ count: Int, height: Double = 480) -> SeatChart {
            SeatChart(rows: count, in: Rect(x: 0, y: 0, width: 800, height: height))
        }
        var (columns, lines) = (0, 0)
        for chart in (1...500).map({ chart($0) }) where chart.blocks.count > 1 {
            for block in chart.blocks.indices {
                let seats = chart.seats.filter { $0.block == block }
                columns = max(columns, Set(seats.map { $0.center.x.rounded() }).count)
                lines = max(lines, Set(seats.map { $0.center.y.rounded() }).count)
            }
        }
        // A single row with more seats than one block may have is divided into blocks of ten columns.
        let one = (1...500).filter { chart($0, height: 1).blocks.count == 1 }.max() ?? 0
        return [("seats of one block", "\(one)"), ("largest block", "\(columns) × \(lines)")]
    }

    static func labels() -> [Row] {
        func captions(_ count: Int, length: Int, _ layout: PositionLayout) -> SeatCaptions {
            let label = String(repeating: "x", count: length)
            let positions = (0..<count).map { Position(name: "p\($0)", label: label) }
            return SeatCaptions(PositionSettings(positions: positions, layout: layout))
        }
        let inside = (1...20).filter { captions(4, length: $0, .arc) == .inside }.max() ?? 0
        let below = (1...100).filter { captions($0, length: 20, .rows) == .below }.max() ?? 0
        let around = (1...100).filter { captions($0, length: 20, .arc) == .around }.max() ?? 0
        return [
            ("inside", "\(inside) characters"), ("below", "\(below) positions"), ("around", "\(around) positions"),
            ("below, on a ring", "\(SeatCaptions.mostBeneath) positions"),
            ("smallest label", pixels(CaptionTexts.least)),
        ]
    }
}
