import WheelCore

/// A mistake in a configuration file, and its place.
public struct ConfigurationMistake: Error, Hashable, Sendable, CustomStringConvertible {
    public let file: String
    /// Counted from 1.
    public let line: Int
    /// In characters, counted from 1.
    public let column: Int
    /// What is wrong, and how to correct it.
    public let message: String
    /// The place in a client's definition. The path replaces the line and the column.
    public let defined: DefinedPlace?

    /// `path` is a text such as `controls[2].range`.
    public struct DefinedPlace: Hashable, Sendable {
        public let owner: String
        public let path: String
    }

    public init(file: String, line: Int, column: Int, message: String, defined: DefinedPlace? = nil) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.defined = defined
    }

    public var description: String {
        "\(place): \(message)"
    }

    /// `FILE:LINE:COLUMN`, or `OWNER: PATH` for a place in a definition.
    public var place: String {
        if let defined { return "\(defined.owner): \(defined.path)" }
        return "\(ForeignText(file)):\(line):\(column)"
    }
}

/// All mistakes of a file, in the order of their places.
public struct ConfigurationMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    public let list: [ConfigurationMistake]

    public init(list: [ConfigurationMistake]) {
        self.list = list
    }

    public var description: String { list.map(\.description).joined(separator: "\n") }
}
