extension Panel {
    mutating func wakeButtons(at time: Instant, into changes: inout ChangeList) {}
    mutating func askForWakeOfButtons() {}
    mutating func turnedWhileHeld(_ input: Int, at time: Instant, into changes: inout ChangeList) -> TurnAction? { nil }
    mutating func wakeSurfaces(at time: Instant, into changes: inout ChangeList) {}
    mutating func askForWakeOfSurfaces() {}
}
struct ButtonState: Sendable {
    var name: String
    init(_ name: String, _ bindings: ButtonBindings) { self.name = name }
}
