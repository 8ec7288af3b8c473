import WheelCore

/// One control of the instrument: its value, its draft, its speed, and who holds it.
///
/// Displays and servers read it. Only `Instrument` changes it.
public struct Control: Sendable {
    /// What never changes, behind one reference, so that the steady path does not copy it.
    private let fixed: Fixed
    /// Stored beside `fixed`, because the steady path reads it at every turn.
    let kind: ControlKind
    let commitAfter: Interval
    let movedByHands: Bool
    let canAge: Bool
    /// Whether hands move a draft, which has to be applied. Clients that turn, step, select or reset move it, too.
    package let confirms: Bool
    /// How long a draft waits.
    let confirmTimeout: Interval
    var value: ScaledValue
    /// With `confirm`, what hands move. Its interaction is open while it waits to be applied: it is held for `confirmTimeout`
    /// after each move, and by fingers. When its last hold ends, it is dropped. While nothing waits it equals the value.
    var draft: ScaledValue
    /// `nil` if nothing has written or restored the value since the start.
    public internal(set) var lastWrite: LastWrite?
    /// The chosen positions of a selection.
    public internal(set) var selected: PositionSet
    /// The current speed, an index into the settings' speeds.
    public internal(set) var speed = 0
    var hands = HandRules()
    var ramp: Ramp? {
        didSet {
            hasRamp = ramp != nil
            nextTick = ramp.flatMap { $0.state == .running ? $0.nextTick : nil }
        }
    }
    /// Stored, because testing the large optional for `nil` copies it.
    package private(set) var hasRamp = false
    /// The time of the ramp's next tick while the ramp runs.
    package private(set) var nextTick: Instant?

    init(_ settings: ControlSettings) {
        fixed = Fixed(settings)
        kind = settings.kind
        commitAfter = settings.commitAfter
        movedByHands = settings.movedByHands
        canAge = !settings.movedByHands || settings.staleAfter != nil
        confirms = settings.confirmTimeout != nil
        confirmTimeout = settings.confirmTimeout ?? .zero
        let scale: ValueScale
        switch settings.quantity {
        case .float(let number), .int(let number):
            scale = ValueScale(number, isInteger: settings.kind == .int)
            selected = PositionSet(capacity: 0)
        case .choice(let choice):
            scale = ValueScale(
                positions: choice.positions.count, initial: choice.initial.first ?? 0, speeds: settings.speeds)
            selected = PositionSet(capacity: 0)
        case .selection(let selection):
            scale = ValueScale(positions: selection.positions.count, initial: 0, speeds: settings.speeds)
            selected = PositionSet(capacity: selection.positions.count, selection.initial)
        }
        value = ScaledValue(scale)
        draft = ScaledValue(scale)
    }

    private final class Fixed: Sendable {
        let settings: ControlSettings
        init(_ settings: ControlSettings) {
            self.settings = settings
        }
    }

    public var settings: ControlSettings { fixed.settings }

    // MARK: Value and draft

    /// What hands move: with `confirm` the draft, else the value.
    ///
    /// It is accessed in place: a copy would share its storage with the control, and the next move would allocate.
    var inHand: ScaledValue {
        @inline(__always) _read { if confirms { yield draft } else { yield value } }
        @inline(__always) _modify { if confirms { yield &draft } else { yield &value } }
    }

    /// Gives `body` the draft or the value, in place. For what each detent does, since an access by `inHand` allocates.
    @inline(__always)
    mutating func with<Result>(draft isDraft: Bool, _ body: (inout ScaledValue) -> Result) -> Result {
        if isDraft { body(&draft) } else { body(&value) }
    }

    /// Whether a draft waits to be applied.
    public var isPending: Bool { confirms && draft.interaction.isOpen }

    /// The control as it would be if its draft were applied; `nil` if nothing is pending.
    public var pending: Control? {
        guard isPending else { return nil }
        var applied = self
        applied.value = draft
        return applied
    }

    /// When the draft is dropped; `nil` if nothing is pending, or while a finger holds it.
    public var pendingUntil: Instant? { confirms ? draft.interaction.lastDeadline : nil }

    /// Counts the changes that a display animates, also of the draft.
    public var jumps: UInt32 { value.jumps &+ draft.jumps }

    /// Makes the draft equal to the value.
    mutating func resetDraft() {
        if confirms { draft.adopt(value) }
    }
}

// MARK: For displays and servers

extension Control {
    /// The value of a number, the chosen position of a choice, the cursor of a selection.
    public var number: Double { value.number }

    /// The number of completed turns of a wrapping control.
    public var rotations: Int? { value.rotations }

    /// Incremented at each change of the value.
    package var revision: UInt64 { value.revision }

    var scale: ValueScale { value.scale }

    public var isEditing: Bool { value.interaction.isOpen }

    /// Whether time may change it: a ramp runs, or something holds the value or the draft.
    var waits: Bool { nextTick != nil || value.interaction.isHeld || hasHeldDraft }

    var hasHeldDraft: Bool { confirms && draft.interaction.isHeld }

    /// The value of a number after a reset.
    public var home: Double { scale.home }

    /// The name of the position under a selection's cursor.
    public var cursor: String? {
        guard case .selection(let selection) = settings.quantity else { return nil }
        return selection.positions[Int(number)].name
    }

    /// The distance between the points of the grid; `nil` without one.
    public var step: Double? { scale.grid?.step }

    /// The position in the range, 0…1, by the taper; `nil` without a finite range.
    public var position: Double? { scale.range.isFinite ? scale.position(of: number) : nil }

    /// The end of the range that a number has reached; `nil` elsewhere, and where the range wraps.
    public var end: RangeEnd? {
        guard !kind.hasPositions else { return nil }
        let (upper, lower) = (scale.end(at: number, towards: 1), scale.end(at: number, towards: -1))
        // A range of a single value has no end to arrive at.
        return upper == nil ? lower : lower == nil ? upper : nil
    }

    /// Whether it is locked itself, by a command or a held button.
    public var isLocked: Bool { hands.isLocked }

    /// The speed for hands now.
    public var actingSpeed: Int { hands.heldSpeed ?? speed }

    /// The scale of the current speed, with which the wheel is drawn and dragged.
    public var wheelScale: Double { scale.wheelScale(of: speed) }

    /// The amount that one revolution moves at the current speed; where the taper is not linear, as a fraction of the range.
    public var amountPerTurn: Double { scale.perTurn(of: speed) }

    /// Whether setting `value` would change nothing.
    func has(_ value: Double) -> Bool {
        let spot = scale.spot(of: value)
        guard spot.number == number else { return false }
        return rotations.map { NumberLimits.turns($0, and: spot.turns) == $0 } ?? true
    }

    /// Of the ramp that moves it, or that can be scrubbed.
    public func rampStatus(at time: Instant) -> RampStatus? {
        ramp.map { RampStatus(state: $0.state, fraction: $0.fraction(at: time), rampIndex: $0.rampIndex) }
    }
}

extension ControlValue {
    public init(_ control: Control) {
        switch control.settings.quantity {
        case .float, .int: self = .number(control.number)
        case .choice(let choice): self = .position(choice.positions[Int(control.number)].name)
        case .selection(let selection):
            var names: [String] = []
            control.selected.forEach { names.append(selection.positions[$0].name) }
            self = .positions(names)
        }
    }
}
