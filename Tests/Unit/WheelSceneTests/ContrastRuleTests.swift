import TestSupport
import Testing
import WheelGeometry
import WheelModel
import WheelSettings

@testable import WheelCanvas
@testable import WheelScene

/// The contrast of each text that is drawn with what is drawn behind it, in all configurations and states.
@Suite struct ContrastRuleTests {
    @Test(arguments: [Theme.dark, .light, .mono]) func eachTextStandsOut(_ theme: Theme) throws {
        let typeface = try Typeface.of(theme)
        var known: [UInt64: Double] = [:]
        let problem = counterexample("contrast", seed: 17, cases: 170) { random in
            let screen = RandomScreen(&random)
            let instrument = Instrument(RandomPanel.careful(&random))
            let view = random.pick(RandomPanel.views(of: instrument.settings))
            let measures = screen.measures.drawn(in: theme, screen.size)
            let page = PageView(instrument, view, size: screen.size, measures, typeface: typeface)
            guard page.mono != nil || page.layout.cells.allSatisfy({ $0.frame.hasRoomForText(measures) }) else {
                return nil
            }
            let state = RandomPanel.state(of: instrument, at: Self.time, &random)
            let motion = Motion(state)
            var sketch = Sketch(theme: theme)
            let figures = { Figure($0, of: state, in: motion, at: Self.time) }
            page.drawLayer(figures, focus: state.focus, into: &sketch)
            page.drawTabs(into: &sketch)
            page.drawMoving(figures, focus: state.focus, into: &sketch)
            for (text, ground, place) in Self.pairs(sketch.list, theme) {
                let key = UInt64(text.number) << 32 | UInt64(ground.number)
                let ratio = known[key] ?? contrast(text, ground)
                known[key] = ratio
                if ratio < 4.5 { return "\(screen.name), \(view): \(text) on \(ground) at \(place)" }
            }
            return nil
        }
        #expect(problem == nil)
        #expect(known.count >= (theme.isMono ? 2 : 5))
    }

    private static let time = Instant(microseconds: 100_000_000)

    /// The colours of each text and of the last shape below its middle.
    private static func pairs(_ list: DisplayList, _ theme: Theme) -> [(text: Color, ground: Color, place: Point)] {
        guard let atlas = list.atlas else { return [] }
        var pairs: [(Color, Color, Point)] = []
        for (number, item) in list.items.enumerated() {
            guard case .text(let first, let end) = item.content, first < end else { continue }
            let glyph = list.glyphs[(first + end) / 2]
            let cell = atlas.cells[Int(glyph.cell)]
            let place = Point(
                x: Double(glyph.x) + Double(cell.width) / 2, y: Double(glyph.y) + Double(cell.height) / 2)
            let below = list.items[..<number].last { $0.covers(place, list) }
            pairs.append((item.color, below?.color ?? theme.ground, place))
        }
        return pairs
    }
}

extension DisplayList.Item {
    fileprivate func covers(_ place: Point, _ list: DisplayList) -> Bool {
        if case .polygon(let first, let end, let transform) = content, let own = transform.inverse?.apply(to: place) {
            return Array(list.points[first..<end]).surround(own)
        }
        guard let (shape, transform) = shape, let own = transform.inverse?.apply(to: place) else { return false }
        switch shape {
        case .roundedRectangle(let rect, _): return rect.contains(own)
        case .disc(let center, let radius): return center.distance(to: own) <= radius
        case .capsule, .ringSector: return false
        }
    }
}

extension [Point] {
    /// Whether these are the corners of a polygon around `place`.
    fileprivate func surround(_ place: Point) -> Bool {
        var isInside = false
        for (number, corner) in enumerated() {
            let next = self[(number + 1) % count]
            guard (corner.y > place.y) != (next.y > place.y) else { continue }
            let x = corner.x + (next.x - corner.x) * (place.y - corner.y) / (next.y - corner.y)
            if place.x < x { isInside.toggle() }
        }
        return isInside
    }
}

extension Color {
    fileprivate var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
