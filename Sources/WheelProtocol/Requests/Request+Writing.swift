import WheelModel
import WheelSettings

extension Request {
    /// Writes the request as a line; without an `id` only an error is answered.
    public func write(id: RequestID? = nil, to line: inout LineBuffer) {
        line.beginObject()
        if let id {
            line.key("id")
            line.id(id)
        }
        line.key("op")
        line.string(operation.rawValue)
        writeMembers(to: &line)
        line.endLine()
    }

    private func writeMembers(to line: inout LineBuffer) {
        switch self {
        case .list, .screenshot, .stats, .ping: break
        case .get(let control), .reset(let control), .commit(let control), .pauseRamp(let control),
            .resumeRamp(let control), .cancelRamp(let control):
            line.member("control", control)
        case .set(let assignment, let manner):
            line.member("control", assignment.control)
            line.key("value")
            line.value(assignment.value)
            manner.write(to: &line)
        case .setAll(let assignments, let manner):
            line.key("values")
            line.object(of: assignments)
            manner.write(to: &line)
        case .turn(let control, let detents, let speed):
            line.member("control", control)
            line.key("detents")
            line.number(detents)
            if let speed { line.member("speed", speed) }
        case .step(let control, let count):
            line.member("control", control)
            line.key("count")
            line.integer(count)
        case .speed(let control, let speed):
            line.member("control", control)
            line.member("speed", speed.name)
        case .focus(let input, let control):
            line.member("input", input)
            line.member("control", control)
        case .page(let page): line.member("page", page.name)
        case .lock(let isLocked):
            line.key("locked")
            line.bool(isLocked)
        case .toggle(let control, let position), .select(let control, let position):
            line.member("control", control)
            line.member("position", position)
        case .ramp(let control, let motion):
            line.member("control", control)
            motion.write(to: &line)
        case .namedRamp(let name): line.member("ramp", name)
        case .scrubRamp(let control, let fraction):
            line.member("control", control)
            line.key("fraction")
            line.number(fraction)
        case .subscribe(let subscription): subscription.write(to: &line)
        case .logLevel(let level): line.member("level", level.rawValue)
        }
    }
}

extension Panel.SetManner {
    fileprivate func write(to line: inout LineBuffer) {
        if !commits {
            line.key("commit")
            line.bool(false)
        }
        if unlessEditing { line.member("unless", "editing") }
    }
}

extension SpeedChoice {
    fileprivate var name: String {
        switch self {
        case .next: "next"
        case .previous: "previous"
        case .named(let name): name
        }
    }
}

extension PageName {
    fileprivate var name: String {
        switch self {
        case .next: "next"
        case .previous: "previous"
        case .named(let name): name
        }
    }
}

extension LineBuffer {
    mutating func member(_ name: StaticString, _ string: String) {
        key(name)
        self.string(string)
    }

    /// Values by the names of their controls.
    mutating func object(of assignments: [Assignment]) {
        beginObject()
        for assignment in assignments {
            key(named: assignment.control)
            value(assignment.value)
        }
        endObject()
    }
}
