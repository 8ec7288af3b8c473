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
