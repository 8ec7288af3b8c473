import WheelGeometry
import WheelModel
import WheelProtocol
import WheelSettings

/// What clients ask of the panel: by names, with the protocol's errors.
extension Panel {
    /// Does what a client asks for; nil for what the panel knows nothing of.
    public mutating func answer(
        _ request: Request, from client: Int, at now: Instant, into changes: inout Moment
    ) throws(RequestError) -> Answer? {
        switch request {
        case .get(let name): return .control(ControlState(controls[try control(name)], at: now))
        case .set(let assignment, let manner): return try set(assignment, manner, client, now, into: &changes)
        case .setAll(let assignments, let manner): return try set(assignments, manner, client, now, into: &changes)
        case .turn(let name, let detents, let speed): return try turn(name, detents, speed, client, now, into: &changes)
        case .step(let name, let count):
            return try move(name, into: &changes) { panel, control, changes in
                panel.step(control, by: count, source: .client(client), at: now, into: &changes)
            }
        case .speed(let name, let choice):
            let control = try control(name)
            if case .named(let speed) = choice { _ = try self.speed(speed, of: control) }
            changeSpeed(of: control, to: choice, at: now, into: &changes)
            let current = controls[control]
            return .speed(control: name, speed: current.settings.speeds[current.speed].name)
        case .focus(let input, let control):
            focus(try self.input(input), on: try self.control(control), at: now, into: &changes)
            return .done
        case .page(let name):
            show(try page(name), at: now, into: &changes)
            return .page(page.map { settings.pages[$0].name } ?? "")
        case .lock(let locked):
            lock(locked, at: now, into: &changes)
            return .done
        case .reset(let name):
            return try move(name, into: &changes) { $0.reset($1, source: .client(client), at: now, into: &$2) }
        case .commit(let name): return try move(name, into: &changes) { $0.commit($1, at: now, into: &$2) }
        case .toggle(let name, let position):
            return try mark(name, position, toggling: true, client, now, into: &changes)
        case .select(let name, let position):
            return try mark(name, position, toggling: false, client, now, into: &changes)
        case .ramp, .namedRamp, .pauseRamp, .resumeRamp, .cancelRamp, .scrubRamp:
            return try answerOfRamp(request, from: client, at: now, into: &changes)
        case .list, .stats, .logLevel, .screenshot, .ping, .subscribe: return nil
        }
    }

    // MARK: Values.

    private mutating func set(
        _ assignment: Assignment, _ manner: SetManner, _ client: Int, _ now: Instant,
        into changes: inout Moment
    ) throws(RequestError) -> Answer {
        let control = try control(assignment.control)
        let value = try settings.controls[control].given(assignment.value)
        let outcomes = try Panel.asked(of: settings.controls[control]) { () throws(PanelRefusal) in
            try self.set([(control, value)], manner: manner, by: client, at: now, into: &changes)
        }
        return .value(ValueAnswer(controls[control], outcome: outcomes[0]))
    }

    private mutating func set(
        _ assignments: [Assignment], _ manner: SetManner, _ client: Int, _ now: Instant,
        into changes: inout Moment
    ) throws(RequestError) -> Answer {
        var values: [(control: Int, value: GivenValue)] = []
        for assignment in assignments {
            let control = try control(assignment.control)
            values.append((control, try settings.controls[control].given(assignment.value)))
        }
        let outcomes: [SetOutcome]
        do throws(PanelRefusal) {
            outcomes = try self.set(values, manner: manner, by: client, at: now, into: &changes)
        } catch {
            throw refusal(of: values, manner, client, now)
                ?? RequestError(.outOfKind, "the values cannot be set together")
        }
        let outcome = outcomes.reduce(into: SetOutcome()) { all, one in
            all.clamped = all.clamped || one.clamped
            all.snapped = all.snapped || one.snapped
        }
        return .values(
            values.map {
                Assignment(
                    control: settings.controls[$0.control].name, value: ControlValue(controls[$0.control]))
            },
            outcome)
    }

    /// Which of several values is at fault, and why: found by setting them one by one in a copy, since nothing of it
    /// has been done.
    private func refusal(
        of values: [(control: Int, value: GivenValue)], _ manner: Panel.SetManner, _ client: Int, _ now: Instant
    ) -> RequestError? {
        var copy = self
        var unseen = Moment()
        for value in values {
            do throws(RequestError) {
                _ = try Panel.asked(of: settings.controls[value.control]) { () throws(PanelRefusal) in
                    try copy.set([value], manner: manner, by: client, at: now, into: &unseen)
                }
            } catch {
                return error
            }
        }
        return nil
    }

    private mutating func turn(
        _ name: String, _ detents: Double, _ speed: String?, _ client: Int, _ now: Instant,
        into changes: inout Moment
    ) throws(RequestError) -> Answer {
        let control = try control(name)
        var index: Int?
        if let speed { index = try self.speed(speed, of: control) }
        try Panel.asked(of: settings.controls[control]) { () throws(PanelRefusal) in
            try self.turn(control, detents: detents, speed: index, by: client, at: now, into: &changes)
        }
        return .value(ValueAnswer(controls[control]))
    }

    private mutating func mark(
        _ name: String, _ position: String, toggling: Bool, _ client: Int, _ now: Instant,
        into changes: inout Moment
    ) throws(RequestError) -> Answer {
        let control = try control(name)
        let index = try settings.controls[control].knownPosition(position)
        try Panel.asked(of: settings.controls[control]) { () throws(PanelRefusal) in
            try self.mark(
                index, of: control, toggling: toggling, source: .client(client), at: now, into: &changes)
        }
        return .value(ValueAnswer(controls[control]))
    }

    private mutating func move(
        _ name: String, into changes: inout Moment, _ body: (inout Panel, Int, inout Moment) -> Void
    ) throws(RequestError) -> Answer {
        let control = try control(name)
        body(&self, control, &changes)
        return .value(ValueAnswer(controls[control]))
    }
}
