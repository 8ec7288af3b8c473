import WheelSettings

/// Values as a program writes them: `14.1`, `"low-pass"`, `["2", "9"]`.
extension ControlValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral
{
    public init(floatLiteral value: Double) { self = .number(value) }

    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    public init(stringLiteral value: String) { self = .position(value) }

    public init(arrayLiteral elements: String...) { self = .positions(elements) }
}
