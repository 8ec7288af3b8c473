import WheelCore

/// An event as a client reads it.
public struct Event: Equatable, Sendable {
    /// Its number. Each event of the daemon's life has the next one.
    public var seq: Int
    /// When its cause happened, by CLOCK_MONOTONIC.
    public var time: Instant
    public var content: Content
    /// Another event of the same step follows for this client, so that both can be applied in one go.
    public var hasMore = false

    public enum Content: Equatable, Sendable {
        case value(ValueEvent)
        case commit(control: String, ControlValue, cursor: String?, EventSource)
        /// A control has another pending value; `nil` if it has none any more.
        case pending(control: String, ControlValue?, EventSource, text: String?)
        case speed(control: String, speed: String)
        case limit(control: String, RangeEnd)
        /// `isInitial`: it is the level of a switch at the start. Nobody has moved it now.
        case press(input: String, button: String?, ButtonGesture, isInitial: Bool = false)
        case focus(input: String, control: String)
        case page(String)
        /// Of the panel, or of one control.
        case lock(Bool, control: String? = nil)
        case ramp(control: String, RampProgress)
        case preset(String, PresetUse)
        case inputDevice(input: String, DeviceState, detail: String)
        case display(String, DeviceState, detail: String)
        case frame(PictureFrame)
        case view(ViewFrame)
        case dropped(input: String, count: Int, total: Int)
        case controls(Listing)
        case definition(owner: String, DefinitionState, [DefinitionMistake])
        case missed(Int)
        case raw(input: String, code: String, value: Int)
    }

    public init(seq: Int, time: Instant, content: Content, hasMore: Bool = false) {
        self.seq = seq
        self.time = time
        self.content = content
        self.hasMore = hasMore
    }
}

/// A control has a new value.
public struct ValueEvent: Equatable, Sendable {
    public var control: String
    public var value: ControlValue
    /// The position under a selection's cursor.
    public var cursor: String?
    public var speed: String
    public var source: EventSource
    /// How far it moved, including the moves of the values that this one replaces.
    public var delta: Double
    public var isEditing: Bool
    /// Whole turns so far, where it wraps.
    public var rotations: Int?
    /// The value for people, if the client has subscribed to it.
    public var text: String?
    /// How many older values this one replaces.
    public var skipped = 0

    package init(
        control: String, value: ControlValue, cursor: String? = nil, speed: String, source: EventSource, delta: Double,
        isEditing: Bool, rotations: Int? = nil, text: String? = nil, skipped: Int = 0
    ) {
        self.control = control
        self.value = value
        self.cursor = cursor
        self.speed = speed
        self.source = source
        self.delta = delta
        self.isEditing = isEditing
        self.rotations = rotations
        self.text = text
        self.skipped = skipped
    }
}

/// What has become of a definition.
public enum DefinitionState: String, CaseIterable, Sendable {
    case ended
}

/// What moved a control.
public enum EventSource: Equatable, Sendable {
    case input(String)
    /// The hand of a client's view.
    case view(String, client: Int)
    /// The client's number, which its own `hello` has.
    case client(Int)
    case ramp
    case restore
}
