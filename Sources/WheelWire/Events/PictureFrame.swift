/// A part of a remote display's picture. After each frame the client has a complete picture of one moment.
public struct PictureFrame: Equatable, Sendable {
    public var display: String
    /// The place of the part's upper left corner in the picture, in pixels.
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    /// Whether the frame is the whole picture. True for the first frame, and for the first after a reload that has
    /// changed the display.
    public var isWhole: Bool
    /// Whether the display is dark. The picture is then black.
    public var isDark = false
    /// The pixels as a PNG file.
    public var png: [UInt8]

    public init(
        display: String, x: Int, y: Int, width: Int, height: Int, isWhole: Bool, isDark: Bool = false, png: [UInt8]
    ) {
        self.display = display
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.isWhole = isWhole
        self.isDark = isDark
        self.png = png
    }

    /// The part of the event's line after the member `time`. This part is long, and the same for every client.
    public var members: [UInt8] { lineEnd(capacity: png.count / 3 * 4 + 256) }
}

extension LineBuffer {
    /// Writes the line of a display's or a view's frame with these `members`.
    public mutating func frame(_ members: [UInt8], of event: EventName, _ stamp: EventStamp) {
        beginEvent(event, stamp)
        append(members)
    }
}

extension PictureFrame: DeclaredObject {
    static let blank = PictureFrame(display: "", x: 0, y: 0, width: 0, height: 0, isWhole: false, png: [])

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("display", &display, "the display's name")
        visitor.visit("x", &x, "the column of the left edge in the picture, from 0")
        visitor.visit("y", &y, "the row of the upper edge in the picture, from 0")
        visitor.visit("width", &width, "the width in pixels")
        visitor.visit("height", &height, "the height in pixels")
        visitor.visit(
            "whole", ifTrue: &isWhole, when: "if `true`",
            "the part is the whole picture, which has this size from now on")
        visitor.visit("dark", ifTrue: &isDark, when: "if `true`", "the display is dark, and the picture black")
        visitor.visit("png", base64: &png, "the pixels as a PNG file")
    }
}
