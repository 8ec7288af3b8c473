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
