import LinuxSystem
import WheelConfiguration
import WheelCore
import WheelInput
import WheelScreen

/// The configuration file, read by a program other than the daemon.
enum ConfigurationFile {
    static let usualPath = "/etc/wheeld/wheeld.toml"

    enum Outcome {
        /// The usual file does not exist. The daemon then runs with the standard configuration.
        case absent
        case unreadable(Errno)
        case wrong([ConfigurationMistake])
        case valid(Settings, warnings: [ConfigurationMistake])

        /// The settings with which the daemon would run; `nil` if it would refuse to start.
        var settings: Settings? {
            switch self {
            case .absent: Configuration.standard
            case .valid(let settings, _): settings
            case .unreadable, .wrong: nil
            }
        }
    }

    /// Reads the named file; `nil` means the usual file. The usual file may be absent, a named one may not.
    ///
    /// `checksKeyNames` also reports names of keys that the kernel does not know. The daemon accepts such names.
    static func read(_ named: String?, checksKeyNames: Bool = true) -> Outcome {
        let path = named ?? usualPath
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try NamedFile.read(path, limit: Configuration.largestFile + 1)
        } catch {
            return error == .noSuchFile && named == nil ? .absent : .unreadable(error)
        }
        do throws(ConfigurationMistakes) {
            let parsed = try Configuration.parse(
                bytes, file: path, isKey: { !checksKeyNames || KernelName.isKey($0) })
            let small = LegibilitySurvey.look(at: parsed.settings).compactMap {
                parsed.warning($0.message, page: $0.page, control: $0.control)
            }
            return .valid(parsed.settings, warnings: parsed.warnings + small)
        } catch {
            return .wrong(error.list)
        }
    }
}
