/// The subject of messages about a value, and the list that they are added to.
package struct Subject {
    /// The beginning of a message: `'max_clients'`, `an entry of 'write'`.
    package let name: String
    package let mistakes: MistakeList

    package func complain(_ place: Place, _ predicate: @autoclosure () -> String) {
        mistakes.add(place, "\(name) \(predicate())")
    }

    /// Adds a message such as `'max_clients' must be a whole number, not a string`.
    package func mustBe(_ expectation: String, _ node: TOMLNode) {
        complain(node.place, "must be \(expectation), not \(node.value.kind)")
    }

    /// The same, returning `nil` for the value that could not be read.
    package func complain<Value>(_ place: Place, _ predicate: @autoclosure () -> String) -> Value? {
        mistakes.add(place, "\(name) \(predicate())")
    }

    package func mustBe<Value>(_ expectation: String, _ node: TOMLNode) -> Value? {
        complain(node.place, "must be \(expectation), not \(node.value.kind)")
    }

    /// The subject of messages about an entry of this list.
    package var entry: Subject { Subject(name: "an entry of \(name)", mistakes: mistakes) }
}

/// A value and its place in the file.
package struct Placed<Value: Sendable>: Sendable {
    package let value: Value
    package let place: Place
}
