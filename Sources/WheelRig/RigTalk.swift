import WheelCore

/// The conversation with rigctld: one command at a time, and the lines of its answer.
///
/// The commands use the plain form of the protocol, because gqrx does not know the extended form. An answer has a known
/// number of lines, or is the single line `RPRT` with a code.
struct RigTalk {
    enum Command: Equatable {
        /// Asks whether rigctld was started with --vfo. With --vfo, rigctld expects a VFO in every command.
        case checkVFO
        case get(RigQuery)
        /// Sends a value. `route` is `nil` if the routes have changed since the command was sent.
        case set(route: Int?, RigValue, verb: String, rest: String)
    }

    enum Outcome: Equatable {
        case checked
        case read(RigQuery, [RigValue])
        case isSet(route: Int?, RigValue)
        case refused(Command, code: Int)
        /// The line is not a valid part of the command's answer. More lines of the answer may follow.
        case nonsense(Command?, String)
    }

    private var flight: Command?
    private(set) var since = Instant.distantPast
    private var lines: [String] = []
    private var usesVFO = false
    private(set) var isChecked = false

    var isIdle: Bool { flight == nil }

    mutating func start(_ command: Command, at now: Instant) -> String {
        flight = command
        since = now
        lines = []
        let vfo = usesVFO ? " currVFO" : ""
        switch command {
        case .checkVFO: return "\\chk_vfo\n"
        case .get(.frequency): return "f\(vfo)\n"
        case .get(.mode): return "m\(vfo)\n"
        case .get(.level(let name)): return "l\(vfo) \(name)\n"
        case .get(.function(let name)): return "u\(vfo) \(name)\n"
        case .set(_, _, let verb, let rest): return "\(verb)\(vfo) \(rest)\n"
        }
    }

    /// Called when the routes have changed: the answer to a value that was already sent then belongs to no route.
    mutating func resetRoute() {
        if case .set(_, let value, let verb, let rest)? = flight {
            flight = .set(route: nil, value, verb: verb, rest: rest)
        }
    }

    /// Handles a line of the rig. `nil` if the answer is not complete yet.
    mutating func consume(_ line: [UInt8]) -> Outcome? {
        guard line.allSatisfy({ (32...126).contains($0) || $0 == 9 }) else {
            defer { if case .get? = flight { flight = nil } }
            return .nonsense(flight, "bytes that are no text, or a line without an end")
        }
        let text = String(decoding: line, as: UTF8.self)
        guard let command = flight else {
            // Some servers also send `RPRT 0` after the answer to a query. That line is ignored.
            return text == "RPRT 0" ? nil : .nonsense(nil, text)
        }
        if text.hasPrefix("RPRT") {
            guard let code = Int(text.dropFirst(4).drop { $0 == " " }) else {
                flight = nil
                return .nonsense(command, text)
            }
            return report(code, command)
        }
        switch command {
        case .checkVFO:
            // Older versions answer "CHKVFO 0" instead of "0", so the last word counts.
            usesVFO = text.split(separator: " ").last == "1"
            isChecked = true
            flight = nil
            return .checked
        case .set: return .nonsense(command, text)
        case .get(let query):
            lines.append(text)
            guard lines.count == (query == .mode ? 2 : 1) else { return nil }
            flight = nil
            guard let values = RigTalk.values(lines, query) else {
                return .nonsense(command, lines.joined(separator: " "))
            }
            return .read(query, values)
        }
    }

    private mutating func report(_ code: Int, _ command: Command) -> Outcome? {
        switch command {
        case .checkVFO:
            // A server that does not know this command does not expect a VFO in other commands.
            isChecked = true
            flight = nil
            return .checked
        case .get:
            if code == 0 { return nil }
            flight = nil
            return .refused(command, code: code)
        case .set(let route, let value, _, _):
            flight = nil
            return code == 0 ? .isSet(route: route, value) : .refused(command, code: code)
        }
    }

    private static func values(_ lines: [String], _ query: RigQuery) -> [RigValue]? {
        switch query {
        case .mode:
            guard isWord(lines[0]), let passband = RigNumber.parse(lines[1]) else { return nil }
            return [.word(lines[0]), .number(passband)]
        case .frequency, .level, .function: return RigNumber.parse(lines[0]).map { [.number($0)] }
        }
    }

    private static func isWord(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { (33...126).contains($0) }
    }
}
