import WheelCanvas
import WheelScene

/// Writes parts of a picture as the control sequences of one protocol.
protocol PictureWriter {
    /// The sequences to send before the first picture, and the sequences to send after the last picture.
    var setup: String { get }
    var ending: String { get }
    /// Whether a picture stays intact below text, and is visible again when the text is erased.
    var hasTextAbove: Bool { get }
    /// The sequences that cover a box of the picture with this colour, as the background of text. If `box` is `nil`,
    /// the sequences uncover the picture.
    func cover(_ box: CellBox?, _ color: Color) -> String
    /// The sequences that draw the background of the text line below the picture; empty if the backgrounds of
    /// characters are enough.
    func lineGround(_ line: CellBox, _ color: Color) -> String
    /// Starts again on a terminal that shows no picture. `grid` applies to all pictures from now on.
    mutating func begin(_ grid: PictureGrid)
    /// Appends the sequences that show the damaged parts of the picture.
    mutating func write(_ pixels: PixelBuffer, _ damage: [PixelRect], to bytes: inout [UInt8])
}
