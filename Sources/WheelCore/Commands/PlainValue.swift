/// A value in a table of JSON or TOML.
public indirect enum PlainValue: Equatable, Sendable {
    case string(String)
    /// A number, which may be a whole number.
    case number(Double)
    case flag(Bool)
    case list([PlainValue])
    /// A table, whose keys keep their order.
    case table([Entry])

    public struct Entry: Equatable, Sendable {
        public var key: String
        public var value: PlainValue

        public init(_ key: String, _ value: PlainValue) {
            self.key = key
            self.value = value
        }
    }
}

/// Swift literals can be values of tables: `["name": "cutoff", "kind": "float", "range": "[20, 20000]"]`.
extension PlainValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }

    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    public init(floatLiteral value: Double) { self = .number(value) }

    public init(booleanLiteral value: Bool) { self = .flag(value) }

    public init(arrayLiteral elements: PlainValue...) { self = .list(elements) }

    public init(dictionaryLiteral elements: (String, PlainValue)...) {
        self = .table(elements.map { Entry($0.0, $0.1) })
    }
}
