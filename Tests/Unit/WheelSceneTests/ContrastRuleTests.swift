import PictureReading
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelCanvas
@testable import WheelScene

/// The contrast of each text with its background, in all configurations and states.
@Suite struct ContrastRuleTests {
    @Test(arguments: [Theme.dark, .light, .mono]) func eachTextStandsOut(_ theme: Theme) throws {
        let typeface = try Typeface.of(theme)
        var known: [UInt64: Double] = [:]
        let problem = counterexample("contrast", seed: 17, cases: 170) { random in
            let screen = RandomScreen(&random)
            let pictureSettings = PictureSettings(RandomPanel.careful(&random))
            let view = random.pick(RandomPanel.views(of: pictureSettings.settings))
            let measures = screen.measures.drawn(in: theme, screen.size)
            let page = PageView(pictureSettings, view, size: screen.size, measures, typeface: typeface)
            guard page.mono != nil || page.layout.cells.allSatisfy({ $0.frame.hasRoomForText(measures) }) else {
                return nil
            }
            let state = RandomPanel.state(of: pictureSettings, at: Self.time, &random)
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

    /// The edge of each chip and of − and + contrasts with the card, or the plate itself does.
    @Test(arguments: [Theme.dark, .light]) func eachPlateStandsOut(_ theme: Theme) throws {
        let typeface = try Typeface.of(theme)
        var kinds: Set<String> = []
        let problem = counterexample("plates", seed: 18, cases: 170) { random in
            let screen = RandomScreen(&random)
            var settings = RandomPanel.careful(&random)
            if settings.inputs.isEmpty { settings.inputs = [.touch] }
            let pictureSettings = PictureSettings(settings)
            let view = random.pick(RandomPanel.views(of: settings))
            let measures = screen.measures.drawn(in: theme, screen.size)
            let page = PageView(pictureSettings, view, size: screen.size, measures, typeface: typeface)
            let state = RandomPanel.state(of: pictureSettings, at: Self.time, &random)
            let motion = Motion(state)
            var sketch = Sketch(theme: theme)
            let figures = { Figure($0, of: state, in: motion, at: Self.time) }
            page.drawLayer(figures, focus: state.focus, into: &sketch)
            page.drawMoving(figures, focus: state.focus, into: &sketch)
            for target in page.layout.targets(for: state) {
                guard let (kind, control) = target.plate, !figures(control).isLocked else { continue }
                guard let (plate, ground) = Self.plate(in: target.area, sketch.list, theme) else {
                    return "\(screen.name), \(view): \(kind) at \(target.area) has no plate"
                }
                kinds.insert(kind)
                if contrast(plate, ground) < 3 { return "\(screen.name), \(view): \(kind): \(plate) on \(ground)" }
            }
            return nil
        }
        #expect(problem == nil)
        #expect(kinds.isSuperset(of: ["stepper", "chip"]), "\(kinds)")
    }

    /// A user must first notice which controls are on. So the plates of a choice that is off are less conspicuous than
    /// a plate that is on, whatever their form and size.
    @Test(arguments: [Theme.dark, .light]) func aChosenOffIsQuiet(_ theme: Theme) throws {
        let typeface = try Typeface.of(theme)
        let most = contrast(theme.off, theme.cell) * 1.05
        var forms: Set<String> = []
        let problem = counterexample("off", seed: 19, cases: 400) { random in
            let screen = RandomScreen(&random)
            var settings = RandomPanel.careful(&random)
            if random.once(in: 2) { settings.inputs = [.touch] }
            for control in settings.controls.indices {
                guard case .choice(var positions) = settings.controls[control].quantity else { continue }
                // Half of the choices have only two words, which may be drawn as a switch.
                if random.once(in: 2) { positions.positions = Array(positions.positions.prefix(2)) }
                positions.off = random.int(in: 0...(positions.positions.count - 1))
                settings.controls[control].quantity = .choice(positions)
            }
            let pictureSettings = PictureSettings(settings)
            let view = random.pick(RandomPanel.views(of: settings))
            let page = PageView(pictureSettings, view, size: screen.size, screen.measures, typeface: typeface)
            var state = RandomPanel.state(of: pictureSettings, at: Self.time, &random)
            for (index, cell) in page.layout.cells.enumerated() {
                let control = settings.controls[cell.control]
                guard control.kind == .choice, let off = control.positions?.off else { continue }
                state = state.with(cell.control) {
                    $0.number = Double(off)
                    ($0.applied, $0.pendingUntil, $0.age, $0.hasValue) = (nil, nil, nil, true)
                }
                let figure = Figure(cell.control, of: state, in: Motion(state), at: Self.time)
                let (scene, texts) = page.shown(index, figure)
                guard let selector = scene as? SelectorLayout else { continue }
                var sketch = Sketch(theme: theme)
                scene.drawLayer(figure, texts, into: &sketch)
                scene.drawMoving(figure, texts, into: &sketch)
                for item in sketch.list.items {
                    // Only plates are checked. The bar of a list is narrower than any plate.
                    guard case .shape(.roundedRectangle(let rect, _), .identity) = item.content,
                        min(rect.width, rect.height) > screen.measures.pixels(1.5),
                        let shown = sketch.list.items.last(where: { $0.covers(rect.center, sketch.list) })
                    else { continue }
                    if shown.color == theme.off { forms.insert("\(selector.form)".prefix { $0.isLetter }.description) }
                    if contrast(shown.color, theme.cell) > most {
                        return "\(screen.name), \(view), \(selector.form): \(shown.color) in \(rect)"
                    }
                }
            }
            return nil
        }
        #expect(problem == nil)
        #expect(forms == ["segments", "chips", "list", "toggle"], "\(forms)")
    }

    /// A chosen seat that means "off" has neither the colour of a seat that is on nor that of a free seat, for seats of
    /// any size.
    @Test(arguments: [Theme.dark, .light], [(3, PositionLayout.arc), (8, .rows), (300, .rows), (300, .arc)])
    func aChosenOffSeatIsQuiet(_ theme: Theme, _ seats: (count: Int, layout: PositionLayout)) throws {
        let typeface = try Typeface.of(theme)
        /// The colours of the chosen seat, which is drawn above the layer, and of the free seats in the layer.
        func colors(off: Int?, chosen: Int) -> (moving: [Color], layer: [Color]) {
            let positions = PositionSettings(
                positions: PositionSettings.numbered(seats.count), layout: seats.layout, off: off)
            let control = ControlSettings(name: "x", quantity: .choice(positions), scene: .positions)
            let (size, settings) = (Size(width: 800, height: 480), PanelSettings(controls: [control]))
            let pictureSettings = PictureSettings(settings)
            let page = PageView(
                pictureSettings, .control(0), size: size, Measures(picture: size), typeface: typeface)
            let state = SceneState(pictureSettings, Panel(settings), at: Self.time).with(0) {
                ($0.number, $0.hasValue) = (Double(chosen), true)
            }
            let figure = Figure(0, of: state, in: Motion(state), at: Self.time)
            let (scene, texts) = page.shown(0, figure)
            var (moving, layer) = (Sketch(theme: theme), Sketch(theme: theme))
            scene.drawMoving(figure, texts, into: &moving)
            scene.drawLayer(figure, texts, into: &layer)
            return (moving.list.items.map(\.color), layer.list.items.map(\.color))
        }
        let (on, off) = (colors(off: nil, chosen: 0), colors(off: 0, chosen: 0))
        #expect(on.moving.contains { !$0.isGrey })
        #expect(off.moving.allSatisfy { $0.isGrey })
        #expect(off.moving.contains { !off.layer.contains($0) })
        #expect(colors(off: 0, chosen: 1).moving == colors(off: nil, chosen: 1).moving)
    }

    /// The colours of a plate (the lowest shape that fills most of an area) and of the shape below it.
    private static func plate(
        in area: Rect, _ list: DisplayList, _ theme: Theme
    ) -> (plate: Color, ground: Color)? {
        let number = list.items.firstIndex { item in
            guard case .shape(.roundedRectangle(let rect, _), .identity) = item.content else { return false }
            return area.inset(by: -1).contains(rect) && rect.width * rect.height > 0.5 * area.width * area.height
        }
        guard let number else { return nil }
        let below = list.items[..<number].last { $0.covers(area.center, list) }
        return (list.items[number].color, below?.color ?? theme.ground)
    }

    private static let time = Instant(microseconds: 100_000_000)

    /// For each text its colour, the colour below its middle, and this place.
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

extension TouchTarget {
    /// The kind of the target's plate, and its control; `nil` for targets without a plate.
    fileprivate var plate: (kind: String, control: Int)? {
        switch kind {
        case .stepper(let control, _): ("stepper", control)
        case .chip(let control, _): ("chip", control)
        default: nil
        }
    }
}

extension DisplayList.Item {
    fileprivate func covers(_ place: Point, _ list: DisplayList) -> Bool {
        if case .polygon(let first, let end, let transform) = content, let own = transform.inverse?.apply(to: place) {
            return Array(list.points[first..<end]).surround(own)
        }
        guard case .shape(let shape, let transform) = content, let own = transform.inverse?.apply(to: place) else {
            return false
        }
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
    fileprivate var isGrey: Bool { max(red, green, blue) - min(red, green, blue) < 48 }

    fileprivate var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
