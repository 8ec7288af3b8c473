import WheelCore

extension Answer {
    /// Writes the reply to the request with this `id`. A request without an `id` is answered only if it fails.
    ///
    /// `ignored`: members of the request that the daemon does not know.
    public func write(to id: RequestID, ignored: [String] = [], _ line: inout LineBuffer) {
        line.beginReply(to: id, ok: true)
        writeMembers(to: &line)
        if !ignored.isEmpty { line.member(AnswerMember.ignored, ignored) }
        line.endLine()
    }

    /// The bytes that the reply shares with those to other clients. They are its end: `writeHead` writes the rest.
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

extension RequestError {
    /// Writes the reply to a request that is refused. `id` is `nil` if the request had none.
    public func write(to id: RequestID?, _ line: inout LineBuffer) {
        line.beginReply(to: id, ok: false)
        line.member(AnswerMember.error, name)
        line.member(AnswerMember.message, message)
        if !mistakes.isEmpty { line.member(AnswerMember.mistakes, mistakes) }
        line.endLine()
    }
}

extension LineBuffer {
    fileprivate mutating func beginReply(to id: RequestID?, ok: Bool) {
        append("{\"reply\":")
        self.id(id)
        member(AnswerMember.ok, ok)
    }
}
