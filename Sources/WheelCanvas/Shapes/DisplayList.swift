public import WheelCore

/// The contents of a picture, from the lowest to the uppermost: shapes and lines of text, each in one colour.
///
/// Fill the same variable again for every frame, so that it keeps its memory:
///
///     list.removeAll()
///     list.add(.disc(center: middle, radius: 20), color: accent)
///     list.add("42.0", font: readout, at: baseline, color: foreground)
///
/// The canvas finds the differences to the previous frame.
public struct DisplayList {
    struct Item: Equatable {
        enum Content: Equatable {
            case shape(Shape, AffineTransform)
            /// A polygon, whose corners are a range of `points`.
            case polygon(Int, Int, AffineTransform)
            /// A line of text, whose glyphs are a range of `glyphs`.
            case text(Int, Int)
        }

        var content: Content
        var color: Color
    }

    private(set) var items = ContiguousArray<Item>()
    private(set) var points = ContiguousArray<Point>()
    private(set) var glyphs = ContiguousArray<PlacedGlyph>()
    /// The atlas that holds the glyphs' cells.
    private(set) var atlas: GlyphAtlas?
    /// The lines of text, if `keepsTexts` is true.
    public private(set) var keptTexts: [KeptText] = []
    public let keepsTexts: Bool

    /// With `keepsTexts`, lines of text are added to `keptTexts` and not drawn, so that a test can read them.
    public init(keepsTexts: Bool = false) {
        self.keepsTexts = keepsTexts
    }

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

    /// Adds a convex polygon. The corners may be listed in either direction.
    public mutating func add(
        polygon corners: some Sequence<Point>, color: Color, transform: AffineTransform = .identity
    ) {
        let first = points.count
        points.append(contentsOf: corners)
        items.append(Item(content: .polygon(first, points.count, transform), color: color))
    }

    /// Adds one line of text. Its baseline begins, is centred or ends at `place`, according to `alignment`. Unlike
    /// shapes, text cannot be transformed. Glyphs are placed at quarters of a pixel from left to right, and at whole
    /// pixels from top to bottom; the glyphs of a sharp typeface are placed at whole pixels in both directions.
    public mutating func add(
        _ text: String, font: Font, at place: Point, alignment: TextAlignment = .start, color: Color
    ) {
        guard !keepsTexts else {
            let middle = Point(x: place.x, y: place.y - font.capHeight / 2)
            return keptTexts.append(KeptText(text: text, place: middle, alignment: alignment, color: color))
        }
        precondition(atlas == nil || atlas === font.typeface.atlas, "one list, one typeface")
        atlas = font.typeface.atlas
        let first = glyphs.count
        let x = place.x - alignment.share * (alignment == .start ? 0 : font.width(of: text))
        font.layOut(text, at: Point(x: x, y: place.y), into: &glyphs)
        items.append(Item(content: .text(first, glyphs.count), color: color))
    }
}

/// Which part of a line of text lies at the place that is given for the line.
public enum TextAlignment: Sendable {
    case start
    case middle
    case end

    /// The share of the line that lies before the place.
    public var share: Double {
        switch self {
        case .start: 0
        case .middle: 0.5
        case .end: 1
        }
    }
}

/// A line of text that is kept for a test and not drawn.
public struct KeptText: Equatable, Sendable {
    public var text: String
    /// The place where the text begins, is centred or ends, at half the height of its capitals.
    public var place: Point
    public var alignment: TextAlignment
    public var color: Color
}
