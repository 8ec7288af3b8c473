import LinuxSystem
import WheelConfiguration
import WheelInput
import WheelSettings

/// The configuration for commands that look at this machine's hardware themselves.
enum ConfigurationFile {
    static let usual = "/etc/wheeld/wheeld.toml"

    static let option = Option(
        name: "--config", value: Parameter(name: "FILE", kind: .file),
        summary: "the configuration (else \(usual) if it is there, else what runs without one)")

    /// What the file says that was asked for, or that the daemon would read.
    static func settings(_ arguments: Arguments) throws(Failure) -> Settings {
        if let path = arguments.value(option.name) { return try read(path) }
        return (try? FileStatus(path: usual)) == nil ? Configuration.standard : try read(usual)
    }

    private static func read(_ path: String) throws(Failure) -> Settings {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try NamedFile.read(path, limit: Configuration.largestFile + 1)
        } catch {
            throw Failure(.refused, path, "cannot be read: \(error)")
        }
        do throws(ConfigurationMistakes) {
            return try Configuration.parse(bytes, file: path, isKey: { KernelName.isKey($0) }).settings
        } catch {
            for mistake in error.list { Output.note("\(mistake)") }
            throw Failure(.refused, path, "the configuration is wrong")
        }
    }
}
