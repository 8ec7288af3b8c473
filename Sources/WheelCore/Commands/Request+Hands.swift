/// Requests that only buttons and keys make: they refer to what is current when they are performed.
///
/// A hand may omit `control`, the control that its input moves, `input`, its own input, and `position`, the one under
/// the cursor. Its members `by` and `toggles` are in no declaration, so that the socket does not have them.
extension Request {
    /// Moves the focus of the input in its list of controls, wrapping around.
    public static func moveFocus(by count: Int) -> Request { Request(.focus, ["by": .integer(count)]) }

    /// Moves the focus of the input to a control.
    public static func focus(control: String) -> Request { Request(.focus, control: control) }

    /// Starts, pauses or resumes a ramp of the configuration. Restarts it if it is held at its end.
    public static func toggleRamp(_ name: String) -> Request {
        Request(.ramp, ["ramp": .text(name), "toggles": .flag(true)])
    }

    /// Locks the panel, or unlocks it.
    public static let toggleLock = Request(.lock, ["toggles": .flag(true)])

    /// Locks a control, or unlocks it; without a name the panel.
    public static func toggleLock(control: String?) -> Request {
        Request(.lock, control: control, ["toggles": .flag(true)])
    }
}
