import WheelModel
import WheelSettings

/// A reply as a client reads it.
public struct Reply: Equatable, Sendable {
    /// The request's `id`; `nil` for an error whose request had none.
    public var id: RequestID?
    /// Members of the request that the daemon does not know and has passed over.
    public private(set) var ignored: [String] = []
    private var outcome: Result<JSONObject, RequestError>

    /// What the request was answered with: the operation says which members there must be.
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

    /// Why the request was refused, if it was.
    public var refusal: RequestError? {
        guard case .failure(let error) = outcome else { return nil }
        return error
    }
}

/// Why there is no answer.
public enum ReplyProblem: Error, Equatable, Sendable {
    case refused(RequestError)
    /// The daemon's reply lacks what it must have.
    case malformed(String)
}

extension Reply {
    init(_ members: JSONObject, in line: UnsafeRawBufferPointer) throws(MemberProblem) {
        id = try RequestID("reply", members, in: line)
        if try members.bool("ok") {
            outcome = .success(members)
            ignored = try members.optionalStrings("ignored") ?? []
        } else {
            let error = RequestError(name: try members.string("error"), message: try members.string("message"))
            outcome = .failure(error)
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
        case .values:
            var assignments: [Assignment] = []
            let values = try members.object("values")
            for value in values.members {
                assignments.append(Assignment(control: value.name, value: try values.controlValue(value.name)))
            }
            self = .values(assignments, try SetOutcome(members))
        case .speed: self = .speed(control: try members.string("control"), speed: try members.string("speed"))
        case .page: self = .page(try members.string("page"))
        case .ramp: self = .ramp(control: try members.string("control"), try RampProgress(members))
        case .scrub: self = .scrub(try ValueAnswer(members), try RampProgress(members))
        case .screenshot: self = .screenshot(try Screenshot(members))
        case .statistics: self = .stats(try Statistics(members))
        }
    }
}

extension ValueAnswer {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        control = try members.string("control")
        value = try members.controlValue("value")
        cursor = try members.optionalString("cursor")
        outcome = try SetOutcome(members)
    }
}

extension SetOutcome {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        self.init(
            clamped: try members.bool("clamped", default: false), snapped: try members.bool("snapped", default: false))
    }
}

extension Screenshot {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        guard let bytes = LineBuffer.bytes(base64: try members.string("png")) else {
            throw .wrong("png", mustBe: "base64")
        }
        png = bytes
        widthPixels = try members.integer("width")
        heightPixels = try members.integer("height")
    }
}
