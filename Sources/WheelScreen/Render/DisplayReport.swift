/// What the render thread has to say.
public enum DisplayReport: Equatable, Sendable {
    /// There is a screen, and the picture is this large.
    case attached(String, PixelSize)
    /// There is none yet, and why.
    case waiting(String)
    /// There is none any more, and why.
    case lost(String)
    /// The picture as a PNG file, for whoever asked with this number; nil where there is none.
    case picture(Int, png: [UInt8]?, PixelSize)
}
