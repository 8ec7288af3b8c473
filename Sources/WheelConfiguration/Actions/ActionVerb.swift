/// The actions of the file, besides the operations that a gesture can be bound to.
enum ActionVerb: String, CaseIterable, Sendable {
    case cycleSpeed = "cycle-speed"
    case speed
    case nextControl = "next-control"
    case previousControl = "previous-control"
    case focus
    case nextPage = "next-page"
    case previousPage = "previous-page"
    case page
    case reset
    case commit
    case set
    case step
    case next
    case toggle
    case select
    case ramp
    case lock
    case unlock
    case toggleLock = "toggle-lock"
    case emit
    case none

    /// The syntax of the action. Brackets enclose an optional part.
    var form: String {
        switch self {
        case .cycleSpeed, .reset, .commit: "\(rawValue)[:CONTROL]"
        case .speed: "speed:NAME"
        case .focus: "focus:CONTROL"
        case .page: "page:NAME"
        case .set: "set:CONTROL=VALUE"
        case .step: "step:CONTROL=COUNT"
        case .next: "next:CONTROL"
        case .toggle: "toggle[:CONTROL=POSITION]"
        case .ramp: "ramp:NAME"
        case .nextControl, .previousControl, .nextPage, .previousPage, .select, .lock, .unlock, .toggleLock, .emit,
            .none:
            rawValue
        }
    }

    var meaning: String {
        switch self {
        case .cycleSpeed: "Takes the next speed, after the last the first."
        case .speed: "Takes this speed; `next` and `previous` cycle."
        case .nextControl: "Moves the input's focus to the next of its controls, around."
        case .previousControl: "Moves it to the one before, around."
        case .focus: "Moves it to this one."
        case .nextPage: "Shows the next page, around."
        case .previousPage: "Shows the one before, around."
        case .page: "Shows this one."
        case .reset: "Sets the control to its default."
        case .commit: "Ends the interaction with the control."
        case .set: "Sets a control: to a number, a position, or for a selection positions parted by commas."
        case .step: "Moves a control by a whole number of steps."
        case .next: "Takes the next position of a choice, around."
        case .toggle: "Takes a position into a selection or out of it; without a target, the one under the cursor."
        case .select: "Takes the position under the cursor."
        case .ramp: "Starts a ramp, pauses it, resumes it; plays one again that is held at its end."
        case .lock: "Locks the panel: hands change nothing."
        case .unlock: "Unlocks it."
        case .toggleLock: "Locks or unlocks it."
        case .emit: "Does nothing more; the gesture is published."
        case .none: "Does nothing; the gesture is not even published."
        }
    }
}
