/// Draws display lists into pixels. Only the difference to the previous list is drawn.
///
///     let canvas = Canvas(width: 800, height: 480)
///     canvas.setLayer(frameAndTicks, on: .black)     // the parts that stay
///     canvas.draw(hands, into: pixels, damage: &damage)
///
/// The picture depends on the lists alone: drawn in steps or at once, every pixel is the same.
public final class Canvas {
    /// Of a picture, in pixels.
    public static let largestSide = 16_384

    public let width: Int
    public let height: Int
    private let isSharp: Bool
    private var tracer: Tracer
    private var sweep: Sweep
    private var layer: Layer
    private var moving: FramePair
    private var isLost = true

    /// A sharp picture has black and white pixels alone: each is the nearer one.
    public init(width: Int, height: Int, isSharp: Bool = false) {
        precondition(width >= 0 && height >= 0 && max(width, height) <= Canvas.largestSide)
        self.width = width
        self.height = height
        self.isSharp = isSharp
        tracer = Tracer(width: width, height: height)
        sweep = Sweep(width: width, isSharp: isSharp)
        layer = Layer(width: width, height: height)
        moving = FramePair(height: height)
        setLayer(on: .black)
    }

    /// Replaces the layer below every list: a colour and shapes. They are drawn only when they change.
    public func setLayer(_ list: DisplayList = DisplayList(), on color: Color) {
        let ground = isSharp ? Color(color.word & 0x8000 != 0 ? 0xFFFFFF : 0) : color
        layer.draw(list, on: ground, tracer: &tracer, sweep: &sweep)
    }

    /// Draws `list` over the layer, into pixels that still hold the last picture of this canvas, and sets `damage` to
    /// the pixels that it wrote.
    public func draw(_ list: DisplayList, into target: PixelBuffer, damage: inout DamageRegion) {
        precondition(target.width == width && target.height == height)
        damage.removeAll()
        moving.setNext(list, tracer: &tracer)
        if isLost {
            moving.changes.addBox(rows: Span(from: 0, to: Int32(height)), columns: Span(from: 0, to: Int32(width)))
            isLost = false
        } else {
            moving.findChanges()
            layer.addDamage(to: &moving.changes)
        }
        layer.forgetDamage()
        moving.run(&sweep, over: layer.ground, into: target, damage: &damage)
    }

    /// Notes that the target does not hold the last picture, or is another one. The next frame is drawn in full.
    public func invalidate() {
        isLost = true
    }
}
