import WheelText

/// A mistake in a configuration file, and its place.
public struct ConfigurationMistake: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// Counted from 1.
    public let line: Int
    /// In characters, counted from 1.
    public let column: Int
    /// What is wrong, and how to correct it.
    public let message: String

    public init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    public var description: String { "\(ForeignText(file)):\(line):\(column): \(message)" }
}

/// Every mistake of a file, in the order of their places.
public struct ConfigurationMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    public let list: [ConfigurationMistake]

    public init(list: [ConfigurationMistake]) {
        self.list = list
    }

    /// One line for each mistake.
    public var description: String { list.map(\.description).joined(separator: "\n") }
}
