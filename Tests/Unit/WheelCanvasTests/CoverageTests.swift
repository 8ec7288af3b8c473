import PictureReading
import TestSupport
import Testing
import WheelCanvas
import WheelCore

/// Compares every kind of shape with 16 × 16 samples per pixel, under transforms that rotate, scale, mirror and skew.
@Suite struct CoverageTests {
    static let side = 32
    static let placements = 1_000

    /// One shape of a kind, and its exact coverage.
    typealias Placement = (add: (inout DisplayList, Color) -> Void, truth: Truth)

    enum Kind: CaseIterable {
        case capsule, thinCapsule, ringSector, ring, disc, roundedRectangle, rectangle, polygon
    }

    @Test(arguments: Kind.allCases)
    func coverageEqualsThatOfSamples(_ kind: Kind) {
        let canvas = Canvas(width: Self.side, height: Self.side)
        let bitmap = Bitmap(width: Self.side, height: Self.side)
        var list = DisplayList()
        var damage = DamageRegion()
        var errors = Truth.Errors()
        let seed = UInt64(20_240_501 + (Kind.allCases.firstIndex(of: kind) ?? 0))
        let words = UnsafePointer(bitmap.pixels.base.assumingMemoryBound(to: UInt32.self))
        let problem = counterexample("coverage of a \(kind)", seed: seed, cases: Self.placements) { random in
            guard let placement = Self.placement(of: kind, &random) else { return nil }
            list.removeAll()
            placement.add(&list, .white)
            canvas.draw(list, into: bitmap.pixels, damage: &damage)
            return placement.truth.compare(words, side: Self.side, most: 0.125, into: &errors).map { "\($0); \(list)" }
        }
        #expect(problem == nil)
        let mean = errors.sum / Double(max(errors.count, 1)) * 255
        print(
            "a \(kind): off by \(mean)/255 on average at \(errors.count) edge pixels, at most \(errors.worst * 255)/255"
        )
        #expect(errors.count > Self.placements * 10)
        #expect(mean <= 4)
    }

    /// A shape of this kind at a random place; `nil` if the random transform flattens the shape.
    private static func placement(of kind: Kind, _ random: inout SeededGenerator) -> Placement? {
        let transform = transform(&random)
        switch kind {
        case .capsule, .thinCapsule:
            let (start, end) = (point(&random), point(&random))
            let width = kind == .capsule ? random.double(in: 1...8) : random.pick([0.5, 0.7, 1, 1, 1.5])
            return Truth(transform, distance: Distance.capsule(start, end, width: width)).map { truth in
                ({ $0.add(.capsule(from: start, to: end, width: width), color: $1, transform: transform) }, truth)
            }
        case .ringSector, .ring:
            let (center, outer) = (point(&random), random.double(in: 2...9))
            let inner = random.once(in: 4) ? 0 : random.double(in: 0...outer * 0.95)
            let from = Angle(degrees: random.double(in: -720...720))
            let sweep = kind == .ring ? 360 : random.double(in: 1...359)
            let to = from + Angle(degrees: sweep)
            let distance = Distance.ringSector(center, inner: inner, outer: outer, from: from, to: to)
            return Truth(transform, distance: distance).map { truth in
                let shape = Shape.ringSector(center: center, inner: inner, outer: outer, from: from, to: to)
                return ({ $0.add(shape, color: $1, transform: transform) }, truth)
            }
        case .disc:
            let (center, radius) = (point(&random), random.double(in: 0.5...8))
            return Truth(transform, distance: Distance.disc(center, radius: radius)).map { truth in
                ({ $0.add(.disc(center: center, radius: radius), color: $1, transform: transform) }, truth)
            }
        case .roundedRectangle, .rectangle:
            let size = Size(width: random.double(in: 0.5...14), height: random.double(in: 0.5...14))
            let rect = Rect(center: point(&random), size: size)
            let most = min(size.width, size.height) / 2
            let radius = kind == .rectangle ? 0 : random.double(in: 0...most)
            return Truth(transform, distance: Distance.roundedRectangle(rect, radius: radius)).map { truth in
                ({ $0.add(.roundedRectangle(rect, radius: radius), color: $1, transform: transform) }, truth)
            }
        case .polygon:
            let (center, radius) = (point(&random), random.double(in: 2...9))
            var angle = Angle(degrees: random.double(in: 0...360))
            let count = random.int(in: 3...7)
            let corners = (0..<count).map { _ in
                angle += Angle(degrees: random.double(in: 0.3...1) * 360 / Double(count))
                return center + Vector(dx: angle.cosine, dy: angle.sine) * radius
            }
            let mirrored = random.once(in: 2)
            return Truth(transform, distance: Distance.polygon(corners)).map { truth in
                ({ $0.add(polygon: mirrored ? corners.reversed() : corners, color: $1, transform: transform) }, truth)
            }
        }
    }

    private static func point(_ random: inout SeededGenerator) -> Point {
        Point(x: random.double(in: -6...6), y: random.double(in: -6...6))
    }

    /// Places shapes near the middle of the picture, so that some extend beyond it. One shape in eight is upright.
    private static func transform(_ random: inout SeededGenerator) -> AffineTransform {
        let middle = Vector(dx: random.double(in: 6...26), dy: random.double(in: 6...26))
        guard !random.once(in: 8) else { return .translation(by: middle) }
        let mirror = random.once(in: 2) ? -1.0 : 1.0
        return AffineTransform.scale(x: mirror * random.double(in: 0.5...2), y: random.double(in: 0.5...2))
            .then(.skew(x: Angle(degrees: random.double(in: -50...50))))
            .then(.rotation(by: Angle(degrees: random.double(in: 0...360))))
            .then(.translation(by: middle))
    }
}
