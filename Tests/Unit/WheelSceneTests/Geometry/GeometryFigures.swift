import TestSupport
import WheelGeometry
import WheelModel
import WheelSettings

@testable import WheelCanvas
@testable import WheelScene

/// The figures of docs/geometry.md, measured on layouts and display lists. Each table has rows of a symbol and a figure.
enum GeometryFigures {
    typealias Row = (symbol: String, figure: String)

    static func tables() throws -> [String: [Row]] {
        [
            "page": page(), "buttons": try buttons(), "text": try texts(), "angle": try angle(), "ticks": ticks(),
            "wheel": try wheel(),
            "rotor": try rotor(), "seat": seat(), "rings": rings(), "rows": rows(), "labels": labels(),
            "motion": motion(),
        ]
    }

    private static func page() -> [Row] {
        func strip(_ side: Double) -> String {
            let settings = PanelSettings(
                controls: [.ranged("a", ValueRange(0, 1))],
                pages: [PageSettings(name: "a", controls: [0]), PageSettings(name: "b", controls: [0])])
            let layout = PageLayout(Instrument(settings), .page(0), size: Size(width: side, height: side))
            return pixels(layout.tabs[0].rect.height)
        }
        let settings = PanelSettings(controls: [.ranged("a", ValueRange(0, 1)), .ranged("b", ValueRange(0, 1))])
        let layout = PageLayout(Instrument(settings), .all, size: Size(width: 800, height: 480))
        let number = NumberSettings(range: ValueRange(0, 1))
        let vertical = NumberSettings(range: ValueRange(0, 1), orientation: .vertical)
        return [
            ("gap at 800 × 480", pixels(layout.gap)),
            ("strip at 100 × 100", strip(100)), ("strip at 400 × 400", strip(400)),
            ("strip at 1000 × 1000", strip(1000)),
            ("angle", proportions(AngleLayout.aspect(of: number))),
            ("rotor", proportions(RotorLayout.aspect(of: number))),
            ("wheel", proportions(WheelLayout.aspect(of: number))),
            ("vertical wheel", proportions(WheelLayout.aspect(of: vertical))),
            ("positions", proportions(SeatLayout.aspect)),
        ]
    }

    private static func buttons() throws -> [Row] {
        func button(_ settings: ControlSettings) throws -> String {
            let specimen = try Specimen(settings)
            let readout =
                (specimen.scene as? AngleLayout)?.readout ?? (specimen.scene as? WheelLayout)?.readout
                ?? (specimen.scene as? RotorLayout)?.readout
            return units(readout?.up?.width ?? 0)
        }
        func touch(_ diameter: Double) -> String {
            let row = Rect(x: 0, y: 0, width: 400, height: 100)
            return pixels(ReadoutRow(row, hasStepper: true, button: diameter).targets(of: 0)[0].area.width)
        }
        return [
            ("angle", try button(.ranged(ValueRange(0, 90), unit: "°"))),
            ("wheel", try button(.ranged(ValueRange(0, 1)))),
            ("rotor", try button(.ranged(ValueRange(0, 1), wraps: true))),
            ("d = 20 px", touch(20)), ("d = 40 px", touch(40)), ("d = 60 px", touch(60)),
        ]
    }

    private static func texts() throws -> [Row] {
        func value(_ scene: Specimen) -> String { units(scene.scene.textPlaces.valuePixels) }
        let tall = try Specimen(.ranged(ValueRange(0, 1)), Size(width: 400, height: 800))
        return [
            ("title", units(TextBands.titlePixels(1))), ("smallest title", pixels(TextBands.titlePixels(0))),
            ("value, angle", value(try Specimen(.ranged(ValueRange(0, 90), unit: "°")))),
            ("value, rotor", value(try Specimen(.ranged(ValueRange(0, 1), wraps: true)))),
            ("value, wheel", value(try Specimen(.ranged(ValueRange(0, 1))))), ("value, vertical wheel", value(tall)),
            ("value, positions", value(try Specimen(.positions(4)))),
            ("unit ÷ digits", number(ValueText.unitShare)), ("em ÷ line", number(FittedText.emPerLine)),
        ]
    }

    private static func angle() throws -> [Row] {
        let specimen = try Specimen(.ranged(ValueRange(0, 90), unit: "°"))
        let layout = try specimen.layout(AngleLayout.self)
        func square(_ range: ValueRange) throws -> String {
            let layout = try Specimen(.ranged(range, unit: "°")).layout(AngleLayout.self)
            return "\(units(layout.box.width / layout.unit)) × \(units(layout.box.height / layout.unit))"
        }
        func tick(_ width: Double) -> String {
            let line = specimen.layer.lines.first { ($0.width - width).magnitude < 1e-9 }
            guard let line else { return "none" }
            return "\(units(layout.vertex.distance(to: line.from))) … \(units(layout.vertex.distance(to: line.to)))"
        }
        let widths = Set(specimen.layer.lines.map { ($0.width * 1e6).rounded() / 1e6 }.filter { $0 < 3 }).sorted()
        let wedge = specimen.moving.rings[0]
        return [
            ("V", "\(units(layout.vertex.x)), \(units(layout.vertex.y))"), ("r", units(layout.radius)),
            ("line", units(specimen.moving.lines[0].width)), ("wedge", "\(units(wedge.inner)) … \(units(wedge.outer))"),
            ("dot", units(specimen.moving.discs[0])),
            ("major tick", "\(tick(widths[1])), \(units(widths[1])) wide"),
            ("minor tick", "\(tick(widths[0])), \(units(widths[0])) wide"),
            ("0° … 90°", try square(ValueRange(0, 90))), ("0° … 180°", try square(ValueRange(0, 180))),
            ("−90° … 90°", try square(ValueRange(-90, 90))), ("0° … 360°", try square(ValueRange(0, 360))),
            ("s", units(specimen.ignoredRadius)),
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
        let specimen = try Specimen(.ranged(ValueRange(0, 1)), Size(width: 600, height: 400))
        let layout = try specimen.layout(WheelLayout.self)
        let wide = try Specimen(.ranged(ValueRange(0, 1)), Size(width: 2000, height: 400)).layout(WheelLayout.self)
        let tall = try Specimen(.ranged(ValueRange(0, 1)), Size(width: 400, height: 800)).layout(WheelLayout.self)
        let area = specimen.target { if case .wheel = $0 { true } else { false } }
        return [
            ("frame's inset", units(layout.frame.minX)), ("frame's top", units(layout.frame.minY)),
            ("H", units(layout.frame.height)), ("largest W", units(wide.frame.width)),
            ("W of a vertical wheel", units(tall.frame.width)),
            ("n", Speed.defaults.map { text($0.density) }.joined(separator: ", ")),
            ("line", Speed.defaults.map { text($0.lineWidth) }.joined(separator: ", ") + " px"),
            ("level bar", pixels(layout.levelWidth)), ("touch margin", units(layout.frame.minY - area.minY)),
        ]
    }

    private static func rotor() throws -> [Row] {
        let specimen = try Specimen(.ranged(ValueRange(0, 360), unit: "°", wraps: true))
        let layout = try specimen.layout(RotorLayout.self)
        let wide = try Specimen(.ranged(ValueRange(0, 1), wraps: true), Size(width: 800, height: 400))
        let (inner, outer) = (RotorLayout.ringInner, RotorLayout.ringOuter)
        let minor = specimen.layer.lines.map { layout.center.distance(to: $0.from) }.filter { $0 < outer }.max() ?? 0
        let area = specimen.target { if case .slider = $0 { true } else { false } }
        return [
            ("C", "\(units(layout.center.x)), \(units(layout.center.y))"),
            ("rectangle", "\(units(layout.size.width)) × \(units(layout.size.height))"),
            ("dot", units(specimen.moving.discs[0])), ("major tick", "\(units(inner)) … \(units(outer))"),
            ("minor tick", "\(units(minor)) … \(units(outer))"), ("slider's y", units(layout.slider.from.y)),
            ("slider's length", units(layout.slider.length)),
            ("longest slider", units(try wide.layout(RotorLayout.self).slider.length)),
            ("track", units(layout.slider.trackWidth)), ("knob", units(layout.slider.knobRadius)),
            ("slider's touch area", "\(units(area.width - layout.slider.length)) longer, \(units(area.height)) high"),
            ("s", units(specimen.ignoredRadius)),
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
    static func pixels(_ value: Double) -> String { "\(number(value)) px" }
    private static func proportions(_ size: Size) -> String { "\(number(size.width)) : \(number(size.height))" }
}
