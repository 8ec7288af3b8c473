import WheelCore

/// The state of an input, as the protocol reports it.
public struct InputState: Equatable, Sendable {
    public var name: String
    /// `gpio`, `evdev`, `touch`, `client`.
    public var type: String
    public var state: DeviceState
    public var focus: String?
    /// The names of the buttons that are held; "" for a button without a name.
    public var heldButtons: [String]

    public init(name: String, type: String, state: DeviceState, focus: String?, heldButtons: [String] = []) {
        self.name = name
        self.type = type
        self.state = state
        self.focus = focus
        self.heldButtons = heldButtons
    }
}

extension InputState: DeclaredObject {
    static let blank = InputState(name: "", type: "", state: .waiting, focus: nil)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("input", &name, "the input's name")
        visitor.visit("type", &type, "`gpio`, `evdev`, `touch` or `client`")
        visitor.visit("state", &state, "`waiting` for a device, or `attached` to one")
        visitor.visit("focus", &focus, "the control that the input turns")
        visitor.visit(
            "down", &heldButtons, without: [],
            #"the names of the input's held buttons; a button without a name is `""`"#)
    }
}
