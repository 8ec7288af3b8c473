import WheelCore

/// A reply, as a client reads it.
public struct Reply: Equatable, Sendable {
    /// The request's `id`; `nil` if the request had none. Such a request gets a reply only if it is refused.
    public var id: RequestID?
    /// Members of the request that the daemon does not know and has ignored.
    public private(set) var ignored: [String] = []
    private var outcome: Result<JSONObject, RequestError>

    /// The answer. The request's operation determines which members the reply must have.
    public func answer(to request: Request) throws(ReplyProblem) -> Answer {
        do {
            return try Answer(to: request, try outcome.get())
        } catch let refusal as RequestError {
            throw .refused(refusal)
        } catch let problem as MemberProblem {
            throw .malformed(problem.message)
        } catch {
            throw .malformed("\(error)")
        }
    }

    /// The reason for a refused request; `nil` if the request was performed.
    public var refusal: RequestError? {
        guard case .failure(let error) = outcome else { return nil }
        return error
    }
}

/// The reason why a reply contains no answer.
public enum ReplyProblem: Error, Equatable, Sendable {
    case refused(RequestError)
    /// The reply lacks a member, or a member is of the wrong type.
    case malformed(String)
}

extension Reply {
    init(_ members: JSONObject, in line: UnsafeRawBufferPointer) throws(MemberProblem) {
        id = try RequestID("reply", members, in: line)
        if try members.read(AnswerMember.ok) {
            outcome = .success(members)
            ignored = try members.readIfAny(AnswerMember.ignored) ?? []
        } else {
            outcome = .failure(
                RequestError(
                    name: try members.read(AnswerMember.error), message: try members.read(AnswerMember.message),
                    mistakes: try members.readIfAny(AnswerMember.mistakes) ?? []))
        }
    }
}

extension Answer {
    fileprivate init(to request: Request, _ members: JSONObject) throws(MemberProblem) {
        switch request.form.answer {
        case .done: self = .done
        case .listing: self = .listing(try Listing(members))
        case .control: self = .control(try ControlState(members))
        case .value: self = .value(try ValueAnswer(members))
        case .values: self = .values(try members.read(AnswerMember.values).assignments, try SetOutcome(members))
        case .speed:
            self = .speed(
                control: try members.read(AnswerMember.control), speed: try members.read(AnswerMember.speed))
        case .page: self = .page(try members.read(AnswerMember.page))
        case .ramp: self = .ramp(control: try members.read(AnswerMember.control), try RampProgress(members))
        case .scrub: self = .scrub(try ValueAnswer(members), try RampProgress(members))
        case .screenshot: self = .screenshot(try Screenshot(members))
        case .picture: self = .picture(try WatchedPicture(members))
        case .view: self = .view(try ViewState(members))
        case .statistics: self = .stats(try Statistics(members))
        case .clock: self = .clock(try ClockReading(members))
        }
    }
}
