/// What a terminal shows around the page.
public struct CellSurroundings: Equatable, Sendable {
    /// The parts of the title at the upper right, the most important last: `wheeld`, `radio.toml`, `1 client`.
    public var title: [String] = []
    /// Whether the last row has the keys.
    public var hasKeys = true
    /// Stands in the place of the keys.
    public var line: CellLine?
    /// A box over the page. No lines remove it.
    public var box: [String] = []
    /// Whether events stand beside the page where there is room.
    public var hasEvents = true
    /// The newest is the last.
    public var events: [CellEvent] = []
    /// The command that reads events elsewhere.
    public var elsewhere = ""

    public init() {}

    /// A client has its own around its view.
    public static let ofView = {
        var surroundings = CellSurroundings()
        (surroundings.hasKeys, surroundings.hasEvents) = (false, false)
        return surroundings
    }()
}

/// A line in the place of the keys.
public struct CellLine: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        case notice
        /// A value that is being typed, with a cursor after it and a hint.
        case prompt(hint: String)
        case question
        case mistake
    }

    public var kind: Kind
    /// The longest first. The first one that has room is shown.
    public var forms: [String]

    public init(_ kind: Kind, _ forms: String...) {
        self.kind = kind
        self.forms = forms
    }
}

/// An event beside the page.
public struct CellEvent: Equatable, Sendable {
    public var time: String
    public var name: String
    public var text: String

    public init(time: String, name: String, text: String) {
        self.time = time
        self.name = name
        self.text = text
    }
}

/// A terminal: its size in characters, and those that it can show.
public struct CellScreen: Equatable, Sendable {
    public var columns: Int
    public var rows: Int
    public var alphabet: CellAlphabet

    public init(columns: Int, rows: Int, alphabet: CellAlphabet = .unicode) {
        self.columns = columns
        self.rows = rows
        self.alphabet = alphabet
    }
}
