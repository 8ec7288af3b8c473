/// Sentences for the log, each kind once until its cause is over. A peer that floods does not flood the log.
struct RigNotes {
    private var known: Set<String> = []
    private var texts: [String] = []

    mutating func add(_ kind: String, _ text: String) {
        if known.insert(kind).inserted { texts.append(text) }
    }

    /// The next one of this kind is said again.
    mutating func reset(_ kind: String) { known.remove(kind) }

    mutating func consume() -> [String] {
        defer { texts = [] }
        return texts
    }
}
