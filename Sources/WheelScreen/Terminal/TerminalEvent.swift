/// What a person does at a terminal.
public enum TerminalEvent: Equatable, Sendable {
    case key(TerminalKey)
    /// At a character's place, counted from the upper left one, which is 0, 0.
    case mouse(MouseAction, column: Int, row: Int)
}

public enum TerminalKey: Equatable, Sendable {
    case up, down, left, right
    case pageUp, pageDown
    case home, end
    case tab, backTab
    case escape
    case enter
    /// Printable ASCII.
    case character(Character)
}

public enum MouseAction: Equatable, Sendable {
    /// The left button.
    case press, drag, release
    case wheelUp, wheelDown
}
