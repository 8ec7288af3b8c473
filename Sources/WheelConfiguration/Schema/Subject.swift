/// What a sentence about a value is about, and where such sentences go.
struct Subject {
    /// As a sentence begins with it: `'max_clients'`, `an entry of 'write'`.
    let name: String
    let mistakes: MistakeList

    func complain(_ place: Place, _ predicate: String) {
        mistakes.add(place, "\(name) \(predicate)")
    }

    /// `'max_clients' must be a whole number, not a string`
    func mustBe(_ expectation: String, _ node: TOMLNode) {
        complain(node.place, "must be \(expectation), not \(node.value.kind)")
    }

    /// The same for one of the entries of a list.
    var entry: Subject { Subject(name: "an entry of \(name)", mistakes: mistakes) }
}

/// Something and where it stands in the file.
struct Placed<Value: Sendable>: Sendable {
    let value: Value
    let place: Place
}
