/// The changed parts of a view. After each frame the client has a complete picture of one moment.
public struct ViewFrame: Equatable, Sendable {
    public var view: String
    /// The picture's size in pixels or characters; `nil` unless the frame is a whole picture.
    public var width: Int?
    public var height: Int?
    /// At most eight parts, which do not overlap.
    public var parts: [ViewPart]
    public var runs: [CellRun]
    /// The colours of the roles. Every whole picture of characters contains them.
    public var colors: [RoleColor]

    public init(
        view: String, width: Int? = nil, height: Int? = nil, parts: [ViewPart] = [], runs: [CellRun] = [],
        colors: [RoleColor] = []
    ) {
        self.view = view
        self.width = width
        self.height = height
        self.parts = parts
        self.runs = runs
        self.colors = colors
    }

    /// Whether the frame is a whole picture. True for the first frame, and for the first after a change of the view's
    /// settings, of the configuration or of a definition.
    public var isWhole: Bool { width != nil }

    /// The part of the event's line after the member `time`.
    public var members: [UInt8] {
        lineEnd(capacity: parts.reduce(256) { $0 + $1.png.count / 3 * 4 + 128 } + runs.count * 64)
    }
}

extension ViewFrame: DeclaredObject {
    static let blank = ViewFrame(view: "")

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("view", &view, "the view's name")
        visitor.visit("width", ifAny: &width, when: "with a whole picture", "the width in pixels or characters")
        visitor.visit("height", ifAny: &height, when: "with a whole picture", "the height in pixels or characters")
        visitor.visit(
            "parts", unlessEmpty: &parts, when: "for `png`", "[rectangles](#views) that have changed, at most eight")
        visitor.visit(
            "runs", unlessEmpty: &runs, when: "for `cells`", "[characters](#views-of-characters) that have changed")
        var roles = colors.isEmpty ? nil : RoleColors(list: colors)
        visitor.visit(
            "colors", ifAny: &roles, when: "with a whole picture of `cells`",
            "the colour of each role, as `\"#rrggbb\"`")
        colors = roles?.list ?? []
    }
}

public struct ViewPart: Equatable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    /// The pixels as a PNG file.
    public var png: [UInt8]

    public init(x: Int, y: Int, width: Int, height: Int, png: [UInt8]) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.png = png
    }
}

extension ViewPart: DeclaredObject {
    static let blank = ViewPart(x: 0, y: 0, width: 0, height: 0, png: [])

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("x", &x, "the column of the left edge in the picture, from 0")
        visitor.visit("y", &y, "the row of the upper edge in the picture, from 0")
        visitor.visit("width", &width, "the width in pixels")
        visitor.visit("height", &height, "the height in pixels")
        visitor.visit("png", base64: &png, "the pixels as a PNG file")
    }
}
