import WheelCore

/// What is done to a control. `Instrument.perform` does all of them.
package enum Move {
    /// To a value that has been checked.
    case set(GivenValue)
    /// Chooses a position, or toggles it in a selection.
    case mark(Int, toggling: Bool)
    case turn(Turn)
    /// By stepper amounts (− and +).
    case step(Int64)
    /// To its default. A wrapping control also loses its turns.
    case reset
    /// To where an axis stands. `towards` is the direction in which it has moved; zero if that is not known.
    case place(Double, towards: Double)
    /// After the reading of a finger. The grip goes on with it. It stands with the finger, and only its place is here: a move is
    /// handed on several times at each detent, so it has to be small.
    case pull(UnsafeMutablePointer<Grip>, to: Double, Grip.Gear, Grip.PastEnd)
    /// A digit by so many of its units. The same holds for its grip.
    case count(UnsafeMutablePointer<DigitGrip?>, by: Int64, of: Double)
    /// Back to where it was before a gesture that turns out to move nothing.
    case goBack(Undo)
    /// To where its ramp is.
    case follow(UnwrappedNumber)
    /// The draft becomes the value.
    case apply
}

/// Who makes a move.
package enum Mover {
    case client(Int)
    /// A client that goes on, and commits later: `"commit": false`.
    case openClient(Int)
    /// An action: of a button or a key of an input, or of a tap. All of it happens at once.
    case action(Int)
    case knob(Int)
    /// A finger that is down.
    case finger(Hand)
    /// A ramp that runs.
    case ramp

    var source: Source {
        switch self {
        case .client(let client), .openClient(let client): .client(client)
        case .action(let input), .knob(let input): .input(input)
        case .finger(let hand): hand.source
        case .ramp: .ramp
        }
    }

    /// The mover behind a request.
    init(_ source: Source, goesOn: Bool = false) {
        switch source {
        case .client(let client): self = goesOn ? .openClient(client) : .client(client)
        case .input(let input): self = .action(input)
        case .ramp, .restore: preconditionFailure("nobody asks for it")
        }
    }
}

/// What a move does beside moving: a row of the table below.
struct MovePolicy {
    /// What it moves. Where a value has to be confirmed, hands move the draft, and so do clients that turn, step, select or reset;
    /// a client that sets a value needs no confirmation.
    enum Target { case value, inHand }

    enum Ramp {
        /// It is cancelled at its present value.
        case ends
        /// The same, unless a knob has not turned far enough for a step, or an axis stands where the value is.
        case endsUnlessTooSmall
        case stays
    }

    var target: Target
    var ramp: Ramp
    /// Whether the parts of detents and steps that turns have left over are dropped.
    var dropsParts = true
    /// Whether it publishes the end of the range at which it arrives.
    var tellsEnd = false
    /// Whether displays show it as a motion. A drag is none: the picture stays under the finger.
    var isMotion = false
    /// Whether it counts as a write of the value also when that stays the same, because it names the value that it wants. A value
    /// that is written is fresh again.
    var isWrite = false
    /// How it is held by a mover that makes it again and again.
    var repeats = Repeats.no

    enum Repeats {
        case no
        /// Until no turn has come for `commit_after_ms`, whoever makes it.
        case turns
        /// The same, for clients that scrub a ramp.
        case scrubs
    }

    /// Whether a held button that gives hands a speed is used up by it, so that it becomes no click. Knobs do that before, since
    /// they use it also while several detents make a step.
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

    /// The direction towards an end of the range.
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
    /// Makes a move of the draft or of the value. Returns whether that has changed.
    mutating func make(_ move: Move, onDraft isDraft: Bool) -> Bool {
        if kind == .selection, let hasChanged = select(by: move) { return hasChanged }
        if case .apply = move {
            value.adopt(draft)
            return true
        }
        return with(draft: isDraft) { $0.make(move) }
    }

    /// Whether a move changes nothing: a turn of less than a step, or an axis that stands where the value is.
    func isTooSmall(_ move: Move) -> Bool {
        switch move {
        case .turn(let turn): value.isShortOfStep(turn)
        case .place(let place, _): place == inHand.number
        case .set, .mark, .step, .reset, .pull, .count, .goBack, .follow, .apply: false
        }
    }

    // MARK: Selections

    /// Does what a move does to the positions of a selection; `nil` if it moves the cursor alone.
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
        // A set would drop the turns that have led here.
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
