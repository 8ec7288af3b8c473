import LinuxSystem
import WheelConfiguration
import WheelInput
import WheelSettings

/// Whether the configuration can be read and is sound.
enum ConfigurationCheck {
    static let subject = "configuration"

    /// What became of the file.
    enum Outcome {
        /// There is none, so the daemon runs without.
        case absent
        case unreadable(Errno)
        case wrong([ConfigurationMistake])
        case sound(Settings, warnings: [ConfigurationMistake])
    }

    /// Reads it; one that was asked for must be there.
    static func read(_ path: String, isNamed: Bool) -> Outcome {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try NamedFile.read(path, limit: Configuration.largestFile + 1)
        } catch {
            return error == .noSuchFile && !isNamed ? .absent : .unreadable(error)
        }
        do throws(ConfigurationMistakes) {
            let parsed = try Configuration.parse(bytes, file: path, isKey: { KernelName.isKey($0) })
            return .sound(parsed.settings, warnings: parsed.warnings)
        } catch {
            return .wrong(error.list)
        }
    }

    static func findings(_ path: String, _ outcome: Outcome) -> [Finding] {
        switch outcome {
        case .absent: return [.ok(subject, "\(path) is not there: one control, angle, on every knob and touchscreen")]
        case .unreadable(.noSuchFile): return [.wrong(subject, "\(path) is not there", "name another with --config")]
        case .unreadable(.accessDenied):
            return [.wrong(subject, "\(path) may not be read by you", "sudo chmod a+r \(path)")]
        case .unreadable(let error): return [.wrong(subject, "\(path) cannot be read: \(error)", "ls -l \(path)")]
        case .wrong(let mistakes):
            return mistakes.map { .wrong(subject, "\($0)", "mend that line; docs/configuration.md has every key") }
        case .sound(_, let warnings):
            return [.ok(subject, "\(path) is sound")] + warnings.map { .note(subject, "\($0)") }
        }
    }

    /// Whether who runs wheeld may read the file, too: root, who asks, may read it always. `nil` where nothing is wrong.
    static func finding(_ file: NeededFile, _ person: Person) -> Finding? {
        guard !file.isOpen(to: person) else { return nil }
        let text = "\(file.path) may not be read by \(person.name), who runs wheeld"
        return .wrong(subject, text, "sudo chmod a+r \(file.path)")
    }
}
