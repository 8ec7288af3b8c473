import WheelGeometry

/// Publishing: values, their interactions, and the commits that close them.
extension Panel {
    /// The holder that keeps a control's interaction open after a change, and until when.
    struct Hold {
        var holder: Interaction.Holder
        var until: Instant?
    }

    /// Keeps an interaction open and schedules the wake-up for its end.
    mutating func keepOpen(_ index: Int, _ hold: Hold) {
        controls[index].interaction.hold(hold.holder, until: hold.until)
        if let until = hold.until { wake(noLaterThan: until) }
    }

    /// Publishes a value that has just moved from `before`. `speed` defaults to the control's own. Without a hold the
    /// caller must settle at once.
    mutating func publish(
        _ index: Int, movedFrom before: UnwrappedNumber, speed: Int? = nil, by source: Source, hold: Hold?,
        _ moment: inout Moment
    ) {
        noteWrite(of: index, by: source, at: moment.time)
        controls[index].interaction.change(by: source)
        if let hold { keepOpen(index, hold) }
        moment.append(
            .value(
                ValueChange(
                    control: index, reading: reading(of: index, into: &moment),
                    delta: controls[index].law.tidyWay(from: before, to: controls[index].unwrapped),
                    speed: speed ?? controls[index].speed, source: source, isEditing: hold != nil,
                    rotations: controls[index].rotations)))
        followValue(of: index, by: source, &moment)
        followChips(of: index, at: moment.time)
    }

    /// Commits if no holder is left.
    mutating func settle(_ index: Int, _ moment: inout Moment) {
        settlePending(index, &moment)
        guard controls[index].interaction.closeIfReleased() else { return }
        let reading = reading(of: index, into: &moment)
        moment.append(
            .commit(control: index, reading, controls[index].interaction.lastSource))
    }

    /// Commits at once, even if there are holders. The next change opens a new interaction.
    mutating func commitAtOnce(_ index: Int, _ moment: inout Moment) {
        controls[index].interaction.releaseAll()
        settle(index, &moment)
    }

    /// Publishes the end that a turn or drag has just reached.
    mutating func reportLimit(
        _ index: Int, towards direction: Double, by source: Source, _ moment: inout Moment
    ) {
        guard let end = withHand(of: index, { $0.arrivedEnd(towards: direction) }) else { return }
        moment.append(.limit(control: index, end, source))
    }

    /// The value of a control, in the form that changes carry.
    public func reading(of index: Int, into moment: inout Moment) -> Reading {
        guard controls[index].kind == .selection else { return controls[index].reading }
        return .selection(moment.keep(controls[index].selected), cursor: Int(controls[index].number))
    }
}

extension Control {
    /// The value of a control that is no selection.
    var reading: Reading {
        switch kind {
        case .float: .number(number)
        case .int: .integer(Int64(number))
        case .choice, .selection: .position(Int(number))
        }
    }
}
