import WheelCore

/// The answer to a request that was performed.
public enum Answer: Equatable, Sendable {
    /// An answer without members.
    case done
    case listing(Listing)
    case control(ControlState)
    case value(ValueAnswer)
    /// Values that were set by one request, with a common outcome.
    case values([Assignment], SetOutcome)
    case speed(control: String, speed: String)
    case page(String)
    case ramp(control: String, RampProgress)
    case scrub(ValueAnswer, RampProgress)
    case screenshot(Screenshot)
    case picture(WatchedPicture)
    case view(ViewState)
    case stats(Statistics)
    case clock(ClockReading)
}

/// The value of a control after the request.
public struct ValueAnswer: Equatable, Sendable {
    public var control: String
    public var value: ControlValue
    /// The position under a selection's cursor.
    public var cursor: String?
    public var outcome = SetOutcome()

    package init(control: String, value: ControlValue, cursor: String? = nil, outcome: SetOutcome = SetOutcome()) {
        self.control = control
        self.value = value
        self.cursor = cursor
        self.outcome = outcome
    }
}

/// The display's picture as a PNG file.
public struct Screenshot: Equatable, Sendable {
    public var png: [UInt8]
    public var widthPixels: Int
    public var heightPixels: Int

    public init(png: [UInt8], widthPixels: Int, heightPixels: Int) {
        self.png = png
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
    }
}

extension Answer {
    /// Writes the reply to the request with this `id`. A request without an `id` is answered only after a failure.
    ///
    /// `ignored` contains the members of the request that the daemon does not know.
    public func write(to id: RequestID, ignored: [String] = [], _ line: inout LineBuffer) {
        line.beginReply(to: id, ok: true)
        writeMembers(to: &line)
        if !ignored.isEmpty { line.member(AnswerMember.ignored, ignored) }
        line.endLine()
    }

    /// The end of the reply, if its bytes are shared with the replies to other clients. `writeHead` writes the
    /// beginning.
    public var shared: [UInt8]? {
        if case .listing(let listing) = self { listing.written } else { nil }
    }

    public static func writeHead(to id: RequestID, ignored: [String] = [], _ line: inout LineBuffer) {
        line.beginReply(to: id, ok: true)
        if !ignored.isEmpty { line.member(AnswerMember.ignored, ignored) }
    }

    private func writeMembers(to line: inout LineBuffer) {
        switch self {
        case .done: break
        case .listing(let listing): listing.writeMembers(to: &line)
        case .control(let control): control.writeMembers(to: &line)
        case .value(let answer): answer.writeMembers(to: &line)
        case .values(let assignments, let outcome):
            line.member(AnswerMember.values, AssignedValues(assignments))
            outcome.writeMembers(to: &line)
        case .speed(let control, let speed):
            line.member(AnswerMember.control, control)
            line.member(AnswerMember.speed, speed)
        case .page(let page): line.member(AnswerMember.page, page)
        case .ramp(let control, let progress):
            line.member(AnswerMember.control, control)
            progress.writeMembers(to: &line)
        case .scrub(let answer, let progress):
            answer.writeMembers(to: &line)
            progress.writeMembers(to: &line)
        case .screenshot(let screenshot): screenshot.writeMembers(to: &line)
        case .picture(let picture): picture.writeMembers(to: &line)
        case .view(let view): view.writeMembers(to: &line)
        case .stats(let statistics): statistics.writeMembers(to: &line)
        case .clock(let clock): clock.writeMembers(to: &line)
        }
    }
}

/// The members of replies, except those that an answer's own type declares.
enum AnswerMember {
    static let ok = Member<Bool>("ok", "whether the request succeeded")
    static let error = Member<String>("error", when: "if `ok` is `false`", "why not, [for programs](#errors)")
    static let message = Member<String>("message", when: "if `ok` is `false`", "why not, for people")
    static let mistakes = Member<[DefinitionMistake]>(
        "mistakes", when: "if `error` is `bad-definition` or `bad-configuration`",
        "all mistakes of a configuration, or at most 1000 of a definition")
    static let ignored = Member<[String]>(
        "ignored", when: "if there are any", "members that the request does not have; the first sixteen")

    static let control = Member<String>("control", "the control's name")
    static let speed = Member<String>("speed", "the control's speed now")
    static let page = Member<String>("page", "the page that is shown now")
    static let values = Member<AssignedValues>("values", "each control's value now, by the control's name")

    /// The rows of docs/protocol.md about the members of answers, grouped by operations.
    static let rows: [(operations: [String], members: [MemberRow])] = [
        (["every request"], [ok.row, error.row, message.row, mistakes.row, ignored.row]),
        (operations(.value, .scrub), ValueAnswer.rows.dropLast(SetOutcome.rows.count)),
        (["`set` with `values`"], [values.row]),
        (["`set`"], SetOutcome.rows),
        (operations(.speed), [control.row, speed.row]),
        (operations(.page), [page.row]),
        (operations(.ramp), [control.row]),
        (operations(.ramp, .scrub), RampProgress.rows),
        (operations(.screenshot), Screenshot.rows),
        (operations(.picture), WatchedPicture.rows),
        (operations(.view), ViewState.rows),
        (operations(.clock), ClockReading.rows),
        (operations(.listing), Listing.rows),
    ]

    private static func operations(_ answers: AnswerKind...) -> [String] {
        let answered = Operation.allCases.filter { $0.declaration.forms.contains { answers.contains($0.answer) } }
        return answered.map { "`\($0.rawValue)`" }
    }
}

extension ValueAnswer: DeclaredObject {
    static let blank = ValueAnswer(control: "", value: .number(0))

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("control", &control, "the control's name")
        visitor.visit("value", &value, "the control's value now")
        visitor.visit("cursor", ifAny: &cursor, when: "for selections", "the name of the position under the cursor")
        outcome.visitMembers(&visitor)
    }
}

extension SetOutcome: DeclaredObject {
    static let blank = SetOutcome()

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("clamped", ifTrue: &clamped, when: "if `true`", "a value lay beyond an end of the range")
        visitor.visit("snapped", ifTrue: &snapped, when: "if `true`", "a value lay between grid points")
    }
}

extension Screenshot: DeclaredObject {
    static let blank = Screenshot(png: [], widthPixels: 0, heightPixels: 0)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("png", base64: &png, "the picture as a PNG file")
        visitor.visit("width", &widthPixels, "the width in pixels")
        visitor.visit("height", &heightPixels, "the height in pixels")
    }
}

extension LineBuffer {
    mutating func beginReply(to id: RequestID?, ok: Bool) {
        append("{\"reply\":")
        self.id(id)
        member(AnswerMember.ok, ok)
    }
}
