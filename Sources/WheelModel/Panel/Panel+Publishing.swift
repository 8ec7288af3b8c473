import WheelGeometry

/// How changes come out: the value, its interaction, and the commit that closes it.
extension Panel {
    /// Who keeps a control's interaction open after a change, and how long.
    struct Hold {
        var holder: Interaction.Holder
        var until: Instant?
    }

    /// Keeps an interaction open, and asks to be woken when that is over.
    mutating func keepOpen(_ index: Int, _ hold: Hold) {
        controls[index].interaction.hold(hold.holder, until: hold.until)
        if let until = hold.until { wake(noLaterThan: until) }
    }

    /// Publishes a value that has just moved from `before`, at a speed that is the control's own where none is
    /// given. Without a hold the caller settles at once.
    mutating func publish(
        _ index: Int, movedFrom before: UnwrappedNumber, speed: Int? = nil, by source: Source, hold: Hold?,
        _ moment: inout Moment
    ) {
        if let hold {
            controls[index].interaction.change(by: source, holder: hold.holder, until: hold.until)
            if let until = hold.until { wake(noLaterThan: until) }
        } else {
            controls[index].interaction.change(by: source)
        }
        moment.append(
            .value(
                ValueChange(
                    control: index, reading: reading(of: index, into: &moment),
                    delta: controls[index].law.tidyWay(from: before, to: controls[index].unwrapped),
                    speed: speed ?? controls[index].speed, source: source, isEditing: hold != nil,
                    rotations: controls[index].rotations)))
    }

    /// Commits when the last holder has gone.
    mutating func settle(_ index: Int, _ moment: inout Moment) {
        guard controls[index].interaction.closeIfReleased() else { return }
        let reading = reading(of: index, into: &moment)
        moment.append(
            .commit(control: index, reading, controls[index].interaction.lastSource))
    }

    /// Commits at once, whoever holds it; the next change opens a new interaction.
    mutating func commitAtOnce(_ index: Int, _ moment: inout Moment) {
        controls[index].interaction.releaseAll()
        settle(index, &moment)
    }

    /// Tells the end that a turn or drag has just arrived at.
    mutating func tellLimit(
        _ index: Int, towards direction: Double, by source: Source, _ moment: inout Moment
    ) {
        guard let end = controls[index].arrivedEnd(towards: direction) else { return }
        moment.append(.limit(control: index, end, source))
    }

    /// What a control stands at.
    public func reading(of index: Int, into moment: inout Moment) -> Reading {
        let number = controls[index].number
        switch controls[index].kind {
        case .float: return .number(number)
        case .int: return .integer(Int64(number))
        case .choice: return .position(Int(number))
        case .selection: return .selection(moment.keep(controls[index].selected), cursor: Int(number))
        }
    }
}
