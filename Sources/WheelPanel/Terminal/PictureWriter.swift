import WheelCanvas
import WheelScene

/// Writes parts of a picture as the control sequences of one protocol.
protocol PictureWriter {
    /// What has to be sent once before the first picture, and what undoes it and removes all pictures.
    var setup: String { get }
    var ending: String { get }
    /// Whether text can be over a picture, which is whole again when the text is erased.
    var hasTextAbove: Bool { get }
    /// The sequences that cover the picture with the ground of notes, or uncover it.
    func cover(_ box: CellBox?, _ color: Color) -> String
    /// The sequences that give the line of text below the picture its ground; empty if the backgrounds of characters do.
    func lineGround(_ line: CellBox, _ color: Color) -> String
    /// The terminal shows no picture. `grid` is for all pictures from now on.
    mutating func begin(_ grid: PictureGrid)
    /// Appends the sequences that show the damaged parts of the picture.
    mutating func write(_ pixels: PixelBuffer, _ damage: [PixelRect], to bytes: inout [UInt8])
}
