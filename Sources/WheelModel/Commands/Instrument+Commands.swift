import WheelCore

/// The one entry for commands, from clients and from buttons.
extension Instrument {
    /// Performs a request. Returns `nil` if the panel does not know the operation, or if hands may not do it now.
    ///
    /// The request of a button or a key may leave out what is current: see `Request.swift`.
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
            // Without a name `toggle` refers to the cursor, and the cursor of a choice can only be chosen.
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

    /// Refuses a hand's ramp on a control with `confirm`. A hand may stop one that a client has started.
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
        let outcome = try asked(of: control) { panel throws(PanelRefusal) in
            try panel.set(control, to: value, manner: request.setManner, by: asker.source, &changes)
        }
        return .value(control, outcome)
    }

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
        let outcomes: [SetOutcome]
        do throws(PanelRefusal) {
            outcomes = try set(
                values, manner: manner, setsEchoes: setsEchoes, by: asker.source, &changes)
        } catch {
            // Nothing has been changed yet, so the first value that is refused is still refused.
            let refused = values.first { (try? check($0.value, for: $0.control, manner, by: asker.source)) == nil }
            throw .refused(error, settings.controls[refused?.control ?? 0])
        }
        let outcome = outcomes.reduce(into: SetOutcome()) { all, one in
            all.clamped = all.clamped || one.clamped
            all.snapped = all.snapped || one.snapped
        }
        return .values(values.map(\.control), outcome)
    }

    // MARK: What a request refers to

    /// The control that the request names, else the one that the asker's input turns; `nil` if that turns none.
    private func control(of request: Request, for asker: Asker) throws(CommandRefusal) -> Int? {
        if case .input(let input) = asker, request["control"] == nil { return target(of: input) }
        return try directory.control(request.neededText("control"))
    }

    /// The same for operations that move the control; `nil` also if the asker may not move it.
    private func movedControl(of request: Request, for asker: Asker) throws(CommandRefusal) -> Int? {
        guard let control = try control(of: request, for: asker) else { return nil }
        return asker.mayMove(control, of: self) ? control : nil
    }

    private func input(of request: Request, for asker: Asker) throws(CommandRefusal) -> Int {
        if case .input(let input) = asker, request["input"] == nil { return input }
        return try directory.input(request.neededText("input"))
    }

    /// The position that the request names, else the one under the cursor.
    private func position(of request: Request, in control: Int) throws(CommandRefusal) -> Int {
        if let name = request.text("position") { return try directory.position(name, of: control) }
        guard controls[control].kind.hasPositions else { throw .noPositions(settings.controls[control]) }
        return Int(controls[control].inHand.number)
    }

    /// The position after that of a choice, and the first after the last.
    private func nextPosition(of control: Int) -> Int {
        let number = controls[control].inHand.number
        return number < controls[control].value.scale.upper ? Int(number) + 1 : 0
    }

    /// What a control refuses is told with its name and its range.
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
    /// Whether a hand may do it to a ramp on a control with `confirm`. What moves the value is left to clients.
    fileprivate var stopsRamp: Bool { self == .rampPause || self == .rampCancel }
}

/// The origin of a command.
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

    /// Whether the asker may change anything now. Hands may not while the panel is locked.
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

/// The result of a command. It holds indices, so that a button press formats no text.
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

/// The reason for which a command is refused. A refused command changes nothing.
public enum CommandRefusal: Error, Equatable, Sendable {
    public enum Kind: String, Sendable {
        case control, input, page, position, speed, ramp, preset, button
    }

    /// No such name. `of` names the control whose positions or speeds were searched.
    case unknown(Kind, String, of: String? = nil, among: [String])
    case noPages
    /// A position was given for a control that has no positions.
    case noPositions(ControlSettings)
    case refused(PanelRefusal, ControlSettings)
    /// Hands move only the pending value of this control: they play no ramp on it and recall no preset of it.
    case needsConfirmation(ControlSettings)
    /// The preset is not `writable`.
    case readOnlyPreset(String)
    /// The control is none of those that the input turns.
    case notTurned(control: String, input: String, among: [String])
    /// Clients do not feed an input of this type.
    case notFed(input: String, type: String)
    /// The input has several buttons, and the request names none of them.
    case needsButton(input: String, among: [String])
    /// The contacts have no scale: the client has given no size, and there is no display.
    case needsSize(input: String)
    /// Another client feeds the input.
    case busy(input: String, client: Int)
}
