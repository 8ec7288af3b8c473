public import WheelCanvas

#if compiler(>=6.2)
    /// The type itself, though not what is made of it, is used by the thread that starts the other.
    public typealias PainterType = AnyObject & SendableMetatype
#else
    public typealias PainterType = AnyObject
#endif

/// What draws a display's picture. Belongs to the render thread.
public protocol Painter: PainterType {
    associatedtype State: Sendable

    /// The picture is this large from now on, and nothing of an earlier one is left.
    func begin(_ size: PixelSize, text: TextRendering)
    /// Takes a newer state over.
    func take(_ state: State, atMicroseconds now: Int64)
    /// Draws what is to be seen at this time, and says where that is other than before. True while something moves:
    /// then it is asked again with the next frame, and else when there is a newer state.
    func draw(into pixels: PixelBuffer, damage: inout DamageRegion, atMicroseconds now: Int64) -> Bool
    /// The lines of text that were left out of the picture, for `TextRendering.cells`.
    var texts: [KeptText] { get }
}

extension Painter {
    public var texts: [KeptText] { [] }
}

/// How text comes into the picture.
public enum TextRendering: Sendable {
    case drawn
    /// As characters, by the output itself.
    case cells
}
