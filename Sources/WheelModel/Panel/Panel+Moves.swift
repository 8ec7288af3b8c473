import WheelGeometry
import WheelSettings

/// Moves that are common to clients, buttons and touches.
extension Panel {
    /// Begins any move of the value except a turn: cancels the ramp, drops parts of steps, and returns the value before the move.
    mutating func beginMove(of control: Int, _ moment: inout Moment) -> UnwrappedNumber {
        cancelRampForMove(of: control, &moment)
        controls[control].forgetParts()
        return controls[control].unwrapped
    }

    /// Sets a checked value. Without a hold it is committed at once. A hand's set moves the pending value.
    mutating func put(
        _ value: GivenValue, in index: Int, source: Source, hold: Hold?, _ moment: inout Moment
    ) -> SetOutcome {
        if case .input = source, confirms(index) {
            moveByHand(index, to: value, source, &moment)
            return SetOutcome()
        }
        let before = beginMove(of: index, &moment)
        let moved = apply(value, to: index)
        let outcome = outcome(of: value, in: index)
        if moved {
            controls[index].jumps &+= 1
            publish(index, movedFrom: before, by: source, hold: hold, &moment)
        } else {
            noteWrite(of: index, by: source, at: moment.time)
            dropPending(of: index, by: source, &moment)
            if let hold, controls[index].isEditing { keepOpen(index, hold) }
        }
        if hold == nil {
            commitAtOnce(index, &moment)
        } else {
            settle(index, &moment)
        }
        return outcome
    }

    /// Moves a pending value to a checked value.
    private mutating func moveByHand(
        _ index: Int, to value: GivenValue, _ source: Source, _ moment: inout Moment
    ) {
        guard takesHandMoves(index) else { return }
        let before = beginHandMove(of: index, &moment)
        let moved =
            switch value {
            case .number(let number): self[hand: index].put(number)
            case .position(let position): self[hand: index].put(Double(position))
            case .positions(let positions): self[hand: index].put(Double(positions[0]))
            }
        if moved {
            self[hand: index].jumps &+= 1
            publishHandMove(index, movedFrom: before, by: source, hold: nil, &moment)
        }
        endHandMove(of: index, &moment)
    }

    /// Stores a checked value without publishing it. Returns true if the value has changed.
    mutating func apply(_ value: GivenValue, to index: Int) -> Bool {
        let isSelection = controls[index].kind == .selection
        return switch value {
        case .number(let number): controls[index].put(number)
        case .position(let position):
            isSelection ? select(only: [position], in: index) : controls[index].put(Double(position))
        case .positions(let positions):
            isSelection ? select(only: positions, in: index) : controls[index].put(Double(positions[0]))
        }
    }

    /// How the control changes a value that is set.
    func outcome(of value: GivenValue, in index: Int) -> SetOutcome {
        guard case .number(let number) = value else { return SetOutcome() }
        let (isClamped, isSnapped) = controls[index].law.difference(of: number)
        return SetOutcome(clamped: isClamped, snapped: isSnapped)
    }

    /// Chooses or toggles a position. Returns true if the selection has changed.
    mutating func mark(_ position: Int, of index: Int, toggling: Bool) -> Bool {
        guard controls[index].kind == .selection else { return self[hand: index].put(Double(position)) }
        let isChosen = controls[index].selected.contains(position)
        if toggling && isChosen {
            controls[index].selected.remove(position)
        } else {
            controls[index].selected.insert(position)
        }
        let cursorMoved = controls[index].put(Double(position))
        return cursorMoved || toggling || !isChosen
    }

    mutating func select(only positions: [Int], in index: Int) -> Bool {
        let selected = PositionSet(capacity: controls[index].selected.capacity, positions)
        guard selected != controls[index].selected else { return false }
        controls[index].selected = selected
        return true
    }

    // MARK: Checking values

    func check(_ value: GivenValue, for index: Int) throws(PanelRefusal) {
        switch (controls[index].settings.quantity, value) {
        case (.float, .number(let number)):
            guard number.isFinite else { throw .outOfKind(.notFinite) }
            guard controls[index].law.counts(number) else { throw .outOfKind(.tooManyTurns) }
        case (.int, .number(let number)):
            guard number.isFinite else { throw .outOfKind(.notFinite) }
            guard number.rounded() == number else { throw .outOfKind(.notWhole) }
            guard number.magnitude <= NumberLimits.largestInteger else { throw .outOfKind(.tooLargeForInteger) }
            guard controls[index].law.counts(number) else { throw .outOfKind(.tooManyTurns) }
        case (.choice(let settings), .position(let position)), (.selection(let settings), .position(let position)):
            try settings.check([position])
        case (.choice(let settings), .positions(let positions)):
            guard positions.count == 1 else { throw .outOfKind(.severalForOne) }
            try settings.check(positions)
        case (.selection(let settings), .positions(let positions)):
            try settings.check(positions)
            let count = PositionSet(capacity: settings.positions.count, positions).count
            if let most = settings.maxSelected, count > most { throw .outOfKind(.tooManySelected(most: most)) }
        case (.choice, .number), (.selection, .number): throw .outOfKind(.numberForPositions)
        case (.float, .position), (.int, .position), (.float, .positions), (.int, .positions):
            throw .outOfKind(.positionsForNumber)
        }
    }

    func checkMark(_ position: Int, of index: Int, toggling: Bool) throws(PanelRefusal) {
        switch controls[index].settings.quantity {
        case .float, .int: throw .outOfKind(.positionsForNumber)
        case .choice(let settings):
            if toggling { throw .outOfKind(.toggleOnChoice) }
            try settings.check([position])
        case .selection(let settings):
            try settings.check([position])
            let selected = controls[index].selected
            if let most = settings.maxSelected, !selected.contains(position), selected.count >= most {
                throw .outOfKind(.tooManySelected(most: most))
            }
        }
    }
}

extension PositionSettings {
    /// Refuses indices without a position.
    fileprivate func check(_ given: [Int]) throws(PanelRefusal) {
        guard given.allSatisfy(positions.indices.contains) else { throw .outOfKind(.noSuchPosition) }
    }
}

/// A value from a client or a binding, not yet checked against the control.
public enum GivenValue: Equatable, Sendable {
    case number(Double)
    case position(Int)
    case positions([Int])
}
