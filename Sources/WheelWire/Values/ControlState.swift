import WheelCore

/// The state of a control, as the protocol reports it.
public struct ControlState: Equatable, Sendable {
    public var name = ""
    public var label = ""
    public var kind = ControlKind.float
    public var value = ControlValue.number(0)
    /// The position under a selection's cursor.
    public var cursor: String?
    /// The value as text for people, with its unit.
    public var text = ""
    /// `nil` unless the control is a number.
    public var range: ValueRange?
    /// The distance between grid points; `nil` without a grid.
    public var step: Double?
    /// `nil` unless the control is a choice or a selection.
    public var positions: [Position]?
    /// The maximum number of positions in a selection; `nil` without a limit.
    public var maxSelected: Int?
    public var wraps = false
    /// How often the value has wrapped, upwards minus downwards; `nil` unless the control wraps.
    public var rotations: Int?
    /// `nil` unless the control is a number.
    public var taper: Taper?
    public var unit: String?
    public var decimals = 0
    public var initial = ControlValue.number(0)
    public var speed = ""
    public var speeds: [String] = []
    /// The labels of the speeds that have a label; `nil` if no speed has one.
    public var speedLabels: [SpeedLabel]?
    public var isEditing = false
    /// False if only clients may move the control.
    public var movedByHands = true
    /// The owner of the definition that contains the control.
    public var owner: String?
    /// Whether the control's own lock keeps hands from changing it. The panel's lock is separate.
    public var isLocked = false
    /// Whether the control has `confirm`, so that hands move a pending value.
    public var confirms = false
    /// The pending value, which hands have set and nobody has applied.
    public var pending: ControlValue?
    /// The control's ramp, if it runs or can be scrubbed.
    public var ramp: RampProgress?

    public init() {}
}

extension ControlState: DeclaredObject {
    static let blank = ControlState()

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("control", &name, "the name on the socket")
        visitor.visit("label", &label, "the name for people")
        visitor.visit("kind", &kind, "what the control holds")
        visitor.visit("value", &value, "for a choice the position's name; for a selection the names of its positions")
        visitor.visit("cursor", ifAny: &cursor, when: "for selections", "the name of the position under the cursor")
        visitor.visit("text", &text, "the value for people, with `decimals` digits after the point and the unit")
        visitor.visit(
            "range", ifAny: &range, when: "for numbers",
            #"`"[0, 100]"`, `"[0, 360)"`, `"[0, inf)"`; a parenthesis excludes its end"#)
        visitor.visit(
            "step", ifAny: &grid, when: "for numbers",
            "the distance between grid points, 1 for an `int` without a step of its own, `null` where there is no grid")
        visitor.visit(
            "positions", ifAny: &positions, when: "for choices and selections",
            #"`{"name":…,"label":…}` for each; positions without a name are `"1"` … `"N"`"#)
        visitor.visit(
            "max_selected", ifAny: &maxSelected, when: "for selections with a limit",
            "how many positions can be chosen at most")
        visitor.visit("wrap", &wraps, "whether the range wraps around")
        visitor.visit("rotations", ifAny: &rotations, when: "if the range wraps", "the number of whole turns")
        visitor.visit("taper", ifAny: &taper, when: "for numbers", "how the range is spread over the travel")
        visitor.visit("unit", &unit, "the unit in `text`")
        visitor.visit("decimals", &decimals, "digits after the point in `text`; `value` is never rounded")
        visitor.visit("default", &initial, "the value that `reset` sets")
        visitor.visit("speed", &speed, "the current speed")
        visitor.visit("speeds", &speeds, "all speeds in their order")
        visitor.visit(
            "speed_labels", ifAny: &speedLabels, when: "if a speed has a label",
            #"`{"name":…,"label":…}` for each speed that has a label, its text for people"#)
        visitor.visit("editing", &isEditing, "whether an interaction is going on: a commit will follow")
        visitor.visit("hands", &movedByHands, "`false`: only clients move the control")
        visitor.visit(
            "locked", &isLocked, without: false,
            "whether the control itself is locked against hands; the panel's lock is separate")
        visitor.visit(
            "owner", ifAny: &owner, when: "if a client has defined the control",
            "the owner of [the definition](#defining-controls) that the control belongs to")
        visitor.visit(
            "confirm", ifTrue: &confirms, when: "if `true`",
            "hands move a pending value, which takes effect with `apply`"
        )
        visitor.visit(
            "pending", ifAny: &pendingIfConfirmed, when: "if `confirm`",
            "the pending value; `null` where nothing is pending")
        visitor.visit(
            "ramp", ifAny: &ramp, when: "if a ramp of the control runs or can be scrubbed",
            #"`{"state":…,"fraction":…}`"#)
    }

    private var pendingIfConfirmed: ControlValue?? {
        get { confirms ? .some(pending) : nil }
        set { pending = newValue ?? nil }
    }

    /// The member `step` is `null` for a number without a grid. Choices and selections do not have this member.
    private var grid: Double?? {
        get { range == nil ? nil : .some(step) }
        set { step = newValue ?? nil }
    }
}

extension Position: DeclaredObject {
    static let blank = Position(name: "")

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("name", &name, "the name on the socket")
        visitor.visit("label", &label, "the name for people")
    }
}

public struct SpeedLabel: Equatable, Sendable {
    public var name: String
    public var label: String

    public init(name: String, label: String) {
        self.name = name
        self.label = label
    }
}

extension SpeedLabel: DeclaredObject {
    static let blank = SpeedLabel(name: "", label: "")

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("name", &name, "the name on the socket")
        visitor.visit("label", &label, "the text for people")
    }
}
