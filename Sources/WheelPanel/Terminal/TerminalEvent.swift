/// A key, a mouse action, or an answer to a query, from a terminal.
enum TerminalEvent: Equatable, Sendable {
    case key(TerminalKey)
    /// The place is a cell, or a pixel if pixels were requested. The upper left place is 0, 0.
    case mouse(MouseAction, column: Int, row: Int)
    case answer(TerminalAnswer)
}

enum TerminalKey: Equatable, Sendable {
    case up, down, left, right
    case pageUp, pageDown
    case home, end
    case tab, backTab
    case escape
    case enter
    case backspace
    /// Printable ASCII.
    case character(Character)
}

enum MouseAction: Equatable, Sendable {
    /// The left button.
    case press, drag, release
    case wheelUp, wheelDown
}
