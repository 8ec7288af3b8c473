import WheelCanvas
import WheelCore

/// The smear of a wheel's lines, which is their motion blur if they have moved far since the last frame. The longer a
/// place has been covered by lines, the stronger is the smear there. Sharp lines would seem to stand still or to turn
/// backwards.
struct WheelSmear {
    /// The wheel's angle in the last frame and now, in multiples of the angle between two lines.
    private let from: Double
    private let to: Double
    /// The number of lines in half a turn.
    private let density: Double

    /// The minimum movement in one frame, in multiples of the distance between two lines. Shorter movements are not
    /// smeared.
    static let least = 0.4

    /// `nil` if the wheel has turned no further than `least`.
    init?(from: Angle, to: Angle, density: Double) {
        let spacing = 180 / density
        let (start, way) = (from.degrees / spacing, (to - from).degrees / spacing)
        guard density > 0, density.isFinite, start.isFinite, way.isFinite, way.magnitude > WheelSmear.least else {
            return nil
        }
        // The lines repeat, so only the fraction of `start` matters. Movements by more than 64 distances between lines
        // look alike.
        self.from = start - start.rounded(.down)
        self.to = self.from + max(-64, min(way, 64))
        self.density = density
    }

    /// The fraction of the frame's time for which lines cover the place whose angle from the middle of the wheel is
    /// `angle`. `width` is the angle that a line in the middle covers, and `light` is the cosine of `angle`.
    func coverage(at angle: Double, light: Double, width: Double) -> Double {
        let spacing = .pi / density
        let half = min(0.5, width / 2 / max(light, 1e-3) / spacing)
        let place = angle / spacing
        return (covered(place + to, half) - covered(place + from, half)) / (to - from)
    }

    /// The total length that lines cover between 0 and `place`, in multiples of the distance between two lines.
    private func covered(_ place: Double, _ half: Double) -> Double {
        let line = place.rounded()
        return line * 2 * half + max(-half, min(place - line, half))
    }
}

extension WheelLayout {
    /// Draws the smear as strips along `between`, in few shades.
    func draw(_ smear: WheelSmear, width: Double, along between: Rect, into sketch: inout Sketch) {
        let theme = sketch.theme
        let length = isVertical ? frame.height : frame.width
        let first = Int((isVertical ? between.minY : between.minX).rounded(.up))
        let end = Int((isVertical ? between.maxY : between.maxX).rounded(.down))
        let low = isVertical ? frame.minY : frame.minX
        var (start, shade) = (first, Shade(cover: 0, light: 0))
        for pixel in first...max(first, end) {
            var next = Shade(cover: 0, light: 0)
            if pixel < end {
                let across = (Double(pixel) + 0.5 - low) / length * 2 - 1
                let light = max(0, 1 - across * across).squareRoot()
                // The sine of this angle is the distance of the place from the middle, in multiples of half the wheel's
                // length.
                let turn = Vector(dx: light, dy: across).angle.radians
                let angle = isVertical ? turn : -turn
                let cover = smear.coverage(at: angle, light: light, width: width / (length / 2))
                next = Shade(
                    cover: UInt8((cover * Shade.covers).rounded()), light: UInt8((light * Shade.lights).rounded()))
                guard next != shade else { continue }
            }
            if shade.cover > 0 {
                sketch.fill(
                    strip(of: between, from: Double(start), length: Double(pixel - start)), shade.color(in: theme))
            }
            (start, shade) = (pixel, next)
        }
        sketch.isSmeared = true
    }
}

/// The strength of the smear and the lightness at a place, in so few steps that neighbouring places often have the same
/// colour.
private struct Shade: Equatable {
    let cover: UInt8
    let light: UInt8

    static let covers = 51.0
    static let lights = 17.0

    func color(in theme: Theme) -> Color {
        var color = theme.outline.mixed(with: theme.text, fraction: Double(light) / Shade.lights)
        color.alpha = cover * UInt8(255 / Shade.covers)
        return color
    }
}
