import WheelCore

/// A control has a new value.
public struct ValueEvent: Equatable, Sendable {
    public var control: String
    public var value: ControlValue
    /// The position under a selection's cursor.
    public var cursor: String?
    public var speed: String
    public var source: EventSource
    /// How far the control moved, including the moves of the values that this value replaces.
    public var delta: Double
    public var isEditing: Bool
    /// How often the value has wrapped, upwards minus downwards; `nil` unless the control wraps.
    public var rotations: Int?
    /// The value as text for people, if the client has subscribed to texts.
    public var text: String?
    /// The number of older values that this value replaces.
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

/// The source of a control's move.
public enum EventSource: Equatable, Sendable {
    case input(String)
    /// The hand of a client's view.
    case view(String, client: Int)
    /// The client's number, as in the client's own `hello`.
    case client(Int)
    case ramp
    case restore
}

extension ValueEvent {
    static let blank = ValueEvent(
        control: "", value: .number(0), speed: "", source: .ramp, delta: 0, isEditing: false)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitTerseMembers(&visitor)
        visitSharedMembers(&visitor)
        visitor.visit(EventMember.delta, &delta)
        visitor.visit(EventMember.text, ifAny: &text)
        visitor.visit(EventMember.skipped, unlessZero: &skipped)
    }

    mutating func visitTerseMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit(EventMember.control, &control)
        visitor.visit(EventMember.value, &value)
    }

    /// The members that follow those of the terse line and are the same for all clients.
    mutating func visitSharedMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit(EventMember.cursor, ifAny: &cursor)
        visitor.visit(EventMember.speed, &speed)
        source.visitMembers(&visitor)
        visitor.visit("editing", &isEditing, "whether an interaction is going on: a commit will follow")
        visitor.visit("rotations", ifAny: &rotations, when: "if the control wraps", "the number of whole turns")
    }
}

extension EventSource {
    enum Kind: String, MemberChoice {
        case input
        case client
        case ramp
        case restore
    }

    private var kind: Kind {
        switch self {
        case .input, .view: .input
        case .client: .client
        case .ramp: .ramp
        case .restore: .restore
        }
    }

    private var input: (name: String, client: Int?) {
        switch self {
        case .input(let name): (name, nil)
        case .view(let name, let client): (name, client)
        case .client, .ramp, .restore: ("", nil)
        }
    }

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        var kind = kind
        visitor.visit(EventMember.source, &kind, with: [EventMember.sourceInput.row, EventMember.sourceClient.row])
        switch kind {
        case .input:
            var (name, client) = input
            visitor.visit(EventMember.sourceInput, &name)
            visitor.visit(EventMember.sourceClient, ifAny: &client)
            self = client.map { .view(name, client: $0) } ?? .input(name)
        case .client:
            var number = if case .client(let number) = self { number } else { 0 }
            visitor.visit(EventMember.sourceClient, &number)
            self = .client(number)
        case .ramp: self = .ramp
        case .restore: self = .restore
        }
    }
}
