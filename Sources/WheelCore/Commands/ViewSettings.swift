/// The settings that a client requests for its view: the size, look and content of the picture, and how the client
/// operates it.
public struct ViewSettings: Equatable, Sendable {
    /// The width and the height, in pixels, or in characters for the format `cells`.
    public var width: Int
    public var height: Int
    public var format: Format
    public var hands: Hands
    /// The number of pixels per millimetre on the glass.
    public var pixelsPerMillimetre: Double
    /// The distance of the eyes from the glass, in metres.
    public var distance: Double
    public var theme: ThemeName
    public var motion: DisplayMotion
    public var alphabet: Alphabet
    /// The display whose pages the view shows; `nil` for all pages.
    public var display: String?
    /// The page that the view shows, independently of the panel's page.
    public var page: String?

    public enum Format: String, CaseIterable, Sendable {
        case png
        /// Characters instead of pixels.
        case cells
    }

    public enum Hands: String, CaseIterable, Sendable {
        case none
        /// Fingers. A tap acts at once.
        case touch
        /// Keys and a mouse. A mark shows the control that the keys turn.
        case keys
    }

    /// The characters that a terminal's font contains.
    public enum Alphabet: String, CaseIterable, Sendable {
        case ascii
        case console
        case unicode
    }

    private static let side = 1...8192

    static let members: [CommandMember] = [
        .optional("view", .view, "to change this view; settings that are not given stay as they are"),
        .optional("width", .whole(side), "in pixels or characters"),
        .optional("height", .whole(side), "the same"),
        .optional("pixels_per_mm", .limited(0.5...100), "on the glass; default 3.8"),
        .optional("distance_m", .limited(0.05...100), "of the eyes; default 0.6"),
        word("format", Format.self, "default `png`"),
        word("alphabet", Alphabet.self, "of `cells`; default `unicode`"),
        word("hands", Hands.self, "default `none`"),
        word("theme", ThemeName.self, "default `dark`"),
        word("motion", DisplayMotion.self, "default `full`"),
        .optional("display", .display, "whose pages are shown; default all pages"),
        .optional("page", .page, "the only page that is shown"),
    ]

    private static func word<Word: CaseIterable & RawRepresentable<String>>(
        _ name: String, _: Word.Type, _ note: String
    ) -> CommandMember {
        let words = Word.allCases.map(\.rawValue)
        return .optional(name, .word(words), words.map { "`\($0)`" }.joined(separator: ", ") + "; " + note)
    }

    public init(width: Int, height: Int, format: Format = .png, hands: Hands = .none) {
        self.width = width
        self.height = height
        self.format = format
        self.hands = hands
        (pixelsPerMillimetre, distance) = (3.8, 0.6)
        (theme, motion, alphabet) = (.dark, .full, .unicode)
    }

    /// The settings that a request asks for: a change of `before`, or a new view. `nil` if a new view has no size.
    public init?(_ request: Request, changing before: ViewSettings?) {
        guard let width = request.integer("width") ?? before?.width,
            let height = request.integer("height") ?? before?.height
        else { return nil }
        self = before ?? ViewSettings(width: width, height: height)
        (self.width, self.height) = (width, height)
        func word<Word: RawRepresentable<String>>(_ name: String, _ word: inout Word) {
            if let given = request.text(name).flatMap({ Word(rawValue: $0) }) { word = given }
        }
        word("format", &format)
        word("hands", &hands)
        word("theme", &theme)
        word("motion", &motion)
        word("alphabet", &alphabet)
        pixelsPerMillimetre = request.number("pixels_per_mm") ?? pixelsPerMillimetre
        distance = request.number("distance_m") ?? distance
        display = request.text("display") ?? display
        page = request.text("page") ?? page
    }

    /// The request for a new view with these settings, or for a change of the view `name` to these settings.
    public func request(changing name: String? = nil) -> Request {
        Request(
            .view,
            [
                "view": name.map(CommandValue.text), "width": .integer(width), "height": .integer(height),
                "pixels_per_mm": .number(pixelsPerMillimetre), "distance_m": .number(distance),
                "format": .text(format.rawValue), "alphabet": .text(alphabet.rawValue),
                "hands": .text(hands.rawValue), "theme": .text(theme.rawValue), "motion": .text(motion.rawValue),
                "display": display.map(CommandValue.text), "page": page.map(CommandValue.text),
            ])
    }

    /// The number of pixels that the view's drawing needs.
    public var pixelCount: Int { format == .png ? width * height : 0 }
}
