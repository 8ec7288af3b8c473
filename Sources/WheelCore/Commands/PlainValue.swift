/// A value of a table, as JSON and TOML have it.
public indirect enum PlainValue: Equatable, Sendable {
    case string(String)
    /// Whole numbers are numbers, too.
    case number(Double)
    case flag(Bool)
    case list([PlainValue])
    /// With the keys in their order.
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

/// Values of tables as Swift literals: `["name": "cutoff", "kind": "float", "range": "[20, 20000]"]`.
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
