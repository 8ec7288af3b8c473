import WheelCore
import WheelModel

/// Parses configuration files.
public enum Configuration {
    /// The size of the largest file that is read, in bytes.
    public static let largestFile = 1 << 20

    /// The settings and the warnings of a file without mistakes.
    public struct Parsed: Equatable, Sendable {
        public var settings: Settings
        /// A warning for each key that is allowed but has no effect.
        public var warnings: [ConfigurationMistake]
        let places: NamedPlaces
        let file: String

        /// A warning at a page, or else at a control. `nil` for those that are built in or come from a client's definition.
        public func warning(_ message: String, page: String?, control: String) -> ConfigurationMistake? {
            let place = page.flatMap { places.pages[$0] } ?? places.controls[control]
            guard let place, place.source == 0 else { return nil }
            return ConfigurationMistake(file: file, line: place.line, column: place.column, message: message)
        }
    }

    /// Parses a whole file. `file` is its name in messages.
    ///
    /// Throws every mistake of the file at once. If the file is not TOML, it throws only the first mistake.
    /// `isKey` returns whether the kernel has a key of this name. The caller provides it, since this target does not
    /// know the kernel's names.
    ///
    /// `base` has the lists of tables that the file does not contain. `definitions` are clients' tables, which come after
    /// those of the file. Their mistakes have paths.
    public static func parse(
        _ bytes: [UInt8], file: String, base: Settings = standard, with definitions: [Definition] = [],
        isKey: @escaping @Sendable (String) -> Bool = { _ in true }
    ) throws(ConfigurationMistakes) -> Parsed {
        let mistakes = MistakeList(file: file, definitions: definitions)
        let settings = settings(bytes, base: base, with: definitions, mistakes: mistakes, isKey: isKey)
        guard mistakes.isEmpty else { throw ConfigurationMistakes(list: mistakes.sortedMistakes()) }
        return Parsed(
            settings: settings, warnings: mistakes.sortedWarnings(), places: mistakes.places, file: file)
    }

    /// Parses a whole file from a string.
    public static func parse(
        text: String, file: String, isKey: @escaping @Sendable (String) -> Bool = { _ in true }
    ) throws(ConfigurationMistakes) -> Parsed {
        try parse(Array(text.utf8), file: file, isKey: isKey)
    }

    private static func settings(
        _ bytes: [UInt8], base: Settings, with definitions: [Definition], mistakes: MistakeList,
        isKey: @escaping @Sendable (String) -> Bool
    ) -> Settings {
        guard let file = DeclaredFile.document(bytes, mistakes) else { return Settings() }
        return FileReading(file, base: base, with: definitions, mistakes: mistakes, isKey: isKey).settings()
    }
}
