import WheelCore

/// A value from a client or a binding. `Instrument.check` decides whether a control accepts the value.
public enum GivenValue: Equatable, Sendable {
    case number(Double)
    case position(Int)
    case positions([Int])
}

extension Instrument {
    /// Whether the control clamps or snaps the value.
    func outcome(of value: GivenValue, in index: Int) -> SetOutcome {
        guard case .number(let number) = value else { return SetOutcome() }
        let (isClamped, isSnapped) = controls[index].scale.difference(of: number)
        return SetOutcome(clamped: isClamped, snapped: isSnapped)
    }

    func check(_ value: GivenValue, for index: Int) throws(PanelRefusal) {
        switch (controls[index].settings.quantity, value) {
        case (.float, .number(let number)):
            guard number.isFinite else { throw .outOfKind(.notFinite) }
            guard controls[index].scale.counts(number) else { throw .outOfKind(.tooManyTurns) }
        case (.int, .number(let number)):
            guard number.isFinite else { throw .outOfKind(.notFinite) }
            guard number.rounded() == number else { throw .outOfKind(.notWhole) }
            guard number.magnitude <= NumberLimits.largestInteger else { throw .outOfKind(.tooLargeForInteger) }
            guard controls[index].scale.counts(number) else { throw .outOfKind(.tooManyTurns) }
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
    fileprivate func check(_ given: [Int]) throws(PanelRefusal) {
        guard given.allSatisfy(positions.indices.contains) else { throw .outOfKind(.noSuchPosition) }
    }
}
