/// Draws display lists into pixels. Only the difference to the previous list is drawn.
///
///     let canvas = Canvas(width: 800, height: 480)
///     canvas.setLayer(frameAndTicks, on: .black)     // the parts that stay
///     canvas.draw(hands, into: pixels, damage: &damage)
///
/// A picture depends only on the layer and on the list drawn over it: whether the picture is drawn in full or as a
/// difference, every pixel is the same.
public final class Canvas {
    /// The largest width or height of a picture, in pixels.
    public static let largestSide = 16_384

    public let width: Int
    public let height: Int
    private let isSharp: Bool
    /// Swift checks each access to a property of a class for exclusivity at run time. All state is one value, so a call
    /// needs one check.
    private var picture: Picture

    /// Each pixel of a sharp picture is black or white: white if the green of its colour is at least 128 of 255.
    public init(width: Int, height: Int, isSharp: Bool = false) {
        precondition(width >= 0 && height >= 0 && max(width, height) <= Canvas.largestSide)
        self.width = width
        self.height = height
        self.isSharp = isSharp
        picture = Picture(
            tracer: Tracer(width: width, height: height), sweep: Sweep(width: width, isSharp: isSharp),
            layer: Layer(width: width, height: height), moving: FramePair(height: height))
        setLayer(on: .black)
    }

    /// Replaces the layer: shapes on a ground of one colour, over which the lists are drawn. Only the differences to
    /// the previous layer are drawn.
    public func setLayer(_ list: DisplayList = DisplayList(), on color: Color) {
        let ground = isSharp ? Color(color.word & 0x8000 != 0 ? 0xFFFFFF : 0) : color
        picture.setLayer(list, on: ground)
    }

    /// Draws `list` over the layer, and sets `damage` to the pixels that were written. `target` must still hold the
    /// last picture of this canvas, unless `invalidate` was called.
    public func draw(_ list: DisplayList, into target: PixelBuffer, damage: inout DamageRegion) {
        precondition(target.width == width && target.height == height)
        picture.draw(list, into: target, damage: &damage)
    }

    /// Declares that the target no longer holds the last picture, or that the next frame has another target. The next
    /// frame is drawn in full.
    public func invalidate() {
        picture.isLost = true
    }
}

/// All mutable state of a canvas.
private struct Picture: ~Copyable {
    var tracer: Tracer
    var sweep: Sweep
    var layer: Layer
    var moving: FramePair
    var isLost = true

    mutating func setLayer(_ list: DisplayList, on color: Color) {
        layer.draw(list, on: color, tracer: &tracer, sweep: &sweep)
    }

    mutating func draw(_ list: DisplayList, into target: PixelBuffer, damage: inout DamageRegion) {
        damage.removeAll()
        moving.setNext(list, tracer: &tracer)
        if isLost {
            moving.changes.addBox(
                rows: Span(from: 0, to: Int32(target.height)), columns: Span(from: 0, to: Int32(target.width)))
            isLost = false
        } else {
            moving.findChanges()
            layer.addDamage(to: &moving.changes)
        }
        moving.run(&sweep, over: layer.ground(in: target.format), into: target, damage: &damage)
    }
}
