import WheelText

/// A mistake in a configuration file, and where it stands.
public struct ConfigurationMistake: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// Counted from 1.
    public let line: Int
    /// Counted from 1, in characters.
    public let column: Int
    /// What is wrong, and what to do.
    public let message: String

    public init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    public var description: String { "\(ForeignText(file)):\(line):\(column): \(message)" }
}

/// Every mistake of a file, in its order.
public struct ConfigurationMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    public let list: [ConfigurationMistake]

    public init(list: [ConfigurationMistake]) {
        self.list = list
    }

    /// A line for each.
    public var description: String { list.map(\.description).joined(separator: "\n") }
}
