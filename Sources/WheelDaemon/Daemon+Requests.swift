import LinuxSystem
import WheelModel
import WheelProtocol
import WheelPublisher

/// What clients ask for.
extension Daemon: PublisherDelegate {
    func hello(for client: Int) -> Hello {
        Hello(
            version: Version.text, instance: instance, client: client, seq: publisher?.seq ?? 0,
            clock: ClockReading(
                monotonic: Daemon.now, realtimeMicroseconds: RealtimeClock.nowMicroseconds()),
            page: panel.page.map { settings.panel.pages[$0].name }, isLocked: panel.isLocked, listing: listing)
    }

    /// How everything stands.
    var listing: Listing {
        let now = Daemon.now
        return Listing(
            controls: panel.controls.map { ControlState($0, at: now) },
            inputs: settings.inputs.enumerated().map { index, input in
                InputState(
                    name: input.name, type: input.source.type, state: inputs[index].state,
                    focus: panel.focus(ofInput: index).map { settings.panel.controls[$0].name })
            })
    }

    func clientLeft(_ client: Int) {
        panel.clientLeft(client, at: Daemon.now, into: &changes)
        publishChanges()
    }

    func answer(_ request: Request, from client: Int) -> Result<Answer, RequestError>? {
        defer { publishChanges() }
        do throws(RequestError) {
            if case .screenshot = request {
                try requestPicture(for: client)
                return nil
            }
            return .success(try perform(request, for: client, at: Daemon.now))
        } catch {
            return .failure(error)
        }
    }

    private func perform(_ request: Request, for client: Int, at now: Instant) throws(RequestError) -> Answer {
        switch request {
        case .list: return .listing(listing)
        case .get(let name): return .control(ControlState(panel.controls[try control(name)], at: now))
        case .set(let assignment, let manner): return try set(assignment, manner, client, now)
        case .setAll(let assignments, let manner): return try set(assignments, manner, client, now)
        case .turn(let name, let detents, let speed): return try turn(name, detents, speed, client, now)
        case .step(let name, let count):
            return try move(name) { panel, control, changes in
                panel.step(control, by: count, source: .client(client), at: now, into: &changes)
            }
        case .speed(let name, let choice):
            let control = try control(name)
            if case .named(let speed) = choice { _ = try self.speed(speed, of: control) }
            panel.changeSpeed(of: control, to: choice, at: now, into: &changes)
            let current = panel.controls[control]
            return .speed(control: name, speed: current.settings.speeds[current.speed].name)
        case .focus(let input, let control):
            panel.focus(try self.input(input), on: try self.control(control), at: now, into: &changes)
            return .done
        case .page(let name):
            panel.show(try page(name), at: now, into: &changes)
            return .page(panel.page.map { settings.panel.pages[$0].name } ?? "")
        case .lock(let locked):
            panel.lock(locked, at: now, into: &changes)
            return .done
        case .reset(let name):
            return try move(name) { $0.reset($1, source: .client(client), at: now, into: &$2) }
        case .commit(let name): return try move(name) { $0.commit($1, at: now, into: &$2) }
        case .toggle(let name, let position): return try mark(name, position, toggling: true, client, now)
        case .select(let name, let position): return try mark(name, position, toggling: false, client, now)
        case .ramp, .namedRamp, .pauseRamp, .resumeRamp, .cancelRamp, .scrubRamp:
            return try performRamp(request, for: client, at: now)
        case .stats: return .stats(statistics)
        case .logLevel(let level):
            if let level = Log.Level(level.rawValue) { Log.level = level }
            return .done
        // The displays' and the publisher's own.
        case .screenshot, .ping, .subscribe: return .done
        }
    }

    // MARK: Values.

    private func set(
        _ assignment: Assignment, _ manner: Panel.SetManner, _ client: Int, _ now: Instant
    ) throws(RequestError) -> Answer {
        let control = try control(assignment.control)
        let value = try settings.panel.controls[control].given(assignment.value)
        let outcomes = try asked(of: control) { () throws(PanelRefusal) in
            try panel.set([(control, value)], manner: manner, by: client, at: now, into: &changes)
        }
        return .value(ValueAnswer(panel.controls[control], outcome: outcomes[0]))
    }

    private func set(
        _ assignments: [Assignment], _ manner: Panel.SetManner, _ client: Int, _ now: Instant
    ) throws(RequestError) -> Answer {
        var values: [(control: Int, value: GivenValue)] = []
        for assignment in assignments {
            let control = try control(assignment.control)
            values.append((control, try settings.panel.controls[control].given(assignment.value)))
        }
        let outcomes: [Panel.SetOutcome]
        do throws(PanelRefusal) {
            outcomes = try panel.set(values, manner: manner, by: client, at: now, into: &changes)
        } catch {
            throw refusal(of: values, manner, client, now) ?? RequestError(.outOfKind, "\(error)")
        }
        let outcome = outcomes.reduce(into: Panel.SetOutcome()) { all, one in
            all.clamped = all.clamped || one.clamped
            all.snapped = all.snapped || one.snapped
        }
        return .values(
            values.map {
                Assignment(
                    control: settings.panel.controls[$0.control].name, value: ControlValue(panel.controls[$0.control]))
            },
            outcome)
    }

    /// Which of several values is at fault, and why: found by setting them one by one in a copy, since nothing of it
    /// has been done.
    private func refusal(
        of values: [(control: Int, value: GivenValue)], _ manner: Panel.SetManner, _ client: Int, _ now: Instant
    ) -> RequestError? {
        var copy = panel
        var unseen = ChangeList()
        for value in values {
            do throws(RequestError) {
                _ = try asked(of: value.control) { () throws(PanelRefusal) in
                    try copy.set([value], manner: manner, by: client, at: now, into: &unseen)
                }
            } catch {
                return error
            }
        }
        return nil
    }

    private func turn(
        _ name: String, _ detents: Double, _ speed: String?, _ client: Int, _ now: Instant
    ) throws(RequestError) -> Answer {
        let control = try control(name)
        var index: Int?
        if let speed { index = try self.speed(speed, of: control) }
        try asked(of: control) { () throws(PanelRefusal) in
            try panel.turn(control, detents: detents, speed: index, by: client, at: now, into: &changes)
        }
        return .value(ValueAnswer(panel.controls[control]))
    }

    private func mark(
        _ name: String, _ position: String, toggling: Bool, _ client: Int, _ now: Instant
    ) throws(RequestError) -> Answer {
        let control = try control(name)
        let index = try settings.panel.controls[control].knownPosition(position)
        try asked(of: control) { () throws(PanelRefusal) in
            try panel.mark(
                index, of: control, toggling: toggling, source: .client(client), at: now, into: &changes)
        }
        return .value(ValueAnswer(panel.controls[control]))
    }

    private func move(
        _ name: String, _ body: (inout Panel, Int, inout ChangeList) -> Void
    ) throws(RequestError) -> Answer {
        let control = try control(name)
        body(&panel, control, &changes)
        return .value(ValueAnswer(panel.controls[control]))
    }

    private var statistics: Statistics {
        Statistics(
            eventsIn: inputs.reduce(0) { $0 + $1.eventsIn }, eventsDropped: inputs.reduce(0) { $0 + $1.dropped },
            eventsPublished: publisher?.seq ?? 0, clients: publisher?.clientCount ?? 0,
            inputs: settings.inputs.enumerated().map { index, input in
                Statistics.Input(
                    name: input.name, eventsIn: inputs[index].eventsIn, eventsDropped: inputs[index].dropped,
                    lastEvent: inputs[index].lastEvent)
            },
            framesDrawn: frameStatistics.frames, microsecondsPerFrame: frameStatistics.microsecondsPerFrame,
            uptime: Daemon.now - startedAt)
    }
}
