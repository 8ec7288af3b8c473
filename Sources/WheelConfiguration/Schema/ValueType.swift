/// The type of a key's values.
package struct ValueType<Value: Sendable>: Sendable {
    /// The name without an article: `whole number`, `string`.
    package let name: String
    package let limits: String
    /// Writes a value in the syntax of the file.
    package let write: @Sendable (Value) -> String
    /// Returns the value, or `nil` if a mistake was added.
    package let read: @Sendable (TOMLNode, Subject) -> Value?

    package init(
        _ name: String, limits: String = "", write: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (TOMLNode, Subject) -> Value?
    ) {
        self.name = name
        self.limits = limits
        self.write = write
        self.read = read
    }

    /// This type with an additional condition. `problem` returns the end of a message (`must be …`), or `nil` for a
    /// valid value.
    package func refined(
        _ name: String? = nil, limits: String? = nil, _ problem: @escaping @Sendable (Value) -> String?
    ) -> ValueType {
        ValueType(name ?? self.name, limits: limits ?? self.limits, write: write) { node, subject in
            guard let value = read(node, subject) else { return nil }
            if let problem = problem(value) {
                return subject.complain(node.place, problem)
            }
            return value
        }
    }

    /// This type with its values converted by `to`. `back` is the inverse, for writing.
    package func map<Other: Sendable>(
        _ to: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> ValueType<Other> {
        ValueType<Other>(name, limits: limits, write: { write(back($0)) }) { node, subject in
            read(node, subject).map(to)
        }
    }

    /// This type, limited to the values that can be converted. `problem` returns the end of a message about any other
    /// value (`must be …`).
    package func converted<Other: Sendable>(
        _ name: String, limits: String, _ to: @escaping @Sendable (Value) -> Other?,
        else problem: @escaping @Sendable (Value) -> String
    ) -> ValueType<Other> {
        ValueType<Other>(name, limits: limits, write: { _ in "" }) { node, subject in
            guard let value = read(node, subject) else { return nil }
            return to(value) ?? subject.complain(node.place, problem(value))
        }
    }

    /// This type, with the place of each value in the file.
    package var placed: ValueType<Placed<Value>> {
        ValueType<Placed<Value>>(name, limits: limits, write: { write($0.value) }) { node, subject in
            read(node, subject).map { Placed(value: $0, place: node.place) }
        }
    }
}

extension ValueType where Value == TOMLNode {
    /// Accepts any value. Other code reads what the value contains.
    package static func any(_ name: String, limits: String = "") -> ValueType {
        ValueType(name, limits: limits, write: { _ in "" }) { node, _ in node }
    }
}

/// The subject of messages about a value, and the list to which the messages are added.
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
