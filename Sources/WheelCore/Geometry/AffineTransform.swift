/// An affine map of the plane: straight lines stay straight, and parallel lines stay parallel.
///
///     x′ = a·x + c·y + tx
///     y′ = b·x + d·y + ty
public struct AffineTransform: Equatable, Hashable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double
    public var d: Double
    public var tx: Double
    public var ty: Double

    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// Reads the upper two rows of a libinput calibration matrix, from left to right: x′ = m0·x + m1·y + m2 and
    /// y′ = m3·x + m4·y + m5. Returns nil unless `m` has six numbers.
    public init?(calibrationMatrix m: [Double]) {
        guard m.count == 6 else { return nil }
        self.init(a: m[0], b: m[3], c: m[1], d: m[4], tx: m[2], ty: m[5])
    }
}

extension AffineTransform {
    public static func translation(by way: Vector) -> AffineTransform {
        AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: way.dx, ty: way.dy)
    }

    /// A rotation from x towards y, which is clockwise on a display. Exact at quarter turns.
    public static func rotation(by angle: Angle, about center: Point = .zero) -> AffineTransform {
        let (sine, cosine) = (angle.sine, angle.cosine)
        return AffineTransform(a: cosine, b: sine, c: 0 - sine, d: cosine, tx: 0, ty: 0).about(center)
    }

    public static func scale(by factor: Double, about center: Point = .zero) -> AffineTransform {
        scale(x: factor, y: factor, about: center)
    }

    public static func scale(x: Double, y: Double, about center: Point = .zero) -> AffineTransform {
        AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0).about(center)
    }

    /// A shear. The lower ends of vertical lines lean to the right by the angle `x`, and the right ends of horizontal
    /// lines lean down by `y`.
    public static func skew(x: Angle, y: Angle = .zero, about center: Point = .zero) -> AffineTransform {
        AffineTransform(a: 1, b: y.tangent, c: x.tangent, d: 1, tx: 0, ty: 0).about(center)
    }

    /// This map about `center` instead of about the origin.
    public func about(_ center: Point) -> AffineTransform {
        guard center != .zero else { return self }
        let moved = apply(to: Vector(dx: center.x, dy: center.y))
        return AffineTransform(a: a, b: b, c: c, d: d, tx: tx + center.x - moved.dx, ty: ty + center.y - moved.dy)
    }

    /// This map, followed by `next`.
    public func then(_ next: AffineTransform) -> AffineTransform {
        let x = next.apply(to: Vector(dx: a, dy: b))
        let y = next.apply(to: Vector(dx: c, dy: d))
        let origin = next.apply(to: Point(x: tx, y: ty))
        return AffineTransform(a: x.dx, b: x.dy, c: y.dx, d: y.dy, tx: origin.x, ty: origin.y)
    }
}

extension AffineTransform {
    public func apply(to point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// A vector is turned and stretched, but not moved.
    public func apply(to way: Vector) -> Vector {
        Vector(dx: a * way.dx + c * way.dy, dy: b * way.dx + d * way.dy)
    }

    /// The bounding box of the image of `rect`.
    public func bounds(of rect: Rect) -> Rect {
        let center = apply(to: rect.center)
        let width = a.magnitude * rect.width + c.magnitude * rect.height
        let height = b.magnitude * rect.width + d.magnitude * rect.height
        return Rect(center: center, size: Size(width: width, height: height))
    }

    /// The inverse map; nil if this map flattens the plane to a line or point, or if a number of either map is not
    /// finite.
    public var inverse: AffineTransform? {
        // Dividing by a power of two rounds nothing, and prevents overflow and underflow below.
        let unit = max(a.magnitude, b.magnitude, c.magnitude, d.magnitude).binade
        guard unit > 0, unit.isFinite, tx.isFinite, ty.isFinite else { return nil }
        let (a, b, c, d) = (a / unit, b / unit, c / unit, d / unit)
        let determinant = a * d - b * c
        // A determinant up to this magnitude may be nothing but the rounding error of the products.
        let noise = ((a * d).magnitude + (b * c).magnitude) * 4 * .ulpOfOne
        guard determinant.magnitude > noise else { return nil }
        let linear = AffineTransform(
            a: d / determinant / unit, b: -b / determinant / unit,
            c: -c / determinant / unit, d: a / determinant / unit, tx: 0, ty: 0)
        let origin = linear.apply(to: Vector(dx: tx, dy: ty))
        let inverse = AffineTransform(
            a: linear.a, b: linear.b, c: linear.c, d: linear.d, tx: 0 - origin.dx, ty: 0 - origin.dy)
        return inverse.isFinite ? inverse : nil
    }

    private var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }
}

extension Rect {
    /// A hit test: whether the point is inside this rectangle after `transform` has been applied to the rectangle.
    public func contains(_ point: Point, under transform: AffineTransform) -> Bool {
        guard let inverse = transform.inverse else { return false }
        return contains(inverse.apply(to: point))
    }
}
