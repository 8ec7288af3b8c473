import WheelModel
import WheelSettings

/// The configuration file, from text to settings.
public enum Configuration {
    /// What a sound file says.
    public struct Parsed: Equatable, Sendable {
        public var settings: Settings
        /// What is allowed but has no effect.
        public var warnings: [ConfigurationMistake]
    }

    /// Reads a whole file; `file` is its name in messages.
    ///
    /// Either it is sound as a whole, or every mistake of it is told at once; of TOML's own syntax just the first.
    public static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationMistakes) -> Parsed {
        let mistakes = MistakeList(file: file)
        var settings = Settings()
        do throws(TOMLProblem) {
            settings = FileReading(try TOMLDocument.parse(bytes), mistakes: mistakes).settings()
        } catch {
            mistakes.add(error.place, error.message)
        }
        guard mistakes.isEmpty else { throw ConfigurationMistakes(list: mistakes.sortedMistakes()) }
        return Parsed(settings: settings, warnings: mistakes.sortedWarnings())
    }

    public static func parse(text: String, file: String) throws(ConfigurationMistakes) -> Parsed {
        try parse(Array(text.utf8), file: file)
    }
}
