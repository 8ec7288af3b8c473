/// The names and facts by which the tables of a file refer to each other.
struct Scope {
    let mistakes: MistakeList
    let controls: NameList
    let ramps: NameList
    let inputs: NameList
    let displays: NameList
    let pages: NameList
    /// The controls in the order of the file.
    var drafts: [ControlDraft] = []
    /// The controls that an input, by its index, turns on pages, with the place of the first page's mention of the input.
    var pageControls: [Int: [Int: Place]] = [:]
    /// The `type` of each input, or `nil` if it cannot be read.
    let inputTypes: [String?]
    /// The inputs that scrub a ramp instead of turning a control, by index.
    let scrubbing: Set<Int>
    /// The requests that gestures are bound to.
    let boundRequests = BoundRequests()
    /// Returns whether the kernel has a key of this name.
    let isKey: @Sendable (String) -> Bool

    /// The control of this name, or `nil` if there is none or it could not be read.
    func control(_ name: Placed<String>) -> ControlDraft? {
        controls.find(name, mistakes: mistakes).flatMap { drafts.indices.contains($0) ? drafts[$0] : nil }
    }
}
