import WheelCore

/// A line from a client: its request, or the error for a line without a valid request. A request and an error can have
/// an `id` for the reply.
public struct RequestLine: Equatable, Sendable {
    public var id: RequestID?
    public var request: Result<Request, RequestError>
    /// Members of the line that the request does not have.
    public private(set) var ignored: [String] = []

    /// Reads a line, with or without its end.
    public init(_ line: UnsafeRawBufferPointer) {
        let members: JSONObject
        do {
            members = try JSONParser.object(in: line)
        } catch {
            // A number that is too large is well-formed JSON, so the reply has the `id` of the request.
            id = error == .numberTooLarge ? RequestID(written: "id", in: line) : nil
            request = .failure(RequestError(error))
            return
        }
        do {
            id = try RequestID("id", members, in: line)
        } catch {
            request = .failure(RequestError(.badRequest, error.message))
            return
        }
        do {
            let read = try Self.request(members)
            request = .success(read)
            ignored = read.ignored(of: members)
        } catch {
            request = .failure(error)
        }
    }

    private static func request(_ members: JSONObject) throws(RequestError) -> Request {
        let name: String
        do {
            name = try members.read("op")
        } catch {
            throw RequestError(.badRequest, error.message)
        }
        guard let operation = Operation(rawValue: name) else { throw .unknownOperation(name) }
        do {
            return try Request(operation, members)
        } catch {
            throw RequestError(.badRequest, "\(name): \(error.message)")
        }
    }
}

extension RequestError {
    init(_ problem: JSONProblem) {
        switch problem {
        case .malformed: self.init(.badJSON, problem.message)
        case .numberTooLarge: self.init(.outOfKind, problem.message)
        case .notAnObject: self.init(.badJSON, "a line must be one JSON object")
        }
    }
}
