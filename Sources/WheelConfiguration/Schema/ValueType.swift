/// What a key takes: how its values are named, limited, read and written.
struct ValueType<Value: Sendable>: Sendable {
    /// `whole number`, `string`; with its article in sentences.
    let name: String
    let limits: String
    /// As the file would have it.
    let write: @Sendable (Value) -> String
    /// The value, or `nil` after a complaint.
    let read: @Sendable (TOMLNode, Subject) -> Value?

    init(
        _ name: String, limits: String = "", write: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (TOMLNode, Subject) -> Value?
    ) {
        self.name = name
        self.limits = limits
        self.write = write
        self.read = read
    }

    /// The same with one thing more to ask of a value: `predicate` tells what is wrong, `must be …`.
    func refined(
        _ name: String? = nil, limits: String? = nil, _ problem: @escaping @Sendable (Value) -> String?
    ) -> ValueType {
        ValueType(name ?? self.name, limits: limits ?? self.limits, write: write) { node, subject in
            guard let value = read(node, subject) else { return nil }
            if let problem = problem(value) {
                subject.complain(node.place, problem)
                return nil
            }
            return value
        }
    }

    /// The same values as something else.
    func map<Other: Sendable>(
        _ to: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> ValueType<Other> {
        ValueType<Other>(name, limits: limits, write: { write(back($0)) }) { node, subject in
            read(node, subject).map(to)
        }
    }

    /// With its place in the file.
    var placed: ValueType<Placed<Value>> {
        ValueType<Placed<Value>>(name, limits: limits, write: { write($0.value) }) { node, subject in
            read(node, subject).map { Placed(value: $0, place: node.place) }
        }
    }
}

extension ValueType where Value == TOMLNode {
    /// Read by other code.
    static func any(_ name: String, limits: String = "") -> ValueType {
        ValueType(name, limits: limits, write: { _ in "" }) { node, _ in node }
    }
}
