public import WheelCore

/// The measures of a display in pixels. They follow from millimetres at the distance of the eyes, so that text has the
/// same apparent size on every display.
public struct Measures: Equatable, Sendable {
    /// The pixels that look as long as a millimetre at a distance of 0.6 m.
    public private(set) var pixelsPerMillimetre: Double

    /// The pixels of a millimetre on the screen itself, for what a finger has to hit.
    public let density: Double

    /// Whether the picture has room for one control alone: the small page of two colours.
    public private(set) var showsOneControl = false

    /// How much larger everything is than at the usual distance of eyes. At least 1.
    private var enlargement = 1.0

    /// On a display that is far from the eyes, values grow first. The words of cards, and the space around these words, have
    /// this part of the size that they would have if they grew as much.
    private var wordShare = 1.0

    /// The factor by which words are larger on a page of large cards, from 1 to 2. Beside a large value, a word of the usual size
    /// would look lost.
    private var wordGrowth = 1.0

    /// The radius of cards in millimetres; `nil` for that of other plates.
    private var corner: Double?

    /// The smallest size of words, as a part of their usual size. Capitals are at least 2.2 mm high, and usually 2.3 mm.
    static let leastLabel = 2.2 / 2.3

    /// `distance` is that of the eyes, in metres; `nil` for the usual one.
    public init(pixelsPerMillimetre: Double, distance: Double? = nil) {
        let scale = (distance ?? Measures.usualDistance) / Measures.usualDistance
        self.pixelsPerMillimetre = pixelsPerMillimetre * scale
        enlargement = max(1, scale)
        density = pixelsPerMillimetre
    }

    private static let usualDistance = 0.6

    /// For a picture of this size in pixels.
    ///
    /// `configured` is the size of the screen in the configuration, and `reported` the size that its driver reports, both in
    /// millimetres. The driver's size counts if it is likely. `distance` is that of the eyes, in metres.
    public init(picture: Size, configured: Size? = nil, reported: Size? = nil, distance: Double? = nil) {
        let longer = max(picture.width, picture.height)
        let density =
            configured.map { longer / max($0.width, $0.height, 1) }
            ?? reported.flatMap { Measures.density(of: picture, reported: $0) } ?? Measures.usualDensity(longer)
        let usual = longer / density < 60 ? 0.35 : Measures.usualDistance
        let eyes = distance ?? usual
        pixelsPerMillimetre = density * eyes / Measures.usualDistance
        enlargement = max(1, eyes / usual)
        self.density = density
    }

    /// The measures of a picture of this size in this theme.
    public func drawn(in theme: Theme, _ picture: Size) -> Measures {
        var measures = self
        measures.showsOneControl = MonoPage.suits(theme, picture)
        // The capitals of a bitmap font have at least 8 pixels. So the space around a label must not be smaller either.
        if theme.isMono { measures.pixelsPerMillimetre = max(pixelsPerMillimetre, Measures.leastOfBitmaps) }
        return measures
    }

    /// With so many pixels to a millimetre the capitals of a label have 8 pixels.
    private static let leastOfBitmaps = 8.05 / 2.3

    var isEnlarged: Bool { enlargement > 1 }

    /// These measures with the sizes that words may have on a page of these cards, the largest first: larger than usual on large
    /// cards, then as large as the distance of the eyes asks for, then smaller and smaller ones down to those at the usual distance.
    func wordSizes(on cards: [Rect]) -> [Measures] {
        // Words grow with the smallest card: from 60 × 70 mm on, up to twice their size at 165 × 165 mm.
        let shares = cards.map { card in
            min((card.width - pixels(60)) / pixels(105), (card.height - pixels(70)) / pixels(95))
        }
        var grown = self
        grown.wordGrowth = 1 + min(max(0, shares.min() ?? 0), 1)
        let usual = grown.wordGrowth > 1 ? [grown, self] : [self]
        guard isEnlarged else { return usual }
        return usual
            + stride(from: 0.875, through: 0, by: -0.125).map { share in
                var measures = self
                measures.wordShare = 1 / enlargement + (1 - 1 / enlargement) * share
                return measures
            }
    }

    /// These measures with cards of this radius in millimetres.
    func rounded(by corner: Double?) -> Measures {
        var measures = self
        measures.corner = corner
        return measures
    }

    /// The measures of the same display at the usual distance of eyes.
    var usual: Measures {
        var measures = self
        measures.pixelsPerMillimetre /= enlargement
        (measures.enlargement, measures.wordShare) = (1, 1)
        return measures
    }

    private static func usualDensity(_ longer: Double) -> Double {
        longer <= 128 ? 5.9 : longer <= 320 ? 6.5 : longer <= 1024 ? 7.3 : 3.8
    }

    /// Some drivers report the size of another panel, a size in centimetres, or the aspect of a television. Such sizes do not
    /// count.
    private static func density(of picture: Size, reported: Size) -> Double? {
        guard reported.width > 0, reported.height > 0, picture.width > 0, picture.height > 0 else { return nil }
        let (across, down) = (picture.width / reported.width, picture.height / reported.height)
        guard (2...20).contains(across), (2...20).contains(down), abs(across / down - 1) <= 0.1 else { return nil }
        return (across + down) / 2
    }

    /// A length in pixels.
    public func pixels(_ millimetres: Double) -> Double { millimetres * pixelsPerMillimetre }

    /// A length in whole pixels, at least one.
    func whole(_ millimetres: Double) -> Double { max(1, pixels(millimetres).rounded()) }

    // Lines.
    var hairline: Double { whole(0.15) }
    var stroke: Double { whole(0.3) }
    var focusStroke: Double { whole(0.4) }

    private var words: Double { wordShare * wordGrowth }

    // The heights of capitals.
    var label: Double { pixels(2.3 * words) }
    var chip: Double { pixels(2.6 * wordGrowth) }
    var leastValue: Double { pixels(3.5) }
    var value: Double { pixels(5) }
    var largeValue: Double { pixels(8) }
    var digits: Double { pixels(13) }
    var largest: Double { pixels(48) }

    // The grid.
    /// The space between two cells.
    var gap: Double { whole(0.8) }
    /// The largest height of a chip where there is room.
    var tallestChip: Double { max((target * 4 / 3).rounded(.down), pixels(12)) * wordGrowth }
    /// The space between the parts of a cell.
    var innerGap: Double { whole(1.1 * words) }
    var padding: Double { whole(1.6 * words) }
    var radius: Double { pixels(1.2) }
    var cardRadius: Double { corner.map(pixels) ?? radius }
    var labelRow: Double { whole(4.4 * words) }
    /// The least side of what a finger hits, and the height of the tabs. A finger has one size at any distance.
    var target: Double { max(1, (9 * density).rounded()) }
    /// The least size of a cell in a bank, as the eyes see it. A cell that a finger touches also has this size on the glass.
    func leastCell(isTouched: Bool) -> Size {
        let millimetre = isTouched ? max(pixelsPerMillimetre, density) : pixelsPerMillimetre
        return Size(width: 18 * millimetre, height: 13 * millimetre)
    }
}
