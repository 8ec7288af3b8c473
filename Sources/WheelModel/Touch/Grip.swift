/// A control taken in hand: its value follows one reading of the fingers, a place along a wheel or an angle.
///
/// The value is computed anew from where the control was taken, never by adding up small floats, and goes its own
/// course: where the control snaps to a grid, the grip does not.
struct Grip: Sendable {
    fileprivate var start: Double
    /// The turns of a wrapping control where it was taken.
    fileprivate let turns: Int
    /// Whole steps from the start, where the control has a grid but does not snap to it.
    fileprivate var steps: Grid?
    /// The reading at the start.
    fileprivate var anchor: Double
    /// The last reading.
    fileprivate(set) var reading: Double
    fileprivate var gear: Gear
    /// The control after its last move in this grip: when it is another, somebody else has moved it.
    fileprivate var revision: UInt64
    fileprivate var rotations: Int?

    /// The value moves by `amount` (on a logarithmic control by that part of the range) when the reading does by `length`.
    struct Gear: Equatable, Sendable {
        var amount: Double
        var length: Double

        /// Multiplied first and divided last, so that whole pixels and degrees give plain decimals.
        func way(for distance: Double) -> Double { distance * amount / length }
    }

    /// What becomes of the fingers' way beyond an end of the range.
    enum PastEnd {
        /// It is forgotten, so that turning back moves at once.
        case isForgotten
        /// It is kept, so that what is dragged keeps its place under the finger; but for whole turns, `length` each,
        /// which nobody wants to unwind.
        case isKept
    }
}

extension Control {
    /// Takes the control in hand where it is.
    func grip(at reading: Double, _ gear: Grip.Gear) -> Grip {
        Grip(
            start: number, turns: rotations ?? 0, steps: steps(from: number), anchor: reading, reading: reading,
            gear: gear, revision: revision, rotations: rotations)
    }

    /// Moves the control to where a reading leads; true when the value has changed.
    mutating func pull(_ grip: inout Grip, to reading: Double, _ gear: Grip.Gear, pastEnd: Grip.PastEnd) -> Bool {
        renew(&grip, gear)
        grip.reading = reading
        var wanted = course(of: grip)
        guard wanted.isFinite else {
            grip = self.grip(at: reading, grip.gear)
            return false
        }
        if !law.wraps, wanted < law.lower || wanted > law.upper {
            switch pastEnd {
            case .isForgotten:
                wanted = min(max(wanted, law.lower), law.upper)
                grip.start = wanted
                grip.steps = steps(from: wanted)
                grip.anchor = reading
            case .isKept: forgetWholeTurn(beyond: wanted, &grip)
            }
        }
        let moved = put(UnwrappedNumber(number: grip.steps?.nearest(to: wanted) ?? wanted, turns: grip.turns))
        grip.revision = revision
        grip.rotations = rotations
        return moved
    }

    /// Takes the control anew at the last reading, if somebody else has moved it or its speed is another.
    private func renew(_ grip: inout Grip, _ gear: Grip.Gear) {
        if grip.revision != revision || grip.rotations != rotations {
            grip = self.grip(at: grip.reading, gear)
        } else if grip.gear != gear {
            grip.start = course(of: grip)
            grip.anchor = grip.reading
            grip.gear = gear
        }
    }

    /// Where the last reading leads, off the grid and perhaps out of the range.
    private func course(of grip: Grip) -> Double {
        let way = grip.gear.way(for: grip.reading - grip.anchor)
        switch law.taper {
        case .linear: return grip.start + way
        case .log: return law.moved(grip.start, byPosition: way)
        }
    }

    private func forgetWholeTurn(beyond value: Double, _ grip: inout Grip) {
        let isAbove = value > law.upper
        let end = isAbove ? law.upper : law.lower
        let excess: Double
        switch law.taper {
        case .linear: excess = value - end
        case .log: excess = law.position(of: value) - law.position(of: end)
        }
        guard excess.magnitude > grip.gear.amount.magnitude else { return }
        grip.anchor += (isAbove == (grip.gear.amount > 0)) ? grip.gear.length : -grip.gear.length
    }

    private func steps(from start: Double) -> Grid? {
        guard let grid = law.grid, !law.snaps else { return nil }
        return Grid(origin: start, step: grid.step)
    }
}
