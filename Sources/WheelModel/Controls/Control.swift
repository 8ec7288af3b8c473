import WheelCore

/// A control of the instrument: its value and its draft, with their interactions, and its speed.
///
/// Displays and servers read a control, and only `Instrument` changes it.
public struct Control: Sendable {
    /// The settings, behind one reference, so that copying a control does not copy them.
    private let fixed: Fixed
    /// These copies of settings are stored next to `fixed`, because every turn reads them.
    let kind: ControlKind
    let commitAfter: Interval
    let movedByHands: Bool
    let canAge: Bool
    /// Whether hands move a draft instead of the value. The draft becomes the value when it is applied. Clients that
    /// turn, step, select or reset also move the draft.
    package let confirms: Bool
    /// How long a draft waits to be applied before it is dropped.
    let confirmTimeout: Interval
    var value: ScaledValue
    /// The pending value of a control with `confirm`. The draft's interaction is open while the draft waits to be
    /// applied: each move holds the interaction for `confirmTimeout`, and fingers hold it, too. When the last hold
    /// ends, the draft is dropped. While no draft waits, `draft` equals the value.
    var draft: ScaledValue
    /// The last write; `nil` if the value was neither written nor restored since the start.
    public internal(set) var lastWrite: LastWrite?
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
    /// Whether the control has a ramp. This is stored, because a test of the large optional for `nil` would copy it.
    package private(set) var hasRamp = false
    /// The time of the ramp's next tick; `nil` unless the ramp runs.
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

    /// The number that hands move: the draft if the control has `confirm`, else the value.
    ///
    /// The number is accessed in place: a copy would share its storage with the control, and the next move would
    /// allocate.
    var inHand: ScaledValue {
        @inline(__always) _read { if confirms { yield draft } else { yield value } }
        @inline(__always) _modify { if confirms { yield &draft } else { yield &value } }
    }

    /// Calls `body` with the draft or the value, in place. Code that runs at each detent uses this function, because an
    /// access to the property `inHand` allocates, although it copies nothing.
    @inline(__always)
    mutating func with<Result>(draft isDraft: Bool, _ body: (inout ScaledValue) -> Result) -> Result {
        if isDraft { body(&draft) } else { body(&value) }
    }

    /// Whether a draft waits to be applied.
    public var isPending: Bool { confirms && draft.interaction.isOpen }

    /// The control with its draft applied; `nil` if no draft is pending.
    public var pending: Control? {
        guard isPending else { return nil }
        var applied = self
        applied.value = draft
        return applied
    }

    /// When the draft will be dropped; `nil` if no draft is pending, or while a finger holds the draft.
    public var pendingUntil: Instant? { confirms ? draft.interaction.lastDeadline : nil }

    /// The number of changes, of the value and of the draft, that displays animate.
    public var jumps: UInt32 { value.jumps &+ draft.jumps }

    /// Makes the draft equal to the value.
    mutating func resetDraft() {
        if confirms { draft.adopt(value) }
    }
}

// MARK: For displays and servers

extension Control {
    /// The value of a number, the chosen position of a choice, or the cursor of a selection.
    public var number: Double { value.number }

    /// How often the value has wrapped upwards, minus how often downwards; `nil` if the range does not wrap.
    public var rotations: Int? { value.rotations }

    /// Incremented at each change of the value.
    package var revision: UInt64 { value.revision }

    var scale: ValueScale { value.scale }

    public var isEditing: Bool { value.interaction.isOpen }

    /// Whether the control may change with time: a ramp runs, or the value or the draft has a hold.
    var waits: Bool { nextTick != nil || value.interaction.isHeld || hasHeldDraft }

    var hasHeldDraft: Bool { confirms && draft.interaction.isHeld }

    /// The value of a number after a reset.
    public var home: Double { scale.home }

    /// The name of the position under a selection's cursor.
    public var cursor: String? {
        guard case .selection(let selection) = settings.quantity else { return nil }
        return selection.positions[Int(number)].name
    }

    /// The distance between the points of the grid; `nil` if the control has no grid.
    public var step: Double? { scale.grid?.step }

    /// The position of the value in the range, 0…1, according to the taper; `nil` if the range is not finite.
    public var position: Double? { scale.range.isFinite ? scale.position(of: number) : nil }

    /// The end of the range that the number has reached; `nil` between the ends, and if the range wraps.
    public var end: RangeEnd? {
        guard !kind.hasPositions else { return nil }
        let (upper, lower) = (scale.end(at: number, towards: 1), scale.end(at: number, towards: -1))
        // If the range has a single value, both ends are reached, and neither is reported.
        return upper == nil ? lower : lower == nil ? upper : nil
    }

    /// Whether this control is locked by a command or a held button. The lock of the panel does not count.
    public var isLocked: Bool { hands.isLocked }

    /// The speed that hands use now.
    public var actingSpeed: Int { hands.heldSpeed ?? speed }

    /// The scale of the current speed, by which the wheel is drawn and dragged.
    public var wheelScale: Double { scale.wheelScale(of: speed) }

    /// How far one revolution moves the value at the current speed. If the taper is not linear, the amount is a
    /// fraction of the range.
    public var amountPerTurn: Double { scale.perTurn(of: speed) }

    /// Whether setting `value` would change nothing.
    func has(_ value: Double) -> Bool {
        let spot = scale.spot(of: value)
        guard spot.number == number else { return false }
        return rotations.map { NumberLimits.turns($0, and: spot.turns) == $0 } ?? true
    }

    /// The status of the control's ramp, if it runs or can be scrubbed.
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
