import WheelModel
import WheelSettings

extension RampMotion {
    static let longestSeconds = 1e9

    init(_ members: JSONObject) throws(MemberProblem) {
        self.init(from: try members.optionalNumber("from"), target: try RampTarget(members))
        if let seconds = try members.optionalNumber("duration_s") {
            guard seconds >= 0, seconds <= Self.longestSeconds else {
                throw .wrong("duration_s", mustBe: "0 to 1000000000")
            }
            duration = .seconds(seconds)
        }
        if members["curve"] != nil { curve = try members.curve("curve") }
        holds = try members.bool("hold", default: false)
    }

    func write(to line: inout LineBuffer) {
        switch target {
        case .to(let value):
            line.key("to")
            line.number(value)
        case .by(let value):
            line.key("by")
            line.number(value)
        }
        if let from {
            line.key("from")
            line.number(from)
        }
        line.key("duration_s")
        line.number(duration.seconds)
        line.key("curve")
        line.curve(curve)
        line.key("hold")
        line.bool(holds)
    }
}

extension RampTarget {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        switch (try members.optionalNumber("to"), try members.optionalNumber("by")) {
        case (let end?, nil): self = .to(end)
        case (nil, let way?): self = .by(way)
        case (nil, nil): throw .missing("to' or 'by")
        case (.some, .some): throw .together("to", "by")
        }
    }
}
