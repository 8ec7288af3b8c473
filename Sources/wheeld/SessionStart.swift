import WheelCore
import WheelWire

/// The lines of a session's recording before its first entry: with what the instrument began.
///
///     wheeld-session 1
///     version 0.1.0
///     options ["--simulate"]
///     configuration ["/etc/wheeld/wheeld.toml","[[control]]\n…"]
///     state {"version":1, …}
struct SessionStart {
    var options: [String] = []
    var configuration: SessionConfiguration?
    var state = StateDocument()

    static let title = "wheeld-session 1"

    var text: String {
        """
        \(Self.title)
        version \(Version.text)
        options \(SessionText.list(options))
        configuration \(SessionText.list(configuration.map { [$0.path, $0.text] } ?? []))
        state \(stateLine)

        """
    }

    private var stateLine: String {
        var document = LineBuffer(capacity: 4096)
        state.write(to: &document)
        // The document has newlines only between its entries: those in texts are escaped.
        return document.text.split(separator: "\n").joined(separator: " ")
    }

    /// Reads the line after the title with this number. Returns false at the first line that is not of the start.
    mutating func read(_ line: Substring) throws(SessionProblem) -> Bool {
        var words = SessionWords(line)
        switch try words.word() {
        case "version": _ = words.consumeRest()
        case "options": options = try words.list(0...10)
        case "configuration": configuration = try words.configuration()
        case "state":
            do throws(StateProblem) {
                state = try Self.state(Array(words.consumeRest().utf8))
            } catch {
                throw SessionProblem("the state cannot be read: \(error.message)")
            }
        default: return false
        }
        return true
    }

    private static func state(_ bytes: [UInt8]) throws(StateProblem) -> StateDocument {
        try bytes.withUnsafeBytes { raw in
            Result { () throws(StateProblem) in try StateDocument(reading: raw) }
        }.get()
    }
}
