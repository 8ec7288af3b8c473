import WheelClient
import WheelModel
import WheelProtocol
import WheelSettings

/// A command that is being run: its words, and the daemon when it asks for it.
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

    /// The words by their place.
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

    /// Asks the daemon. With `--json` the daemon's line is printed as it came, and there is nothing left to show.
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

    /// A control as the daemon described it when it was connected to; `nil` if it has none of that name.
    func control(_ name: String) throws(Failure) -> ControlState? {
        try connection().hello.listing.controls.first { $0.name == name }
    }

    /// A value as a person types it, in the words of the control's kind.
    func value(_ text: String, for control: String) throws(Failure) -> ControlValue {
        let state = try self.control(control)
        if text.hasPrefix("[") || text.hasPrefix("\""), let value = ControlValue(json: text) { return value }
        switch state?.kind {
        case .choice: return .position(text)
        case .selection: return .positions(text.split(separator: ",").map(String.init))
        case .float, .int: return .number(try Arguments.number(text, "the value of \(control)", of: command))
        // The daemon says that there is no such control.
        case nil: return Double(text).map { .number($0) } ?? .position(text)
        }
    }
}
