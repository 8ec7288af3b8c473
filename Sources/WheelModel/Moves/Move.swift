import WheelCore

/// A move of a control, which `Instrument.perform` carries out.
package enum Move {
    /// Sets a value that has been checked.
    case set(GivenValue)
    /// Chooses a position, or toggles it in a selection.
    case mark(Int, toggling: Bool)
    case turn(Turn)
    /// Moves by a multiple of the stepper's amount.
    case step(Int64)
    /// Returns to the initial value, and resets the rotations.
    case reset
    /// Moves to the value at the position of an axis. `towards` is the direction in which the axis has moved; zero if
    /// the direction is not known.
    case place(Double, towards: Double)
    /// Follows the reading of a finger. The grip, which the move changes, is stored with the finger. The move has a
    /// pointer to the grip, because moves are passed on several times at each detent and have to be small.
    case pull(UnsafeMutablePointer<Grip>, to: Double, Grip.Gear, Grip.PastEnd)
    /// Moves a digit by a number of steps of the given amount. The grip is stored with the finger, too.
    case count(UnsafeMutablePointer<DigitGrip?>, by: Int64, of: Double)
    /// Returns to the value before a gesture that turns out to be a double tap or a swipe.
    case goBack(Undo)
    /// Moves to the present value of the control's ramp.
    case follow(UnwrappedNumber)
    /// Makes the draft the value.
    case apply
}

package enum Mover {
    case client(Int)
    /// A client that commits later: `"commit": false`.
    case openClient(Int)
    /// A button, a key or a tap. Unless it turns the control, it is finished at once.
    case action(Int)
    case knob(Int)
    /// A finger that is down.
    case finger(Hand)
    case ramp

    var source: Source {
        switch self {
        case .client(let client), .openClient(let client): .client(client)
        case .action(let input), .knob(let input): .input(input)
        case .finger(let hand): hand.source
        case .ramp: .ramp
        }
    }

    /// The mover of a request. `goesOn` means that a client commits later.
    init(_ source: Source, goesOn: Bool = false) {
        switch source {
        case .client(let client): self = goesOn ? .openClient(client) : .client(client)
        case .input(let input): self = .action(input)
        case .ramp, .restore: preconditionFailure("nobody asks for it")
        }
    }
}

/// How a move acts: a row of the table in `Move.policy`.
struct MovePolicy {
    /// Whether the move changes the value, or the pending value if the control has `confirm`. Hands move the pending
    /// value, and so do clients that turn, step, select or reset. A client that sets a value needs no confirmation.
    enum Target { case value, inHand }

    enum Ramp {
        case ends
        /// Ends the ramp, unless a turn is shorter than a step, or the position of an axis equals the value.
        case endsUnlessTooSmall
        case stays
    }

    var target: Target
    var ramp: Ramp
    /// Whether the move drops partial detents and steps.
    var dropsParts = true
    /// Whether the move publishes the end of the range at which it arrives.
    var tellsEnd = false
    /// Whether displays animate the move. A drag is not animated, so that the picture stays under the finger.
    var isMotion = false
    /// Whether the move counts as a write even if the value stays the same. A write makes a stale value fresh again.
    var isWrite = false
    /// How a mover that repeats the move holds the interaction.
    var repeats = Repeats.no

    enum Repeats {
        case no
        /// The mover holds the interaction until `commit_after_ms` have passed without a turn.
        case turns
        /// A client that scrubs a ramp holds the interaction until `commit_after_ms` after its last scrub.
        case scrubs
    }

    /// Whether the move uses the speed of a held button, and so makes the button spent. A knob's turn has made the
    /// button spent before the move, because a detent that is only part of a step also uses the button.
    var usesHeldSpeed = false
}

extension Move {
    func policy(by mover: Mover) -> MovePolicy {
        switch self {
        case .set:
            MovePolicy(target: mover.isHand ? .inHand : .value, ramp: .ends, isMotion: true, isWrite: true)
        case .mark: MovePolicy(target: .inHand, ramp: .ends, isWrite: true)
        case .turn:
            MovePolicy(
                target: .inHand, ramp: .endsUnlessTooSmall, dropsParts: false, tellsEnd: true, isMotion: !mover.isHand,
                repeats: .turns, usesHeldSpeed: mover.isFinger)
        case .step:
            MovePolicy(target: .inHand, ramp: .ends, tellsEnd: true, isMotion: true, isWrite: !mover.isFinger)
        case .reset: MovePolicy(target: .inHand, ramp: .ends, isMotion: true, isWrite: true)
        case .place: MovePolicy(target: .inHand, ramp: .endsUnlessTooSmall, tellsEnd: true)
        case .pull, .count: MovePolicy(target: .inHand, ramp: .ends, tellsEnd: true, usesHeldSpeed: true)
        case .goBack: MovePolicy(target: .inHand, ramp: .stays, dropsParts: false)
        case .follow: MovePolicy(target: .value, ramp: .stays, dropsParts: false, repeats: .scrubs)
        case .apply: MovePolicy(target: .value, ramp: .ends)
        }
    }

    var direction: Double {
        switch self {
        case .turn(let turn): Double(turn.units)
        case .step(let count): Double(count)
        case .place(_, let direction): direction
        case .pull(let grip, let reading, let gear, _): gear.way(for: reading - grip.pointee.reading)
        case .count(_, let steps, _): Double(steps)
        case .set, .mark, .reset, .goBack, .follow, .apply: 0
        }
    }
}

extension Mover {
    var isHand: Bool {
        switch self {
        case .action, .knob, .finger: true
        case .client, .openClient, .ramp: false
        }
    }

    var isFinger: Bool {
        switch self {
        case .finger: true
        case .client, .openClient, .action, .knob, .ramp: false
        }
    }
}

extension Control {
    /// Returns whether the draft or the value has changed.
    mutating func make(_ move: Move, onDraft isDraft: Bool) -> Bool {
        if kind == .selection, let hasChanged = select(by: move) { return hasChanged }
        if case .apply = move {
            value.adopt(draft)
            return true
        }
        return with(draft: isDraft) { $0.make(move) }
    }

    /// Whether the move is a turn of less than a step, or the position of an axis that equals the value.
    func isTooSmall(_ move: Move) -> Bool {
        switch move {
        case .turn(let turn): value.isShortOfStep(turn)
        case .place(let place, _): place == inHand.number
        case .set, .mark, .step, .reset, .pull, .count, .goBack, .follow, .apply: false
        }
    }

    // MARK: Selections

    /// Chooses positions of a selection and returns whether that changed anything; `nil` if the move moves nothing but
    /// the cursor.
    private mutating func select(by move: Move) -> Bool? {
        switch move {
        case .set(.position(let position)): return select(only: [position])
        case .set(.positions(let positions)): return select(only: positions)
        case .mark(let position, let toggling): return mark(position, toggling: toggling)
        case .reset:
            guard case .selection(let selection) = settings.quantity else { return nil }
            return select(only: selection.initial)
        case .set(.number), .turn, .step, .place, .pull, .count, .goBack, .follow, .apply: return nil
        }
    }

    private mutating func select(only positions: [Int]) -> Bool {
        let chosen = PositionSet(capacity: selected.capacity, positions)
        guard chosen != selected else { return false }
        selected = chosen
        return true
    }

    private mutating func mark(_ position: Int, toggling: Bool) -> Bool {
        let wasChosen = selected.contains(position)
        if toggling && wasChosen {
            selected.remove(position)
        } else {
            selected.insert(position)
        }
        let cursorMoved = value.put(Double(position))
        return cursorMoved || toggling || !wasChosen
    }
}

extension ScaledValue {
    fileprivate mutating func make(_ move: Move) -> Bool {
        switch move {
        case .set(.number(let number)): return put(number)
        case .set(.position(let position)), .mark(let position, _): return put(Double(position))
        case .set(.positions(let positions)): return put(Double(positions[0]))
        case .turn(let turn): return self.turn(turn)
        case .step(let count): return step(count)
        case .reset:
            let hadTurns = unwrapped.turns != 0
            resetTurns()
            return put(scale.home) || hadTurns
        // Setting a value begins a new sum of turns, so a value that equals the present one is not set.
        case .place(let place, _): return place != number && put(place)
        case .pull(let grip, let reading, let gear, let pastEnd):
            return pull(&grip.pointee, to: reading, gear, pastEnd: pastEnd)
        case .count(let grip, let steps, let amount): return self.move(&grip.pointee, by: steps, of: amount)
        case .goBack(let undo): return goBack(to: undo)
        case .follow(let value): return put(value)
        case .apply: preconditionFailure("a draft is applied to a control")
        }
    }
}
