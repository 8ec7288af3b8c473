/// The thickness of a font's strokes.
public enum FontWeight: Sendable {
    case regular
    /// Regular if the family has no bold face.
    case bold
}
