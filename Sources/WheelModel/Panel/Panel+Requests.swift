import WheelGeometry
import WheelSettings

/// Requests of clients. Names have already been resolved to indices.
extension Panel {
    /// How long a client's `"commit": false` keeps an interaction open without another request.
    static let clientPatience = Interval.seconds(10)

    public mutating func set(
        _ control: Int, to value: GivenValue, manner: SetManner = SetManner(), by source: Source, at time: Instant,
        into moment: inout Moment
    ) throws(PanelRefusal) -> SetOutcome {
        wake(at: time, into: &moment)
        try check(value, for: control, manner, by: source)
        if isEcho(of: control, value, by: source) { return echo(value, of: control, by: source, at: time) }
        return put(value, in: control, source: source, hold: hold(of: source, manner, at: time), &moment)
    }

    /// Sets all of the controls or none of them. Echoes are left alone, unless `setsEchoes`.
    public mutating func set(
        _ values: [(control: Int, value: GivenValue)], manner: SetManner = SetManner(), setsEchoes: Bool = false,
        by source: Source, at time: Instant, into moment: inout Moment
    ) throws(PanelRefusal) -> [SetOutcome] {
        wake(at: time, into: &moment)
        for (control, value) in values { try check(value, for: control, manner, by: source) }
        // A hand's set would be done in part: while a client's ramp runs, hands move no value that is to be confirmed.
        if source.isHand, !values.allSatisfy({ takesHandMoves($0.control) }) { return values.map { _ in SetOutcome() } }
        let hold = hold(of: source, manner, at: time)
        return values.map { control, value in
            if !setsEchoes, isEcho(of: control, value, by: source) {
                return echo(value, of: control, by: source, at: time)
            }
            return put(value, in: control, source: source, hold: hold, &moment)
        }
    }

    func check(
        _ value: GivenValue, for control: Int, _ manner: SetManner, by source: Source
    ) throws(PanelRefusal) {
        if manner.unlessEditing, isPending(control) || controls[control].interaction.isInHand { throw .editing }
        try check(value, for: control)
        guard case .client = source, case .number(let number) = value else { return }
        if controls[control].law.refuses(number) { throw .outOfRange(number) }
    }

    /// Whether a client sends back the value that the control has. That changes nothing, so it ends no ramp and commits
    /// nothing: programs that mirror a value would otherwise end what a hand or another client does.
    private func isEcho(of control: Int, _ value: GivenValue, by source: Source) -> Bool {
        guard case .client = source else { return false }
        return stands(control, at: value)
    }

    /// The value stays, and is no older than this.
    private mutating func echo(_ value: GivenValue, of control: Int, by source: Source, at time: Instant) -> SetOutcome
    {
        noteWrite(of: control, by: source, at: time)
        return outcome(of: value, in: control)
    }

    private func hold(of source: Source, _ manner: SetManner, at time: Instant) -> Hold? {
        guard case .client(let client) = source, !manner.commits else { return nil }
        return Hold(holder: .client(client), until: time + Panel.clientPatience)
    }

    /// Turns a control like an encoder with 24 detents, without acceleration.
    public mutating func turn(
        _ control: Int, detents: Double, speed: Int? = nil, by source: Source, at time: Instant,
        into moment: inout Moment
    ) throws(PanelRefusal) {
        wake(at: time, into: &moment)
        guard detents.isFinite else { throw .outOfKind(.notFinite) }
        let most = Double(Panel.mostUnits)
        let units = (detents * Double(TurnSum.unitsPerDetent)).rounded()
        guard units != 0 else { return }
        let hold = Hold(holder: source.holder, until: time + controls[control].commitAfter)
        turn(
            control,
            by: Turn(
                units: Int64(min(max(units, -most), most)),
                speed: speed ?? (source.isHand ? controls[control].actingSpeed : controls[control].speed),
                detents: NumberLaw.fingerDetents),
            source: source, hold: hold, &moment)
    }

    /// Moves a control by `count` stepper amounts (− and +).
    public mutating func step(
        _ control: Int, by count: Int, source: Source, at time: Instant, into moment: inout Moment
    ) {
        wake(at: time, into: &moment)
        guard count != 0, takesHandMoves(control) else { return }
        let before = beginHandMove(of: control, &moment)
        if self[hand: control].step(Int64(count)) {
            self[hand: control].jumps &+= 1
            publishHandMove(control, movedFrom: before, by: source, hold: nil, &moment)
        } else {
            noteSameValue(of: control, by: source, at: time)
        }
        reportLimit(control, towards: Double(count), by: source, &moment)
        endHandMove(of: control, &moment)
    }

    /// Resets a control to its default. A wrapping control also loses its turns.
    public mutating func reset(
        _ index: Int, source: Source, at time: Instant, into moment: inout Moment
    ) {
        wake(at: time, into: &moment)
        guard takesHandMoves(index) else { return }
        let before = beginHandMove(of: index, &moment)
        let turned = before.turns != 0
        self[hand: index].forgetTurns()
        let moved =
            switch controls[index].settings.quantity {
            case .float, .int: self[hand: index].put(controls[index].home)
            case .choice(let choice): self[hand: index].put(Double(choice.initial.first ?? 0))
            case .selection(let selection): select(only: selection.initial, in: index)
            }
        if moved || turned {
            self[hand: index].jumps &+= 1
            publishHandMove(index, movedFrom: before, by: source, hold: nil, &moment)
        } else {
            noteSameValue(of: index, by: source, at: time)
        }
        endHandMove(of: index, &moment)
    }

    /// Releases the holds of encoders and clients. Commits if no finger and no ramp holds the control.
    public mutating func commit(_ control: Int, at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        controls[control].interaction.releaseAtPress()
        settle(control, &moment)
    }

    /// Chooses a position, or toggles it in a selection.
    public mutating func mark(
        _ position: Int, of control: Int, toggling: Bool, source: Source, at time: Instant,
        into moment: inout Moment
    ) throws(PanelRefusal) {
        wake(at: time, into: &moment)
        try checkMark(position, of: control, toggling: toggling)
        guard takesHandMoves(control) else { return }
        let before = beginHandMove(of: control, &moment)
        if mark(position, of: control, toggling: toggling) {
            publishHandMove(control, movedFrom: before, by: source, hold: nil, &moment)
        } else {
            noteSameValue(of: control, by: source, at: time)
        }
        endHandMove(of: control, &moment)
    }

    /// Changes a control's speed.
    public mutating func changeSpeed(
        of control: Int, to choice: NameChoice, at time: Instant, into moment: inout Moment
    ) {
        wake(at: time, into: &moment)
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
        self[hand: control].speed = next
        self[hand: control].beginStep()
        moment.append(.speed(control: control, speed: next))
    }

    /// A client has disconnected: its holds are released.
    public mutating func clientLeft(_ client: Int, at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        noteLostWriter(client)
        for control in controls.indices where controls[control].interaction.isHeld(by: .client(client)) {
            controls[control].interaction.release(.client(client))
            settle(control, &moment)
        }
    }

    /// Commits everything that is open, before the instrument stops.
    public mutating func commitAll(at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        for control in controls.indices {
            dropPending(of: control, &moment)
            cancelRampForMove(of: control, &moment)
            commitAtOnce(control, &moment)
        }
    }
}

/// The result of a set: the control's value may differ from the requested one.
public struct SetOutcome: Equatable, Sendable {
    /// The value was outside the range.
    public var clamped = false
    /// The value was not on the grid.
    public var snapped = false

    public init(clamped: Bool = false, snapped: Bool = false) {
        self.clamped = clamped
        self.snapped = snapped
    }
}

extension Source {
    fileprivate var isHand: Bool {
        if case .input = self { true } else { false }
    }

    /// The holder of the interaction after a turn by this source.
    fileprivate var holder: Interaction.Holder {
        switch self {
        case .client(let client): .clientTurn(client)
        case .input(let input): .encoder(input: input)
        case .ramp, .restore: .ramp
        }
    }
}
