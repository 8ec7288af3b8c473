import WheelCanvas
import WheelCore

/// The share of a colour in a pixel, and the places along a line where the colour begins or ends.
public struct Probe {
    public let pixels: PixelBuffer
    public let ground: Color
    public let ink: Color
    private let way: SIMD4<Double>
    private let origin: SIMD4<Double>

    public init(pixels: PixelBuffer, ground: Color, ink: Color) {
        self.pixels = pixels
        self.ground = ground
        self.ink = ink
        origin = Probe.channels(ground)
        let difference = Probe.channels(ink) - origin
        way = difference / (difference * difference).sum()
    }

    /// The share of the ink in the pixel at this place, 0…1.
    public func share(x: Int, y: Int) -> Double {
        guard x >= 0, y >= 0, x < pixels.width, y < pixels.height else { return 0 }
        let share = ((Probe.channels(pixels[x, y]) - origin) * way).sum()
        return min(max(share, 0), 1)
    }

    /// The share of the ink, interpolated between the four pixels whose middles are nearest.
    public func share(at place: Point) -> Double {
        let (x, y) = (place.x - 0.5, place.y - 0.5)
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (across, down) = (x - x.rounded(.down), y - y.rounded(.down))
        let upper = share(x: left, y: top) * (1 - across) + share(x: left + 1, y: top) * across
        let lower = share(x: left, y: top + 1) * (1 - across) + share(x: left + 1, y: top + 1) * across
        return upper * (1 - down) + lower * down
    }

    /// The distance from `start` at which the share first crosses one half, in steps of a quarter of a pixel.
    public func crossing(from start: Point, towards end: Point) -> Double? {
        let way = end - start
        let length = way.length
        var before = share(at: start)
        var distance = 0.0
        while distance < length {
            distance += 0.25
            let here = share(at: start + way * (distance / length))
            if (here >= 0.5) != (before >= 0.5) {
                return distance - 0.25 + 0.25 * (0.5 - before) / (here - before)
            }
            before = here
        }
        return nil
    }

    private static func channels(_ color: Color) -> SIMD4<Double> {
        SIMD4(Double(color.red), Double(color.green), Double(color.blue), 0)
    }

    /// The mean difference between the shares of a small picture and of the part of this picture that begins at `left`
    /// and `top`. The comparison stops once the difference exceeds `most`.
    public func difference(from small: Probe, left: Int, top: Int, atMost most: Double) -> Double {
        let (width, height) = (small.pixels.width, small.pixels.height)
        let count = Double(width * height)
        var sum = 0.0
        for y in 0..<height {
            for x in 0..<width { sum += (small.share(x: x, y: y) - share(x: left + x, y: top + y)).magnitude }
            if sum / count > most { break }
        }
        return sum / count
    }
}
