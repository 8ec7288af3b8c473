import WheelSettings

/// What outlives the daemon: where every control and input stood. Names, since a configuration may have changed.
public struct StateDocument: Equatable, Sendable {
    public static let version = 1

    public var controls: [SavedControl]
    public var inputs: [SavedInput]
    public var page: String?

    public init(controls: [SavedControl] = [], inputs: [SavedInput] = [], page: String? = nil) {
        self.controls = controls
        self.inputs = inputs
        self.page = page
    }
}

/// Where a control stood.
public struct SavedControl: Equatable, Sendable {
    public var name: String
    public var value: ControlValue
    /// `nil` where the file does not say it.
    public var speed: String?
    /// The position under a selection's cursor.
    public var cursor: String?
    /// Whole turns, where it wraps.
    public var rotations: Int?

    public init(name: String, value: ControlValue, speed: String?, cursor: String? = nil, rotations: Int? = nil) {
        self.name = name
        self.value = value
        self.speed = speed
        self.cursor = cursor
        self.rotations = rotations
    }
}

/// What an input turned.
public struct SavedInput: Equatable, Sendable {
    public var name: String
    public var focus: String

    public init(name: String, focus: String) {
        self.name = name
        self.focus = focus
    }
}

/// Why a file is no state.
public enum StateProblem: Error, Equatable, Sendable {
    /// It is no JSON, or something else's.
    case damaged(String)
    /// It is a state, of a version that this program does not know.
    case version(Int)

    public var message: String {
        switch self {
        case .damaged(let reason): reason
        case .version(let version): "version \(version) is not \(StateDocument.version)"
        }
    }
}
