import LinuxSystem
import WheelConfiguration
import WheelSettings

/// Where the settings come from: a file, or what runs without one, and what `--gpio` adds.
struct SettingsSource {
    var file: String?
    var gpio: String?
    var usesTerminal = false

    static let usualFile = "/etc/wheeld/wheeld.toml"

    /// Why there are no settings. Each line is one mistake.
    struct Refusal: Error {
        var lines: [String]
    }

    /// Reads the file anew; warnings go to the log.
    func load() throws(Refusal) -> Settings {
        var settings = usesTerminal ? Configuration.demonstration : Configuration.standard
        if let path = file ?? usual {
            let bytes = try bytes(of: path)
            do throws(ConfigurationMistakes) {
                let parsed = try Configuration.parse(bytes, file: path)
                for warning in parsed.warnings { Log.warning("\(warning)") }
                settings = parsed.settings
            } catch {
                throw Refusal(lines: error.list.map(\.description))
            }
        }
        if usesTerminal { settings = Configuration.settingsInTerminal(settings) }
        guard let gpio else { return settings }
        do throws(GPIOArgumentProblem) {
            return try Configuration.settings(settings, withGPIO: gpio)
        } catch {
            throw Refusal(lines: ["\(error)"])
        }
    }

    private var usual: String? {
        (try? FileStatus(path: SettingsSource.usualFile)) == nil ? nil : SettingsSource.usualFile
    }

    private func bytes(of path: String) throws(Refusal) -> [UInt8] {
        do throws(Errno) {
            let file = try Descriptor.open(path, .read)
            return try file.readAll(limit: Configuration.largestFile + 1)
        } catch {
            throw Refusal(lines: ["\(path): cannot be read: \(error)"])
        }
    }
}
