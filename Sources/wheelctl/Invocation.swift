import LinuxSystem
import WheelClient
import WheelConfiguration
import WheelCore
import WheelModel
import WheelWire

/// A running command, with its arguments and, once it is needed, the connection to the daemon.
final class Invocation {
    let command: String
    let arguments: Arguments
    let isJSON: Bool
    private let socket: String?
    private var opened: Connection?

    init(_ command: Command, _ arguments: Arguments) {
        self.command = command.name
        self.arguments = arguments
        isJSON = arguments.has("--json")
        socket = arguments.value("--socket")
    }

    var words: [String] { arguments.words }

    func connection() throws(Failure) -> Connection {
        if let opened { return opened }
        do throws(ClientError) {
            let connection = try Connection(socket: socket)
            opened = connection
            return connection
        } catch {
            throw Failure(command, error)
        }
    }

    /// The connection if a daemon runs, else `nil`. If `--socket` names a socket, a daemon must answer there.
    func runningDaemon() throws(Failure) -> Connection? {
        do throws(Failure) {
            return try connection()
        } catch {
            guard error.exit == .noDaemon, socket == nil else { throw error }
            return nil
        }
    }

    /// Sends a request and returns the answer. With `--json` prints the daemon's line and returns `nil`: the caller
    /// must print nothing.
    func ask(_ request: Request, about subject: String? = nil) throws(Failure) -> Answer? {
        let connection = try connection()
        do throws(ClientError) {
            let (answer, received) = try connection.ask(request)
            guard isJSON else { return answer }
            Output.json(String(decoding: received.text, as: UTF8.self))
            return nil
        } catch {
            throw Failure(subject.map { "\(command) \($0)" } ?? command, error)
        }
    }

    func subscribe(_ subscription: Subscription) throws(Failure) -> Connection {
        let connection = try connection()
        do throws(ClientError) {
            try connection.subscribe(subscription)
        } catch {
            throw Failure(command, error)
        }
        return connection
    }

    /// The control as the daemon described it when the connection was made; `nil` if there is no control of this name.
    func control(_ name: String) throws(Failure) -> ControlState? {
        try connection().hello.listing.controls.first { $0.name == name }
    }

    /// Parses a value as a person types it, by the kind of the daemon's control.
    func value(_ text: String, for control: String) throws(Failure) -> ControlValue {
        try value(text, for: control, of: try self.control(control)?.kind)
    }

    /// Parses a value as a person types it. `kind` is the control's kind; `nil` if there is no such control.
    func value(_ text: String, for control: String, of kind: ControlKind?) throws(Failure) -> ControlValue {
        if text.hasPrefix("[") || text.hasPrefix("\""), let value = ControlValue(json: text) { return value }
        switch kind {
        case .choice: return .position(text)
        case .selection: return .positions(text.split(separator: ",").map(String.init))
        case .float, .int: return .number(try Arguments.number(text, "the value of \(control)", of: command))
        // There is no such control, so the daemon will refuse the request.
        case nil: return Double(text).map { .number($0) } ?? .position(text)
        }
    }

    /// The settings of the configuration that `--config` names, else the settings that the daemon would use without
    /// `--config`.
    func settings() throws(Failure) -> Settings {
        let path = arguments.value(Option.configuration.name)
        return try Self.settings(ConfigurationFile.read(path), path ?? ConfigurationFile.usualPath)
    }

    /// The settings of a configuration. If the configuration has mistakes, prints them and fails.
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

    func pictureFile() throws(Failure) -> String {
        guard let file = arguments.value(Option.picture.name) else {
            throw .usage(command, "the file for the picture is missing, \(Option.picture.form)")
        }
        return file
    }

    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        do throws(Errno) {
            try NamedFile.write(bytes, to: path)
        } catch {
            throw .cannotWrite(path, error)
        }
    }
}

extension Option {
    static let configuration = Option(
        "--config FILE", "the configuration (else \(ConfigurationFile.usualPath) if it exists, else the standard one)",
        .file)
    static let picture = Option("-o FILE.png", "the file to write the picture to", .file)
}
