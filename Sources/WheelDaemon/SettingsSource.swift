import LinuxSystem
import WheelConfiguration
import WheelSettings

/// The source of the settings: a file or the built-in settings, and the lines of `--gpio`.
struct SettingsSource {
    var file: String?
    var gpio: String?
    var usesTerminal = false

    static let usualFile = "/etc/wheeld/wheeld.toml"

    /// The mistakes of a configuration, one in each line.
    struct Refusal: Error {
        var lines: [String]
    }

    /// Whether settings have been read from a file that was not empty.
    private(set) var hadText = false

    /// Reads the file again. Warnings go to the log.
    ///
    /// Refuses a file that has become empty or has gone. Usually an editor is about to write it, and the built-in settings would
    /// remove every control.
    mutating func load() throws(Refusal) -> Settings {
        var settings = usesTerminal ? Configuration.demonstration : Configuration.standard
        let path = file ?? usual
        if path == nil, hadText {
            throw Refusal(lines: ["\(SettingsSource.usualFile): it has gone; \(SettingsSource.remedy)"])
        }
        if let path {
            let bytes = try bytes(of: path)
            let hasText = bytes.contains { !SettingsSource.blanks.contains($0) }
            if hadText, !hasText { throw Refusal(lines: ["\(path): it is empty now; \(SettingsSource.remedy)"]) }
            do throws(ConfigurationMistakes) {
                let parsed = try Configuration.parse(bytes, file: path)
                for warning in parsed.warnings { Log.warning("\(warning)") }
                settings = parsed.settings
            } catch {
                throw Refusal(lines: error.list.map(\.description))
            }
            hadText = hasText
        }
        if usesTerminal { settings = Configuration.settingsInTerminal(settings) }
        guard let gpio else { return settings }
        do throws(GPIOArgumentProblem) {
            return try Configuration.settings(settings, withGPIO: gpio)
        } catch {
            throw Refusal(lines: ["\(error)"])
        }
    }

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    private static let remedy = "to go on with the built-in settings, restart wheeld"

    private var usual: String? {
        (try? FileStatus(path: SettingsSource.usualFile)) == nil ? nil : SettingsSource.usualFile
    }

    private func bytes(of path: String) throws(Refusal) -> [UInt8] {
        do throws(SystemError) {
            return try RegularFile.read(path, limit: Configuration.largestFile + 1)
        } catch {
            throw Refusal(lines: ["\(path): cannot be read: \(error.reason)"])
        }
    }
}
