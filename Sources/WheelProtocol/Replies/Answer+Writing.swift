import WheelModel

extension Answer {
    /// Writes the reply to the request with this `id`. One without an `id` is answered only if it fails.
    ///
    /// `ignored`: the members of the request that were passed over.
    public func write(to id: RequestID, ignored: [String] = [], _ line: inout LineBuffer) {
        line.beginObject()
        line.key("reply")
        line.id(id)
        line.key("ok")
        line.bool(true)
        writeMembers(to: &line)
        if !ignored.isEmpty {
            line.key("ignored")
            line.strings(ignored)
        }
        line.endLine()
    }

    private func writeMembers(to line: inout LineBuffer) {
        switch self {
        case .done: break
        case .listing(let listing): line.members(of: listing)
        case .control(let control): line.members(of: control)
        case .value(let answer): line.members(of: answer)
        case .values(let assignments, let outcome):
            line.key("values")
            line.object(of: assignments)
            line.members(of: outcome)
        case .speed(let control, let speed):
            line.member("control", control)
            line.member("speed", speed)
        case .page(let page): line.member("page", page)
        case .ramp(let control, let progress):
            line.member("control", control)
            line.members(of: progress)
        case .scrub(let answer, let progress):
            line.members(of: answer)
            line.members(of: progress)
        case .screenshot(let screenshot):
            line.key("png")
            line.base64(screenshot.png)
            line.key("width")
            line.integer(screenshot.widthPixels)
            line.key("height")
            line.integer(screenshot.heightPixels)
        case .stats(let statistics): statistics.write(to: &line)
        }
    }
}

extension RequestError {
    /// Writes the reply to a request that is refused; `nil` where it had no `id`.
    public func write(to id: RequestID?, _ line: inout LineBuffer) {
        line.beginObject()
        line.key("reply")
        line.id(id)
        line.key("ok")
        line.bool(false)
        line.member("error", name)
        line.member("message", message)
        line.endLine()
    }
}

extension LineBuffer {
    fileprivate mutating func members(of answer: ValueAnswer) {
        member("control", answer.control)
        key("value")
        value(answer.value)
        if let cursor = answer.cursor { member("cursor", cursor) }
        members(of: answer.outcome)
    }

    fileprivate mutating func members(of outcome: SetOutcome) {
        if outcome.clamped {
            key("clamped")
            bool(true)
        }
        if outcome.snapped {
            key("snapped")
            bool(true)
        }
    }
}
