import WheelCore

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
