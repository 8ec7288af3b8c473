import WheelSettings

/// What the socket says of a control.
public struct ControlState: Equatable, Sendable {
    public var name = ""
    public var label = ""
    public var kind = ControlKind.float
    public var value = ControlValue.number(0)
    /// The position under a selection's cursor.
    public var cursor: String?
    /// The value for people, with its unit.
    public var text = ""
    /// Of numbers.
    public var range: ValueRange?
    /// The distance between grid points; `nil` where there is no grid.
    public var step: Double?
    /// Of choices and selections.
    public var positions: [Position]?
    /// The most positions that a selection holds, where that is limited.
    public var maxSelected: Int?
    public var wraps = false
    /// Whole turns so far, where it wraps.
    public var rotations: Int?
    /// Of numbers.
    public var taper: Taper?
    public var unit: String?
    public var decimals = 0
    public var initial = ControlValue.number(0)
    public var speed = ""
    public var speeds: [String] = []
    public var isEditing = false
    /// Whether hands may move it, or clients alone.
    public var movedByHands = true
    /// The ramp that moves it or can be scrubbed.
    public var ramp: RampProgress?

    public init() {}
}

extension ControlState: DeclaredObject {
    static let blank = ControlState()

    static let members: [Field<Self>] = [
        Field("control", \.name, "its name on the socket"),
        Field("label", \.label, "its name for people"),
        Field("kind", \.kind, "what it holds"),
        Field("value", \.value, "for a choice the position's name; for a selection the names of its positions"),
        Field("cursor", ifAny: \.cursor, when: "for selections", "the name of the position under the cursor"),
        Field("text", \.text, "the value for people, with `decimals` digits after the point and the unit"),
        Field(
            "range", ifAny: \.range, when: "for numbers",
            #"`"[0, 100]"`, `"[0, 360)"`, `"[0, inf)"`; a parenthesis excludes its end"#),
        Field(
            "step", ifAny: \.grid, when: "for numbers",
            "the distance between grid points, 1 for an `int` without a step of its own, `null` where there is no grid"),
        Field(
            "positions", ifAny: \.positions, when: "for choices and selections",
            #"`{"name":…,"label":…}` for each; positions without a name are `"1"` … `"N"`"#),
        Field("max_selected", ifAny: \.maxSelected, when: "for selections with a limit", "the most positions it holds"),
        Field("wrap", \.wraps, "whether it goes around"),
        Field("rotations", ifAny: \.rotations, when: "if it wraps", "how many whole turns it has made"),
        Field("taper", ifAny: \.taper, when: "for numbers", "how its range is spread over its travel"),
        Field("unit", \.unit, "the unit that `text` has"),
        Field("decimals", \.decimals, "digits after the point in `text`; `value` is never rounded"),
        Field("default", \.initial, "the value that `reset` returns it to"),
        Field("speed", \.speed, "the current speed"),
        Field("speeds", \.speeds, "all speeds in their order"),
        Field("editing", \.isEditing, "whether an interaction is going on: a commit will follow"),
        Field("hands", \.movedByHands, "`false`: only clients move it"),
        Field("ramp", ifAny: \.ramp, when: "if a ramp moves it or can be scrubbed", #"`{"state":…,"fraction":…}`"#),
    ]

    /// A number without a grid has a `step` that is `null`; a choice has none.
    private var grid: Double?? {
        get { range == nil ? nil : .some(step) }
        set { step = newValue ?? nil }
    }
}

extension Position: DeclaredObject {
    static let blank = Position(name: "")

    static let members: [Field<Self>] = [
        Field("name", \.name, "its name on the socket"), Field("label", \.label, "its name for people"),
    ]
}
