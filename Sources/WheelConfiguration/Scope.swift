/// What the tables of a file know of each other.
struct Scope {
    let mistakes: MistakeList
    let controls: NameList
    let ramps: NameList
    let inputs: NameList
    let displays: NameList
    let pages: NameList
    /// The controls in their order.
    var drafts: [ControlDraft] = []
    /// The controls that each input turns while some page is shown.
    var pageControls: [Int: Set<Int>] = [:]
    /// What each input's `type` says, where it can be read.
    let inputTypes: [String?]
    /// Which inputs scrub a ramp instead of turning a control.
    let scrubbing: Set<Int>
    /// The commands that gestures are bound to.
    let boundRequests = BoundRequests()
    /// Whether the kernel has a key of this name.
    let isKey: @Sendable (String) -> Bool

    /// The control of this name; `nil` after a complaint, or where it is mistaken itself.
    func control(_ name: Placed<String>) -> ControlDraft? {
        controls.find(name, mistakes: mistakes).flatMap { drafts.indices.contains($0) ? drafts[$0] : nil }
    }
}
