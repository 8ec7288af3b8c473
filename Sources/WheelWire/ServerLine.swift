/// A line from the daemon.
public enum ServerLine: Equatable, Sendable {
    case hello(Hello)
    case event(Event)
    case reply(Reply)
    /// An event that this version does not know. Clients ignore it.
    case unknown

    /// Reads a line, with or without its end. Members that this version does not know are ignored.
    public init(_ line: UnsafeRawBufferPointer) throws(ServerLineProblem) {
        do {
            let members = try JSONParser.object(in: line)
            self = try Self(members, in: line)
        } catch let problem as JSONProblem {
            throw ServerLineProblem(message: problem.message)
        } catch let problem as MemberProblem {
            throw ServerLineProblem(message: problem.message)
        } catch {
            throw ServerLineProblem(message: "\(error)")
        }
    }

    private init(_ members: JSONObject, in line: UnsafeRawBufferPointer) throws(MemberProblem) {
        guard members["event"] != nil else {
            // `reply` must be present, but is `null` if a refused request had no `id`.
            _ = try members.value("reply")
            self = .reply(try Reply(members, in: line))
            return
        }
        let name: String = try members.read("event")
        self =
            name == "hello" ? .hello(try Hello(members)) : try Event(named: name, members).map(Self.event) ?? .unknown
    }
}

/// The reason why a line from the daemon cannot be read.
public struct ServerLineProblem: Error, Equatable, Sendable {
    public let message: String
}
