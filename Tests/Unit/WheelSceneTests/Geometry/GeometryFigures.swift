import TestSupport
import Testing
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
            "angle": try angle(), "ticks": ticks(),
            "wheel": try wheel(), "digits": try digits(),
            "rotor": try rotor(), "seat": seat(), "rings": rings(), "rows": rows(), "labels": labels(),
            "motion": motion(), "selector": selector(), "chooser": chooser(),
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
        let slider = try #require(layout.slider)
        let (inner, outer) = (RotorLayout.ringInner, RotorLayout.ringOuter)
        let minor = specimen.layer.lines.map { layout.center.distance(to: $0.from) }.filter { $0 < outer }.max() ?? 0
        let area = specimen.target { if case .slider = $0 { true } else { false } }
        return [
            ("C", "\(units(layout.center.x)), \(units(layout.center.y))"),
            ("rectangle", "\(units(layout.size.width)) × \(units(layout.size.height))"),
            ("dot", units(specimen.moving.discs[0])), ("major tick", "\(units(inner)) … \(units(outer))"),
            ("minor tick", "\(units(minor)) … \(units(outer))"), ("slider's y", units(slider.from.y)),
            ("slider's length", units(slider.length)),
            ("longest slider", units(try #require(wide.layout(RotorLayout.self).slider).length)),
            ("track", units(slider.trackWidth)), ("knob", units(slider.knobRadius)),
            ("slider's touch area", "\(units(area.width - slider.length)) longer, \(units(area.height)) high"),
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
}
