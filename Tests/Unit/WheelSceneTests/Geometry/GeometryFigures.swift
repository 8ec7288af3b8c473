import TestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelCanvas
@testable import WheelScene

/// The figures of docs/internals/geometry.md, measured on layouts and display lists. Each row of a table has a symbol
/// and a figure.
enum GeometryFigures {
    typealias Row = (symbol: String, figure: String)

    static func tables() throws -> [String: [Row]] {
        [
            "density": density(), "measures": lengths(), "page": page(), "card": try card(), "plates": plates(),
            "angle": try angle(), "ticks": ticks(),
            "wheel": try wheel(), "digits": try digits(),
            "rotor": try rotor(), "seat": seat(), "rings": rings(), "rows": rows(), "labels": labels(),
            "motion": motion(), "selector": selector(), "chooser": chooser(),
        ]
    }

    private static let large = Size(width: 800, height: 480)

    private static func density() -> [Row] {
        // The measures depend on the viewing distance, so the figures are those for 0.6 m.
        func density(_ side: Double) -> String {
            let measures = Measures(picture: Size(width: side, height: 1), distance: 0.6)
            return "\(number(measures.pixelsPerMillimetre)) px/mm"
        }
        return [
            ("128 px", density(128)), ("320 px", density(320)), ("1024 px", density(1024)), ("more", density(1025)),
        ]
    }

    private static func lengths() -> [Row] {
        // With 1000 pixels to a millimetre, rounding to pixels does not show.
        let measures = Measures(pixelsPerMillimetre: 1000)
        func length(_ pixels: Double) -> String { millimetres(pixels / 1000) }
        let least = measures.leastCell(isTouched: false)
        return [
            ("label", length(measures.label)), ("chip", length(measures.chip)),
            ("least value", length(measures.leastValue)), ("value", length(measures.value)),
            ("value alone", length(measures.largeValue)), ("largest value", length(measures.largest)),
            ("hairline", length(measures.hairline)),
            ("stroke", length(measures.stroke)), ("focus", length(measures.focusStroke)), ("gap", length(measures.gap)),
            ("inner gap", length(measures.innerGap)), ("padding", length(measures.padding)),
            ("radius", length(measures.radius)), ("label row", length(measures.labelRow)),
            ("target", length(measures.target)),
            ("least cell", "\(number(least.width / 1000)) × \(length(least.height))"),
        ]
    }

    private static func page() -> [Row] {
        func panel(_ count: Int, _ inputs: [InputSettings] = []) -> PictureSettings {
            let controls = (0..<count).map { ControlSettings.ranged("c\($0)", ValueRange(0, 1)) }
            let pages = [PageSettings(name: "a", controls: [0]), PageSettings(name: "b", controls: [0])]
            return PictureSettings(PanelSettings(controls: controls, inputs: inputs, pages: pages))
        }
        func strip(_ inputs: [InputSettings]) -> String {
            pixels(PageLayout(panel(1, inputs), .page(0), size: large).tabs[0].rect.height)
        }
        func grids(_ width: Double, _ height: Double) -> String {
            let size = Size(width: width, height: height)
            return [1, 2, 3, 4, 6, 8, 12, 16].map { count in
                let rects = PageLayout(panel(count), .all, size: size).cells.map(\.frame.rect)
                return "\(Set(rects.map(\.minX)).count) × \(Set(rects.map(\.minY)).count)"
            }.joined(separator: ", ")
        }
        return [
            ("strip", strip([.touch])), ("strip without touch", strip([])), ("800 × 480", grids(800, 480)),
            ("480 × 800", grids(480, 800)), ("320 × 240", grids(320, 240)),
        ]
    }

    private static func card() throws -> [Row] {
        let frame = try Specimen(.ranged(ValueRange(0, 1)), large).cell.frame
        func place(_ rect: Rect) -> String {
            "\(text(rect.minX)), \(text(rect.minY)), \(text(rect.width)) × \(text(rect.height)) px"
        }
        return [
            ("card at 800 × 480", place(frame.rect)), ("body at 800 × 480", place(frame.body)),
            ("line", "\(number(SceneRoom.line(1))) h"),
        ]
    }

    private static func plates() -> [Row] {
        let measures = Measures(pixelsPerMillimetre: 10)
        let settings = ControlSettings.ranged(ValueRange(0, 1))
        func row(_ width: Double, _ height: Double) -> ValueRow {
            let box = Rect(x: 0, y: 0, width: width * 10, height: height * 10)
            let room = SceneRoom(
                cell: box, body: box, measures: measures, hasSteppers: true, isTouched: true, hasKnob: false,
                picture: box.size)
            return ValueRow(box, settings, room, capital: 10)
        }
        let width = (1...100).first { row(Double($0), 40).up != nil } ?? 0
        let height = (1...100).first { row(100, Double($0)).up != nil } ?? 0
        let widths = [45.0, 60, 100].map { millimetres((row($0, 12).up?.width ?? 0) / 10) }
        return [
            ("least row", "\(width) × \(height) mm"), ("height", millimetres((row(100, 12).up?.height ?? 0) / 10)),
            ("width", widths.joined(separator: ", ")),
        ]
    }

    private static func angle() throws -> [Row] {
        let specimen = try Specimen(.ranged(ValueRange(0, 90), unit: "°"), large)
        let layout = try specimen.layout(AngleLayout.self)
        let u = layout.unit
        func tick(_ isMajor: Bool) -> String {
            let ticks = specimen.layer.lines.map { line -> (Double, Double, Double) in
                (layout.vertex.distance(to: line.from) / u, layout.vertex.distance(to: line.to) / u, line.width)
            }
            let width = isMajor ? specimen.measures.stroke : specimen.measures.hairline
            guard let tick = ticks.first(where: { $0.2 == width }) else { return "none" }
            return "\(units(tick.0)) … \(units(tick.1))"
        }
        let wedge = specimen.moving.rings[0]
        return [
            ("r", units(layout.radius / u)), ("line", units(specimen.moving.lines[0].width / u)),
            ("wedge", "\(units(wedge.inner / u)) … \(units(wedge.outer / u))"),
            ("dot", units(specimen.moving.discs[0] / u)), ("major tick", tick(true)), ("minor tick", tick(false)),
            ("s", units(specimen.ignoredRadius / u)),
        ]
    }

    private static func ticks() -> [Row] {
        func step(_ pixelsPerTurn: Double) -> Double {
            var angles: [Double] = []
            ArcTicks(from: .zero, to: .turn, pixelsPerTurn: pixelsPerTurn).forEach { angle, _ in
                angles.append(angle.degrees)
            }
            return angles[1] - angles[0]
        }
        let lengths = stride(from: 1000.0, through: 1, by: -1)
        let steps = lengths.map(step).reduce(into: [Double]()) { if $0.last != $1 { $0.append($1) } }
        let least = lengths.filter { step($0) == 5 }.min().map { $0 * 5 / 360 } ?? 0
        return [("steps", steps.map { "\(text($0))°" }.joined(separator: ", ")), ("smallest distance", pixels(least))]
    }

    private static func wheel() throws -> [Row] {
        func layout(_ size: Size, _ orientation: WheelOrientation = .horizontal) throws -> WheelLayout {
            try Specimen(.ranged(ValueRange(-1, 1), orientation: orientation), size).layout(WheelLayout.self)
        }
        let tall = try layout(Size(width: 800, height: 640))
        let breadths = try stride(from: 60.0, through: 480, by: 1).map {
            try layout(Size(width: 800, height: $0))
        }
        let least = breadths.filter { !$0.isBar }.map(\.frame.height).min() ?? 0
        let bar = breadths.filter(\.isBar).map(\.frame.height).max() ?? 0
        let vertical = try layout(Size(width: 600, height: 800), .vertical)
        let widths = Speed.defaults.map { millimetres($0.lineWidth * 0.15) }
        let marked = try Specimen(.ranged(ValueRange(-1, 1)), large)
        let frame = try marked.layout(WheelLayout.self).frame
        let mark = marked.layer.rectangles.map { frame.minY - $0.minY }.filter { $0 < 20 }.max() ?? 0
        let dense = try layout(Size(width: 80, height: 400))
        let density = dense.density(of: Speed.defaults[0])
        return [
            ("breadth", "\(rounded(least)) … \(rounded(tall.frame.height))"),
            ("breadth of a vertical wheel", rounded(vertical.frame.width)), ("bar", rounded(bar)),
            ("n", Speed.defaults.map { text($0.density) }.joined(separator: ", ")),
            ("line", widths.joined(separator: ", ")),
            ("least distance", rounded(density < 20 ? dense.frame.width * .pi / 2 / density : 0)),
            ("level bar", rounded(tall.levelWidth)), ("mark", rounded(mark)),
        ]
    }

    private static func rotor() throws -> [Row] {
        let settings = ControlSettings.ranged(ValueRange(0, 360), unit: "°", wraps: true)
        let specimen = try Specimen(settings, large)
        let layout = try specimen.layout(RotorLayout.self)
        let slider = try #require(layout.slider)
        let touched = try #require(Specimen(settings, large, isTouched: true).layout(RotorLayout.self).slider)
        let (inner, outer) = (RotorLayout.ringInner, RotorLayout.ringOuter)
        let u = layout.unit
        let minor =
            specimen.layer.lines.map { layout.center.distance(to: $0.from) / u }.filter { $0 < outer }.max() ?? 0
        let body = specimen.cell.frame.body
        return [
            ("rectangle", "\(units(layout.size.width / u)) × \(units(layout.size.height / u))"),
            ("major tick", "\(units(inner)) … \(units(outer))"),
            ("minor tick", "\(units(minor)) … \(units(outer))"),
            ("slider", "\(rounded(slider.area.height)), \(rounded(touched.area.height))"),
            ("slider's y", rounded(body.maxY - slider.from.y)),
            ("slider's length", "\(rounded(body.width - slider.length)), \(rounded(body.width - touched.length))"),
            ("track", rounded(slider.trackWidth)),
            ("handle", "\(rounded(slider.handle.width)) × \(rounded(slider.handle.height))"),
            ("s", units(specimen.ignoredRadius / u)),
        ]
    }

    private static func motion() -> [Row] {
        [
            ("value", "\(Glide.value.microseconds / 1000) ms"),
            ("page, zoom, outline", "\(Glide.page.microseconds / 1000) ms"),
        ]
    }
}

extension GeometryFigures {
    static func number(_ value: Double) -> String { text((value * 1e4).rounded() / 1e4) }
    static func units(_ value: Double) -> String { "\(number(value)) u" }
    static func millimetres(_ value: Double) -> String { "\(number(value)) mm" }
    /// The millimetres of a length at 7.3 px/mm, rounded to 0.05 mm.
    private static func rounded(_ pixels: Double) -> String { millimetres((pixels / 7.3 * 20).rounded() / 20) }
    static func pixels(_ value: Double) -> String { "\(number(value)) px" }
}
