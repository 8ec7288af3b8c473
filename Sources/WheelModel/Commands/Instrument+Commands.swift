import WheelCore

/// Performs the requests of clients, buttons and keys.
///
/// A request refers to controls, inputs and positions by name. `perform` resolves the names to indices, checks the
/// asker's permission, and checks the values. Then `perform` makes a `Move`, or calls the functions for ramps, presets,
/// locks or the focus. The outcome consists of indices, so that the press of a button formats no text. A refused
/// request changes nothing, even if it names many controls.
///
/// For example, a client sets `volume`, which has the range 0…100, to 250. The name becomes control 0, and `check`
/// accepts the number. The move clamps the number to 100, and the outcome has `clamped`. With `beyond = "refuse"` the
/// check would refuse 250. If the client then sends 100, which is the value already, this request is an echo: the time
/// of the last write is renewed, and nothing else changes.
extension Instrument {
    /// Performs a request. Returns `nil` for an operation that the instrument does not perform, or that hands may not
    /// perform now.
    ///
    /// A request of a button or a key may omit names, and then refers to the current control, input or position
    /// (`Request.swift`).
    public mutating func perform(
        _ request: Request, by asker: Asker, at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        wake(at: time, into: &changes)
        switch request.operation {
        case .get: return try control(of: request, for: asker).map { .control($0) }
        case .set: return try set(request, by: asker, &changes)
        case .turn, .step, .speed, .speedReset, .reset, .commit, .apply, .revert, .toggle, .select:
            guard let control = try movedControl(of: request, for: asker) else { return nil }
            return try perform(request, on: control, by: asker.source, &changes)
        case .ramp, .rampPause, .rampResume, .rampCancel, .rampScrub, .rampRestart, .rampReverse:
            return try performOnRamp(request, by: asker, &changes)
        case .focus: return try moveFocus(request, by: asker, &changes)
        case .page:
            guard asker.mayChange(self) else { return nil }
            show(try directory.page(request.choice("page")), &changes)
            return .page
        case .lock: return try lock(request, by: asker, &changes)
        case .recall: return try recall(directory.preset(request.neededText("preset")), by: asker, &changes)
        case .store: return try store(directory.preset(request.neededText("preset")), by: asker, &changes)
        case .list, .feed, .unfeed, .define, .undefine, .subscribe, .screenshot, .watchDisplay, .unwatchDisplay, .view,
            .unview, .seen, .limit, .stats, .reload, .logLevel, .ping:
            return nil
        }
    }

    private mutating func perform(
        _ request: Request, on control: Int, by source: Source, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        let mover = Mover(source)
        switch request.operation {
        case .turn:
            var speed: Int?
            if let name = request.text("speed") { speed = try directory.speed(name, of: control) }
            let turn = try asked(of: control) { panel throws(PanelRefusal) in
                try panel.turn(by: request.neededNumber("detents"), speed: speed, of: control, source)
            }
            if let turn { perform(.turn(turn), on: control, by: mover, &changes) }
        case .step:
            let count = request.neededInteger("count")
            if count != 0 { perform(.step(Int64(count)), on: control, by: mover, &changes) }
        case .speed:
            let choice = request.choice("speed")
            if case .named(let name) = choice { _ = try directory.speed(name, of: control) }
            changeSpeed(of: control, to: choice, &changes)
            return .speed(control)
        case .speedReset:
            changeSpeed(of: control, to: .named(controls[control].settings.speeds[0].name), &changes)
            return .speed(control)
        case .reset: perform(.reset, on: control, by: mover, &changes)
        case .commit:
            controls[control].value.interaction.releaseAtPress()
            commitIfReleased(control, &changes)
        case .apply: applyDraft(of: control, by: source, &changes)
        case .revert: dropDraft(of: control, by: source, &changes)
        default:
            let position = try position(of: request, in: control)
            // `toggle` without a name refers to the position under the cursor. If the control is a choice, this
            // position is selected instead of toggled.
            let isSelection = controls[control].kind == .selection
            let toggles = request.operation == .toggle && (isSelection || request["position"] != nil)
            try asked(of: control) { panel throws(PanelRefusal) in
                try panel.checkMark(position, of: control, toggling: toggles)
            }
            perform(.mark(position, toggling: toggles), on: control, by: mover, &changes)
        }
        return .value(control, SetOutcome())
    }

    private mutating func moveFocus(
        _ request: Request, by asker: Asker, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        guard asker.mayChange(self) else { return nil }
        let input = try input(of: request, for: asker)
        if let count = request.integer("by") {
            moveFocus(of: input, by: count, &changes)
        } else if let control = try control(of: request, for: asker) {
            let own = settings.inputs[input].controls
            guard own.contains(control) || control == pageControl(of: input) else {
                throw .notTurned(
                    control: settings.controls[control].name, input: settings.inputs[input].name,
                    among: own.map { settings.controls[$0].name })
            }
            moveFocus(of: input, to: control, &changes)
        }
        return .done
    }

    private mutating func performOnRamp(
        _ request: Request, by asker: Asker, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        let ramp = try request.text("ramp").map { name throws(CommandRefusal) in try directory.ramp(name) }
        let named = ramp.map { settings.ramps[$0] }
        let control: Int
        if let named {
            try leaves(named.control, to: asker, request.operation)
            guard asker.mayMove(named.control, of: self) else { return nil }
            control = named.control
        } else {
            guard let moved = try movedControl(of: request, for: asker) else { return nil }
            control = moved
            try leaves(control, to: asker, request.operation)
        }
        let status = try asked(of: control) { panel throws(PanelRefusal) in
            switch request.operation {
            case .rampPause: return try panel.pauseRamp(of: control, &changes)
            case .rampResume: return try panel.resumeRamp(of: control, &changes)
            case .rampCancel: return try panel.cancelRamp(of: control, &changes)
            case .rampRestart: return try panel.restartRamp(of: control, &changes)
            case .rampReverse: return try panel.reverseRamp(of: control, &changes)
            case .rampScrub:
                return try panel.scrubRamp(
                    of: control, to: request.neededNumber("fraction"), by: asker.source, &changes)
            default:
                if let ramp, request.flag("toggles") { return try panel.toggleRamp(ramp, &changes) }
                return try panel.startRamp(
                    named?.motion ?? request.motion, rampIndex: ramp, on: control, by: asker.source, &changes)
            }
        }
        return request.operation == .rampScrub ? .scrub(control, status) : .ramp(control, status)
    }

    /// Refuses a hand's request for a ramp of a control with `confirm`. Hands may pause and cancel the ramp of a
    /// client.
    private func leaves(_ control: Int, to asker: Asker, _ operation: Operation) throws(CommandRefusal) {
        guard case .input = asker, controls[control].confirms, !operation.stopsRamp else { return }
        throw .needsConfirmation(settings.controls[control])
    }

    private mutating func set(
        _ request: Request, by asker: Asker, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        if case .values(let assignments) = request["values"] {
            return try set(assignments, request.setManner, by: asker, &changes)
        }
        guard let control = try control(of: request, for: asker) else { return nil }
        let value: GivenValue
        switch request["value"] {
        case .value(let given): value = try directory.value(given, of: control)
        default: value = .position(nextPosition(of: control))
        }
        guard asker.mayMove(control, of: self) else { return nil }
        let manner = request.setManner
        try asked(of: control) { panel throws(PanelRefusal) in
            try panel.check(value, for: control, manner, by: asker.source)
        }
        return .value(control, setChecked(control, to: value, manner, by: asker.source, &changes))
    }

    /// Sets all controls, or none if one of the values is refused.
    mutating func set(
        _ assignments: [Assignment], _ manner: SetManner, setsEchoes: Bool = false, by asker: Asker,
        _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        var values: [(control: Int, value: GivenValue)] = []
        for assignment in assignments {
            let control = try directory.control(assignment.control)
            values.append((control, try directory.value(assignment.value, of: control)))
        }
        guard values.allSatisfy({ asker.mayMove($0.control, of: self) }) else { return nil }
        for (control, value) in values {
            try asked(of: control) { panel throws(PanelRefusal) in
                try panel.check(value, for: control, manner, by: asker.source)
            }
        }
        var outcome = SetOutcome()
        // A hand cannot move the draft of a control while a ramp moves the value. If one of the controls has `confirm`
        // and a running ramp, none of the controls is set.
        if case .input = asker, values.contains(where: { rampMovesBelowDraft($0.control) }) {
            return .values(values.map(\.control), outcome)
        }
        for (control, value) in values {
            let one = setChecked(control, to: value, manner, setsEchoes: setsEchoes, by: asker.source, &changes)
            outcome.clamped = outcome.clamped || one.clamped
            outcome.snapped = outcome.snapped || one.snapped
        }
        return .values(values.map(\.control), outcome)
    }

    /// Sets a value that has been checked. Unless `setsEchoes` is true, an echo is recorded as a write but moves
    /// nothing.
    private mutating func setChecked(
        _ control: Int, to value: GivenValue, _ manner: SetManner, setsEchoes: Bool = false, by source: Source,
        _ changes: inout Changes
    ) -> SetOutcome {
        if !setsEchoes, isEcho(of: control, value, by: source) {
            recordWrite(of: control, by: source, at: changes.time)
        } else {
            perform(.set(value), on: control, by: Mover(source, goesOn: !manner.commits), &changes)
        }
        return outcome(of: value, in: control)
    }

    /// Whether a client sends the value that the control already has. Such an echo ends no ramp and commits nothing:
    /// otherwise a program that mirrors a value would end the interaction of a hand or of another client.
    private func isEcho(of control: Int, _ value: GivenValue, by source: Source) -> Bool {
        guard case .client = source else { return false }
        return has(value, in: control)
    }

    private func check(
        _ value: GivenValue, for control: Int, _ manner: SetManner, by source: Source
    ) throws(PanelRefusal) {
        if manner.unlessEditing, controls[control].isPending || controls[control].value.interaction.isInHand {
            throw .editing
        }
        try check(value, for: control)
        guard case .client = source, case .number(let number) = value else { return }
        if controls[control].value.scale.refuses(number) { throw .outOfRange(number) }
    }

    /// The turn for a request to turn by `detents`. It is the turn of an encoder with 24 detents per revolution,
    /// without acceleration. Returns `nil` if the turn is smaller than half a unit.
    func turn(by detents: Double, speed: Int?, of control: Int, _ source: Source) throws(PanelRefusal) -> Turn? {
        guard detents.isFinite else { throw .outOfKind(.notFinite) }
        let units = (detents * Double(TurnSum.unitsPerDetent)).rounded()
        guard units != 0 else { return nil }
        var ownSpeed = controls[control].speed
        if case .input = source { ownSpeed = controls[control].actingSpeed }
        return Turn(units: units, speed: speed ?? ownSpeed)
    }

    package mutating func changeSpeed(
        of control: Int, to choice: NameChoice, _ changes: inout Changes
    ) {
        let speeds = controls[control].settings.speeds
        let current = controls[control].speed
        let next: Int
        switch choice {
        case .next: next = (current + 1) % speeds.count
        case .previous: next = (current + speeds.count - 1) % speeds.count
        case .named(let name): next = speeds.firstIndex { $0.name == name } ?? current
        }
        guard next != current else { return }
        controls[control].speed = next
        controls[control].inHand.beginStep()
        changes.append(.speed(control: control, speed: next))
    }

    /// Releases what a disconnected client holds by `"commit": false`, and marks the values that the client wrote last.
    public mutating func clientLeft(_ client: Int, at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        recordLostWriter(client)
        for control in controls.indices where controls[control].value.interaction.isHeld(by: .client(client)) {
            controls[control].value.interaction.release(.client(client))
            commitIfReleased(control, &changes)
        }
    }

    // MARK: What a request refers to

    /// The control that the request names, or else the control that the asker's input turns; `nil` if the input turns
    /// none.
    private func control(of request: Request, for asker: Asker) throws(CommandRefusal) -> Int? {
        if case .input(let input) = asker, request["control"] == nil { return target(of: input) }
        return try directory.control(request.neededText("control"))
    }

    /// The control that a request moves; `nil` if there is none, or if the asker may not move it.
    private func movedControl(of request: Request, for asker: Asker) throws(CommandRefusal) -> Int? {
        guard let control = try control(of: request, for: asker) else { return nil }
        return asker.mayMove(control, of: self) ? control : nil
    }

    private func input(of request: Request, for asker: Asker) throws(CommandRefusal) -> Int {
        if case .input(let input) = asker, request["input"] == nil { return input }
        return try directory.input(request.neededText("input"))
    }

    /// The position that the request names, or else the position under the cursor.
    private func position(of request: Request, in control: Int) throws(CommandRefusal) -> Int {
        if let name = request.text("position") { return try directory.position(name, of: control) }
        guard controls[control].kind.hasPositions else { throw .noPositions(settings.controls[control]) }
        return Int(controls[control].inHand.number)
    }

    /// The position after the present one. The last position is followed by the first.
    private func nextPosition(of control: Int) -> Int {
        let number = controls[control].inHand.number
        return number < controls[control].value.scale.upper ? Int(number) + 1 : 0
    }

    /// Calls `body` and adds the control to a refusal, because the message needs the control's name and range.
    private mutating func asked<Answer>(
        of control: Int, _ body: (inout Instrument) throws(PanelRefusal) -> Answer
    ) throws(CommandRefusal) -> Answer {
        do throws(PanelRefusal) {
            return try body(&self)
        } catch {
            throw .refused(error, settings.controls[control])
        }
    }
}

extension Operation {
    /// Whether the operation does nothing but stop a ramp.
    fileprivate var stopsRamp: Bool { self == .rampPause || self == .rampCancel }
}

/// Who sends a command.
public enum Asker: Equatable, Sendable {
    case client(Int)
    /// A button or a key of an input.
    case input(Int)

    var source: Source {
        switch self {
        case .client(let client): .client(client)
        case .input(let input): .input(input)
        }
    }

    /// Whether the asker may change anything now: hands may not while the panel is locked.
    func mayChange(_ panel: Instrument) -> Bool {
        switch self {
        case .client: true
        case .input: !panel.isLocked
        }
    }

    func mayMove(_ control: Int, of panel: Instrument) -> Bool {
        switch self {
        case .client: true
        case .input: panel.isOpenToHands(control)
        }
    }
}

/// The result of a command, with indices instead of names.
public enum CommandOutcome: Equatable, Sendable {
    case done
    case control(Int)
    case value(Int, SetOutcome)
    /// The controls that were set together, with their combined outcome.
    case values([Int], SetOutcome)
    case speed(Int)
    case page
    case ramp(Int, RampStatus)
    case scrub(Int, RampStatus)
}
