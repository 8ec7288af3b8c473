import LinuxSystem
import WheelConfiguration
import WheelCore
import WheelScreen
import WheelWire

/// The origin of the settings: a file or the built-in settings, the lines of `--gpio`, and the definitions of clients.
struct SettingsSource {
    var file: String?
    var gpio: String?
    var demonstrates = false
    var simulates = false

    /// The contents of a file.
    typealias Text = (bytes: [UInt8], path: String)

    static let usualFile = "/etc/wheeld/wheeld.toml"

    struct Refusal: Error {
        var mistakes: [DefinitionMistake]
        /// Whether a later attempt to read the file may succeed: the file could not be read, and may have no mistakes.
        var isTransient = false

        init(_ mistakes: [DefinitionMistake]) { self.mistakes = mistakes }

        init(_ path: String, _ message: String, isTransient: Bool = false) {
            mistakes = [DefinitionMistake(path: path, message: message)]
            self.isTransient = isTransient
        }

        var lines: [String] { mistakes.map(\.sentence) }
    }

    /// Whether settings have been read from a file that was not empty.
    private(set) var hadText = false
    /// The contents of the file when it was loaded, so that a client's definition causes no read from disk. `nil`
    /// without a file.
    private(set) var loaded: Text?
    /// The settings without the definitions of clients.
    private(set) var own = Settings()

    /// Reads the file. Warnings are logged.
    ///
    /// Refuses a file that is empty or missing now but was not before. Usually an editor is about to write it, and the
    /// built-in settings would remove every control.
    mutating func load() throws(Refusal) -> Settings {
        guard let path = try SettingsSource.path(file) else {
            if hadText {
                throw Refusal(SettingsSource.usualFile, "it no longer exists; \(SettingsSource.remedy)")
            }
            return try ownSettings(nil)
        }
        let bytes = try bytes(of: path)
        let hasText = bytes.contains { !SettingsSource.blanks.contains($0) }
        if hadText, !hasText { throw Refusal(path, "it is empty now; \(SettingsSource.remedy)") }
        let settings = try ownSettings((bytes, path))
        hadText = hasText
        return settings
    }

    /// The settings of a text that has been read, or the built-in settings if `text` is `nil`.
    mutating func ownSettings(_ text: Text?) throws(Refusal) -> Settings {
        let parsed: Configuration.Parsed
        do throws(ConfigurationMistakes) {
            parsed = try parse(text, [])
        } catch {
            throw Refusal(error.list.map { DefinitionMistake(path: $0.place, message: $0.message) })
        }
        do throws(GPIOArgumentProblem) {
            let settings = try finished(parsed.settings)
            let small = LegibilitySurvey.look(at: settings).compactMap {
                parsed.warning($0.message, page: $0.page, control: $0.control)
            }
            for warning in parsed.warnings + small { Log.warning("\(warning)") }
            loaded = text
            own = settings
            return settings
        } catch {
            throw Refusal("", "\(error)")
        }
    }

    /// The settings with these definitions, from the contents of the file when it was loaded.
    func settings(with definitions: [Definition]) throws(ConfigurationMistakes) -> Settings {
        let settings = try parse(loaded, definitions).settings
        // `finished` cannot fail here: the options have fitted the inputs of the file, and a definition adds no inputs.
        return (try? finished(settings)) ?? settings
    }

    private func parse(
        _ text: Text?, _ definitions: [Definition]
    ) throws(ConfigurationMistakes) -> Configuration.Parsed {
        guard let text else {
            let base = demonstrates ? Configuration.demonstration : Configuration.standard
            return try Configuration.parse([], file: "", base: base, with: definitions)
        }
        return try Configuration.parse(text.bytes, file: text.path, with: definitions)
    }

    /// Adds the options of the command line and the hands of views.
    private func finished(_ settings: Settings) throws(GPIOArgumentProblem) -> Settings {
        var settings = settings
        if let gpio { settings = try Configuration.settings(settings, withGPIO: gpio) }
        if simulates { settings = Configuration.settingsWithoutDevices(settings) }
        settings.panel.inputs += InputSettings.hands(controls: settings.panel.controls.count)
        return settings
    }

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    private static let remedy = "to continue with the built-in settings, restart wheeld"

    /// The given file, else the usual one if it exists.
    static func path(_ file: String?) throws(Refusal) -> String? {
        if let file { return file }
        do throws(Errno) {
            _ = try FileStatus(path: usualFile)
            return usualFile
        } catch {
            guard error.isTransient else { return nil }
            throw Refusal(usualFile, "cannot be read: \(error)", isTransient: true)
        }
    }

    private func bytes(of path: String) throws(Refusal) -> [UInt8] {
        do throws(SystemError) {
            return try RegularFile.read(path, limit: Configuration.largestFile + 1)
        } catch {
            throw Refusal(path, "cannot be read: \(error.reason)", isTransient: error.errno.isTransient)
        }
    }
}
