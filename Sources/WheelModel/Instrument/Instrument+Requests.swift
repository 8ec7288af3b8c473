import WheelCore

/// Requests of clients. Names have already been resolved to indices.
extension Instrument {
    /// How long a client's `"commit": false` keeps an interaction open without another request.
    static let clientPatience = Interval.seconds(10)

    mutating func set(
        _ control: Int, to value: GivenValue, manner: SetManner = SetManner(), by source: Source,
        _ changes: inout Changes
    ) throws(PanelRefusal) -> SetOutcome {
        try check(value, for: control, manner, by: source)
        if isEcho(of: control, value, by: source) { return echo(value, of: control, by: source, at: changes.time) }
        put(value, in: control, by: source, manner, &changes)
        return outcome(of: value, in: control)
    }

    /// Sets all of the controls or none of them. Echoes are left alone, unless `setsEchoes`.
    mutating func set(
        _ values: [(control: Int, value: GivenValue)], manner: SetManner = SetManner(), setsEchoes: Bool = false,
        by source: Source, _ changes: inout Changes
    ) throws(PanelRefusal) -> [SetOutcome] {
        for (control, value) in values { try check(value, for: control, manner, by: source) }
        // A hand's set would be done in part.
        if source.isHand, values.contains(where: { rampMovesBelowDraft($0.control) }) {
            return values.map { _ in SetOutcome() }
        }
        return values.map { control, value in
            if !setsEchoes, isEcho(of: control, value, by: source) {
                return echo(value, of: control, by: source, at: changes.time)
            }
            put(value, in: control, by: source, manner, &changes)
            return outcome(of: value, in: control)
        }
    }

    func check(
        _ value: GivenValue, for control: Int, _ manner: SetManner, by source: Source
    ) throws(PanelRefusal) {
        if manner.unlessEditing, controls[control].isPending || controls[control].value.interaction.isInHand {
            throw .editing
        }
        try check(value, for: control)
        guard case .client = source, case .number(let number) = value else { return }
        if controls[control].value.scale.refuses(number) { throw .outOfRange(number) }
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
        recordWrite(of: control, by: source, at: time)
        return outcome(of: value, in: control)
    }

    private mutating func put(
        _ value: GivenValue, in control: Int, by source: Source, _ manner: SetManner, _ changes: inout Changes
    ) {
        perform(.set(value), on: control, by: Mover(source, goesOn: !manner.commits), &changes)
    }

    /// The turn of an encoder with 24 detents, without acceleration; `nil` if it is none.
    func turn(by detents: Double, speed: Int?, of control: Int, _ source: Source) throws(PanelRefusal) -> Turn? {
        guard detents.isFinite else { throw .outOfKind(.notFinite) }
        let most = Double(Instrument.mostUnits)
        let units = (detents * Double(TurnSum.unitsPerDetent)).rounded()
        guard units != 0 else { return nil }
        let given = speed ?? (source.isHand ? controls[control].actingSpeed : controls[control].speed)
        return Turn(units: Int64(min(max(units, -most), most)), speed: given, detents: ValueScale.fingerDetents)
    }

    /// Changes a control's speed.
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

    /// A client has disconnected: its holds are released.
    public mutating func clientLeft(_ client: Int, at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        recordLostWriter(client)
        for control in controls.indices where controls[control].value.interaction.isHeld(by: .client(client)) {
            controls[control].value.interaction.release(.client(client))
            commitIfReleased(control, &changes)
        }
    }
}

extension Source {
    fileprivate var isHand: Bool {
        if case .input = self { true } else { false }
    }
}
