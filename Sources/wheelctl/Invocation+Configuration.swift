import WheelConfiguration
import WheelCore

extension Option {
    static let configuration = Option(
        "--config FILE", "the configuration (else \(ConfigurationFile.usualPath) if it exists, else the standard one)",
        .file)
}

extension Invocation {
    /// The settings of the configuration that `--config` names, else those that the daemon would use.
    func settings() throws(Failure) -> Settings {
        let path = arguments.value(Option.configuration.name)
        return try Self.settings(ConfigurationFile.read(path), path ?? ConfigurationFile.usualPath)
    }

    /// Prints the mistakes of a configuration that has any.
    static func settings(_ outcome: ConfigurationFile.Outcome, _ path: String) throws(Failure) -> Settings {
        switch outcome {
        case .absent: return Configuration.standard
        case .valid(let settings, _): return settings
        case .unreadable(let error): throw .cannotRead(path, error)
        case .wrong(let mistakes):
            for mistake in mistakes { Output.note("\(mistake)") }
            let count = mistakes.count
            throw Failure(.refused, path, count == 1 ? "there is a mistake" : "there are \(count) mistakes")
        }
    }
}
