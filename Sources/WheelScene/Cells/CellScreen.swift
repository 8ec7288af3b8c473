import WheelCore

/// A terminal: its size in characters, and the characters that it can show.
public struct CellScreen: Equatable, Sendable {
    public var columns: Int
    public var rows: Int
    public var alphabet: CellAlphabet

    public init(columns: Int, rows: Int, alphabet: CellAlphabet = .unicode) {
        self.columns = columns
        self.rows = rows
        self.alphabet = alphabet
    }

    /// The terminal's size in the coordinates of touches.
    var touchSize: Size {
        Size(width: Double(columns) * CellFace.cell.width, height: Double(rows) * CellFace.cell.height)
    }
}

/// The characters that a terminal can show.
public enum CellAlphabet: Equatable, Sendable {
    case ascii
    /// The characters of the Linux console's font: single and double frames, blocks, and few signs.
    case console
    case unicode

    /// The character, or the character that replaces it in this alphabet.
    public func spelling(of character: Character) -> Character {
        switch self {
        case .unicode: character
        case .console: CellAlphabet.ofConsole[character] ?? character
        case .ascii: character.isASCII ? character : CellAlphabet.inASCII[character] ?? "?"
        }
    }

    /// The text in this alphabet. Unlike a single character, a text can have a word in place of a sign.
    public func spelling(of text: String) -> String {
        var spelled = ""
        for character in text {
            if self == .ascii, character == "°" {
                spelled += " deg"
            } else {
                spelled.append(spelling(of: character))
            }
        }
        return spelled
    }

    private static let ofConsole: [Character: Character] = [
        "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘", "━": "■", "−": "-", "▶": "►", "‖": "║", "…": "~", "—": "-", "–": "-",
        "┆": ":",
    ]

    private static let inASCII: [Character: Character] = [
        "╭": "+", "╮": "+", "╰": "+", "╯": "+", "─": "-", "│": "|", "┆": ":", "╔": "#", "╗": "#", "╚": "#", "╝": "#",
        "═": "=", "║": "#", "━": "=", "−": "-", "—": "-", "–": "-", "·": "|", "…": "~", "▶": ">", "‖": "=", "▀": "\"",
        "▄": "_", "█": "#", "←": "<", "→": ">", "°": "'", "µ": "u", "μ": "u", "∞": "i",
        CharacterCell.rightHalf: CharacterCell.rightHalf,
    ]
}
