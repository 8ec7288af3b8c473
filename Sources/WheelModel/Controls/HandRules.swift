/// What locks and held buttons change for the hands on a control.
struct HandRules: Sendable {
    /// Whether `lock` has locked it, and nothing has unlocked it since.
    var lockIsSet = false
    /// Whether a button is held that locks it.
    var isHeldLocked = false
    /// The speed at which hands turn it while a button is held; `nil` for its own.
    var heldSpeed: Int?

    var isLocked: Bool { lockIsSet || isHeldLocked }
}
