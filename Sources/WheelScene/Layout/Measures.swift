public import WheelCore

/// The measures of a display in pixels. The measures are set in millimetres and scaled with the viewing distance, so
/// that text has the same apparent size on every display.
public struct Measures: Equatable, Sendable {
    /// The number of pixels that look as long as a millimetre seen from 0.6 m.
    public private(set) var pixelsPerMillimetre: Double

    /// The pixels per millimetre of the screen itself, for the sizes of touch targets.
    public let density: Double

    /// Whether the picture has two colours, and is so small that it shows only one control, as a `MonoPage`.
    public private(set) var showsOneControl = false

    /// The factor by which everything is larger than at the usual viewing distance: at least 1.
    package private(set) var enlargement = 1.0

    /// On a distant display the words of cards, and the space around them, are enlarged by `enlargement` times this
    /// fraction, so that values can be larger.
    private var wordShare = 1.0

    /// The factor by which words are larger on a page of large cards, from 1 to 2. Beside a large value, a word of the
    /// usual size would look too small.
    private var wordGrowth = 1.0

    /// The corner radius of cards in millimetres; `nil` if cards have the radius of other plates.
    private var corner: Double?

    /// The smallest size of words, as a fraction of their usual size. Capitals are at least 2.2 mm high, and usually
    /// 2.3 mm.
    static let leastLabel = 2.2 / 2.3

    /// `distance` is the viewing distance in metres; `nil` means 0.6 m.
    public init(pixelsPerMillimetre: Double, distance: Double? = nil) {
        let scale = (distance ?? Measures.usualDistance) / Measures.usualDistance
        self.pixelsPerMillimetre = pixelsPerMillimetre * scale
        enlargement = max(1, scale)
        density = pixelsPerMillimetre
    }

    private static let usualDistance = 0.6

    /// The measures that a display had in a recorded session.
    package init(pixelsPerMillimetre: Double, density: Double, enlargement: Double, showsOneControl: Bool) {
        self.pixelsPerMillimetre = pixelsPerMillimetre
        self.density = density
        self.enlargement = enlargement
        self.showsOneControl = showsOneControl
    }

    /// The measures for a picture of this size in pixels.
    ///
    /// `configured` is the size of the screen in the configuration, and `reported` the size that its driver reports,
    /// both in millimetres. Without a configured size, the driver's size is used if it is plausible. `distance` is the
    /// viewing distance in metres; `nil` means 0.35 m for a screen whose longer side is under 60 mm, and 0.6 m for
    /// others.
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

    public func drawn(in theme: Theme, _ picture: Size) -> Measures {
        var measures = self
        measures.showsOneControl = MonoPage.suits(theme, picture)
        // Capitals of a bitmap font are at least 8 pixels high, so the measures must not be smaller than such capitals
        // need.
        if theme.isMono { measures.pixelsPerMillimetre = max(pixelsPerMillimetre, Measures.leastOfBitmaps) }
        return measures
    }

    /// The pixels per millimetre at which the capitals of a label are 8 pixels high.
    private static let leastOfBitmaps = 8.05 / 2.3

    var isEnlarged: Bool { enlargement > 1 }

    /// Copies of these measures, one for each size of words that is tried on a page with these cards, from the largest
    /// size to the smallest. On large cards the first size is larger than usual. The next size is the one for the
    /// viewing distance. On a distant display smaller sizes follow, down to the size for the usual distance.
    func wordSizes(on cards: [Rect]) -> [Measures] {
        // The smallest card decides: words are larger than usual if this card is larger than 60 × 70 mm, and twice as
        // large as usual if it measures at least 165 × 165 mm.
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

    /// These measures with this corner radius of cards, in millimetres.
    func rounded(by corner: Double?) -> Measures {
        var measures = self
        measures.corner = corner
        return measures
    }

    /// The measures of the same display at the usual viewing distance.
    var usual: Measures {
        var measures = self
        measures.pixelsPerMillimetre /= enlargement
        (measures.enlargement, measures.wordShare) = (1, 1)
        return measures
    }

    private static func usualDensity(_ longer: Double) -> Double {
        longer <= 128 ? 5.9 : longer <= 320 ? 6.5 : longer <= 1024 ? 7.3 : 3.8
    }

    /// The pixels per millimetre; `nil` if the reported size is implausible. Some drivers report the size of another
    /// panel, a size in centimetres, or the aspect ratio of a television.
    private static func density(of picture: Size, reported: Size) -> Double? {
        guard reported.width > 0, reported.height > 0, picture.width > 0, picture.height > 0 else { return nil }
        let (across, down) = (picture.width / reported.width, picture.height / reported.height)
        guard (2...20).contains(across), (2...20).contains(down), abs(across / down - 1) <= 0.1 else { return nil }
        return (across + down) / 2
    }

    public func pixels(_ millimetres: Double) -> Double { millimetres * pixelsPerMillimetre }

    /// A length in pixels, rounded to a whole number and at least one.
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

    // Spaces and sizes on a page.
    /// The space between two cells.
    var gap: Double { whole(0.8) }
    var tallestChip: Double { max((target * 4 / 3).rounded(.down), pixels(12)) * wordGrowth }
    /// The space between the parts of a cell.
    var innerGap: Double { whole(1.1 * words) }
    var padding: Double { whole(1.6 * words) }
    var radius: Double { pixels(1.2) }
    var cardRadius: Double { corner.map(pixels) ?? radius }
    var labelRow: Double { whole(4.4 * words) }
    /// The minimum side of a touch target, and the height of tabs on a touchscreen. This length does not depend on the
    /// viewing distance, because the size of fingers does not.
    var target: Double { max(1, (9 * density).rounded()) }
    /// The minimum size of a cell on a page with several controls, scaled with the viewing distance. On a touchscreen a
    /// cell also measures at least 18 × 13 mm on the glass.
    func leastCell(isTouched: Bool) -> Size {
        let millimetre = isTouched ? max(pixelsPerMillimetre, density) : pixelsPerMillimetre
        return Size(width: 18 * millimetre, height: 13 * millimetre)
    }
}
