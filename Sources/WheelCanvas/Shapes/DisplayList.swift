public import WheelGeometry

/// What a picture consists of, from the lowest to the uppermost: shapes and lines of text, each in one colour.
///
/// A list is made anew for every frame, in the same variable, so that it keeps its memory:
///
///     list.removeAll()
///     list.add(.disc(center: middle, radius: 20), color: accent)
///     list.add("42.0", font: readout, at: baseline, color: foreground)
///
/// The canvas finds out by itself what differs from the frame before.
public struct DisplayList {
    struct Item: Equatable {
        enum Content: Equatable {
            case shape(Shape, AffineTransform)
            /// A range of `points`.
            case polygon(Int, Int, AffineTransform)
            /// A range of `glyphs`.
            case text(Int, Int)
        }

        var content: Content
        var color: Color
    }

    private(set) var items = ContiguousArray<Item>()
    private(set) var points = ContiguousArray<Point>()
    private(set) var glyphs = ContiguousArray<PlacedGlyph>()
    /// Where the cells of the glyphs are kept.
    private(set) var atlas: GlyphAtlas?
    /// The lines of text that are not drawn.
    public private(set) var keptTexts: [KeptText] = []
    public let keepsTexts: Bool

    /// `keepsTexts`: lines of text are put into `keptTexts` instead of being drawn, for who writes them by other means.
    public init(keepsTexts: Bool = false) {
        self.keepsTexts = keepsTexts
    }

    public var isEmpty: Bool { items.isEmpty }

    /// Empties the list and keeps its memory.
    public mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        keptTexts.removeAll(keepingCapacity: true)
    }

    public mutating func add(_ shape: Shape, color: Color, transform: AffineTransform = .identity) {
        items.append(Item(content: .shape(shape, transform), color: color))
    }

    /// A convex polygon; it may go round either way.
    public mutating func add(
        polygon corners: some Sequence<Point>, color: Color, transform: AffineTransform = .identity
    ) {
        let first = points.count
        points.append(contentsOf: corners)
        items.append(Item(content: .polygon(first, points.count, transform), color: color))
    }

    /// One line of text. Its baseline begins, has its middle or ends at `place`, as `alignment` says. Shapes can be
    /// transformed, text cannot: its glyphs are drawn as they were made, at quarters of a pixel.
    public mutating func add(
        _ text: String, font: Font, at place: Point, alignment: TextAlignment = .start, color: Color
    ) {
        guard !keepsTexts else {
            let middle = Point(x: place.x, y: place.y - font.capHeight / 2)
            return keptTexts.append(KeptText(text: text, place: middle, alignment: alignment, color: color))
        }
        precondition(atlas == nil || atlas === font.typeface.atlas, "one list, one atlas")
        atlas = font.typeface.atlas
        let first = glyphs.count
        let x = place.x - alignment.share * (alignment == .start ? 0 : font.width(of: text))
        font.layOut(text, at: Point(x: x, y: place.y), into: &glyphs)
        items.append(Item(content: .text(first, glyphs.count), color: color))
    }
}

/// Which part of a line of text stands at its place.
public enum TextAlignment: Sendable {
    case start
    case middle
    case end

    var share: Double {
        switch self {
        case .start: 0
        case .middle: 0.5
        case .end: 1
        }
    }
}

/// A line of text that is not drawn.
public struct KeptText: Equatable, Sendable {
    public var text: String
    /// Where the line that runs through the middle of its capitals begins, has its middle or ends.
    public var place: Point
    public var alignment: TextAlignment
    public var color: Color

    public init(text: String, place: Point, alignment: TextAlignment, color: Color) {
        self.text = text
        self.place = place
        self.alignment = alignment
        self.color = color
    }
}
