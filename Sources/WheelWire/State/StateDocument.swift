import WheelCore

/// The state that outlives the daemon: every control's value, every input's focus, the values that presets have been given,
/// and what clients have defined. Controls, inputs and presets go by name, since the configuration may change in between.
public struct StateDocument: Equatable, Sendable {
    public static let version = 1

    public var controls: [SavedControl]
    public var inputs: [SavedInput]
    public var page: String?
    public var presets: [SavedPreset]
    /// The definitions that outlive their clients.
    public var definitions: [SavedDefinition] = []
    /// The values of controls that clients define, also of those that are not defined now; the oldest first.
    public var remembered: [SavedControl] = []
    /// The focus of inputs that turned such a control.
    public var rememberedFocus: [SavedInput] = []

    public init(
        controls: [SavedControl] = [], inputs: [SavedInput] = [], page: String? = nil, presets: [SavedPreset] = []
    ) {
        self.controls = controls
        self.inputs = inputs
        self.page = page
        self.presets = presets
    }

    /// Leaves out what clients have defined, and what is remembered and stored of it.
    public mutating func leaveOutDefinitions() {
        let defined = Set(definitions.flatMap { $0.presets ?? [] }.compactMap(\.name))
        presets.removeAll { defined.contains($0.name) }
        definitions = []
        remembered = []
        rememberedFocus = []
    }

    /// Forgets what has been set. What clients have defined to stay belongs to the panel as the configuration does.
    public mutating func keepDefinitionsAlone() {
        let definitions = definitions
        self = StateDocument()
        self.definitions = definitions
    }
}

/// What a client has defined to stay.
public struct SavedDefinition: Equatable, Sendable {
    /// Its owner.
    public var name: String
    public var controls: [PlainValue]?
    public var pages: [PlainValue]?
    public var ramps: [PlainValue]?
    public var presets: [PlainValue]?

    public init(_ definition: Definition) {
        name = definition.owner
        for list in definition.tables {
            switch list.kind {
            case .controls: controls = list.tables
            case .pages: pages = list.tables
            case .ramps: ramps = list.tables
            case .presets: presets = list.tables
            }
        }
    }

    public var definition: Definition {
        let lists: [(DefinedTables.Kind, [PlainValue]?)] = [
            (.controls, controls), (.pages, pages), (.ramps, ramps), (.presets, presets),
        ]
        return Definition(
            owner: name, tables: lists.compactMap { kind, tables in tables.map { DefinedTables(kind, $0) } },
            isKept: true)
    }
}

extension PlainValue {
    /// The `name` of a table.
    fileprivate var name: String? {
        guard case .table(let entries) = self,
            case .string(let name)? = entries.first(where: { $0.key == "name" })?.value
        else { return nil }
        return name
    }
}

/// A control's saved value.
public struct SavedControl: Equatable, Sendable {
    public var name: String
    public var value: ControlValue
    /// `nil` where the file does not have it.
    public var speed: String?
    /// The position under a selection's cursor.
    public var cursor: String?
    /// Whole turns, where it wraps.
    public var rotations: Int?

    package init(
        name: String, value: ControlValue, speed: String? = nil, cursor: String? = nil, rotations: Int? = nil
    ) {
        self.name = name
        self.value = value
        self.speed = speed
        self.cursor = cursor
        self.rotations = rotations
    }
}

/// The control that an input turned.
public struct SavedInput: Equatable, Sendable {
    public var name: String
    public var focus: String

    public init(name: String, focus: String) {
        self.name = name
        self.focus = focus
    }
}

/// The values that a preset was given.
public struct SavedPreset: Equatable, Sendable {
    public var name: String
    public var values: [Assignment]

    public init(name: String, values: [Assignment]) {
        self.name = name
        self.values = values
    }
}

/// A control, an input or a preset in the state file.
protocol SavedEntry: DeclaredObject {
    var name: String { get }
}

extension SavedControl {
    /// How long it is in the file.
    public var byteCount: Int { length }
}

extension SavedPreset {
    public var byteCount: Int { length }
}

extension SavedDefinition {
    public var byteCount: Int { length }
}

extension SavedEntry {
    fileprivate var length: Int {
        var line = LineBuffer(capacity: 4096)
        write(to: &line)
        return line.count
    }
}

extension SavedControl: SavedEntry {
    static let blank = SavedControl(name: "", value: .number(0))

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("control", &name)
        visitor.visit("value", &value)
        visitor.visit("speed", ifAny: &speed)
        visitor.visit("cursor", ifAny: &cursor)
        visitor.visit("rotations", ifAny: &rotations)
    }
}

extension SavedInput: SavedEntry {
    static let blank = SavedInput(name: "", focus: "")
    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("input", &name)
        visitor.visit("focus", &focus)
    }
}

extension SavedPreset: SavedEntry {
    static let blank = SavedPreset(name: "", values: [])

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("preset", &name)
        visitor.visit("values", &assigned)
    }

    private var assigned: AssignedValues {
        get { AssignedValues(values) }
        set { values = newValue.assignments }
    }
}

extension SavedDefinition: SavedEntry {
    static let blank = SavedDefinition(Definition(owner: ""))

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("owner", &name)
        visitor.visit("controls", ifAny: &controls)
        visitor.visit("pages", ifAny: &pages)
        visitor.visit("ramps", ifAny: &ramps)
        visitor.visit("presets", ifAny: &presets)
    }
}

/// Why a file cannot be read as a state.
public enum StateProblem: Error, Equatable, Sendable {
    /// It is not JSON, or not a state.
    case damaged(String)
    /// It is a state of a version that this program does not know.
    case version(Int)

    public var message: String {
        switch self {
        case .damaged(let reason): reason
        case .version(let version): "version \(version) is not \(StateDocument.version)"
        }
    }
}
