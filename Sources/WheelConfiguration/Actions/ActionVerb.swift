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
        case .cycleSpeed, .reset, .commit, .lock, .unlock, .toggleLock: "\(rawValue)[:CONTROL]"
        case .speed: "speed:NAME"
        case .focus: "focus:CONTROL"
        case .page: "page:NAME"
        case .set: "set:CONTROL=VALUE"
        case .step: "step:CONTROL=COUNT"
        case .next: "next:CONTROL"
        case .toggle: "toggle[:CONTROL=POSITION]"
        case .ramp: "ramp:NAME"
        case .nextControl, .previousControl, .nextPage, .previousPage, .select, .emit, .none: rawValue
        }
    }

    var meaning: String {
        switch self {
        case .cycleSpeed: "Changes to the next speed, and after the last one to the first."
        case .speed: "Changes to this speed. `next` and `previous` cycle through the speeds."
        case .nextControl: "Moves the input's focus to its next control, and from the last one to the first."
        case .previousControl: "Moves the input's focus to its previous control, and from the first one to the last."
        case .focus: "Moves the input's focus to this control."
        case .nextPage: "Shows the next page, and after the last one the first."
        case .previousPage: "Shows the previous page, and before the first one the last."
        case .page: "Shows this page."
        case .reset: "Sets the control to its default."
        case .commit: "Ends the interaction with the control."
        case .set: "Sets a control to a number or a position, or a selection to positions separated by commas."
        case .step: "Moves a control by a whole number of steps."
        case .next: "Chooses the next position of a choice, and after the last one the first."
        case .toggle: "Adds a position to a selection, or removes it. Without a target it is the one under the cursor."
        case .select: "Chooses the position under the cursor."
        case .ramp: "Starts, pauses or resumes a ramp. Restarts a ramp that is held at its end."
        case .lock: "Locks the control, else the panel, against changes by hand."
        case .unlock: "Unlocks the control, else the panel. What a held button locks stays locked."
        case .toggleLock: "Locks the control, else the panel, or unlocks it."
        case .emit: "Publishes the gesture, and does nothing else."
        case .none: "Does nothing. The gesture is not published."
        }
    }
}
