/// A gesture of a button. The raw values are the names in the configuration and on the socket.
public enum ButtonGesture: String, CaseIterable, Sendable {
    case down
    case up
    case click
    case double
    case long
}

public struct ButtonGestures: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public static let down = ButtonGestures(.down)
    public static let up = ButtonGestures(.up)
    public static let click = ButtonGestures(.click)
    public static let double = ButtonGestures(.double)
    public static let long = ButtonGestures(.long)
    public static let all: ButtonGestures = [.down, .up, .click, .double, .long]

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public init(_ gesture: ButtonGesture) {
        switch gesture {
        case .down: rawValue = 1
        case .up: rawValue = 2
        case .click: rawValue = 4
        case .double: rawValue = 8
        case .long: rawValue = 16
        }
    }

    public func contains(_ gesture: ButtonGesture) -> Bool { contains(ButtonGestures(gesture)) }
}
