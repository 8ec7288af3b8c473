import WheelModel
import WheelSettings

/// The configuration file, from text to settings.
public enum Configuration {
    /// The largest file that is read.
    public static let largestFile = 1 << 20

    /// What a sound file says.
    public struct Parsed: Equatable, Sendable {
        public var settings: Settings
        /// What is allowed but has no effect, each with its place.
        public var warnings: [ConfigurationMistake]
    }

    /// Reads a whole file; `file` is its name in messages.
    ///
    /// Either it is sound as a whole, or every mistake of it is told at once; of TOML's own syntax just the first.
    /// `isKey` says whether the kernel has a key of this name; whoever knows the kernel's names gives it.
    public static func parse(
        _ bytes: [UInt8], file: String, isKey: @escaping @Sendable (String) -> Bool = { _ in true }
    ) throws(ConfigurationMistakes) -> Parsed {
        let mistakes = MistakeList(file: file)
        let settings = settings(bytes, mistakes: mistakes, isKey: isKey)
        guard mistakes.isEmpty else { throw ConfigurationMistakes(list: mistakes.sortedMistakes()) }
        return Parsed(settings: settings, warnings: mistakes.sortedWarnings())
    }

    /// The same from a text.
    public static func parse(
        text: String, file: String, isKey: @escaping @Sendable (String) -> Bool = { _ in true }
    ) throws(ConfigurationMistakes) -> Parsed {
        try parse(Array(text.utf8), file: file, isKey: isKey)
    }

    private static func settings(
        _ bytes: [UInt8], mistakes: MistakeList, isKey: @escaping @Sendable (String) -> Bool
    ) -> Settings {
        guard bytes.count <= largestFile else {
            mistakes.add(.start, "the file is too large: \(bytes.count) bytes, and at most \(largestFile) are read")
            return Settings()
        }
        do throws(TOMLProblem) {
            let file = try TOMLDocument.parse(bytes)
            return FileReading(file, mistakes: mistakes, isKey: isKey).settings()
        } catch {
            let problem = SyntaxProblem(error, text: String(decoding: bytes, as: UTF8.self)).plain
            mistakes.add(problem.place, problem.message)
            return Settings()
        }
    }
}
