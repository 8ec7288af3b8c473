/// A control's value, with positions by their names: a number, one position, or all selected positions.
public enum ControlValue: Equatable, Sendable {
    case number(Double)
    case position(String)
    case positions([String])
}

/// Swift literals can be values: `14.1`, `"low-pass"`, `["2", "9"]`.
extension ControlValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral
{
    public init(floatLiteral value: Double) { self = .number(value) }

    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    public init(stringLiteral value: String) { self = .position(value) }

    public init(arrayLiteral elements: String...) { self = .positions(elements) }
}

public struct Assignment: Equatable, Sendable {
    public var control: String
    public var value: ControlValue

    public init(control: String, value: ControlValue) {
        self.control = control
        self.value = value
    }
}

/// A speed or a page, by its name or relative to the current one. Neither can be named `next` or `previous`.
public enum NameChoice: Equatable, Sendable {
    case next
    case previous
    case named(String)

    public init(_ text: String) {
        switch text {
        case "next": self = .next
        case "previous": self = .previous
        default: self = .named(text)
        }
    }

    public var text: String {
        switch self {
        case .next: "next"
        case .previous: "previous"
        case .named(let name): name
        }
    }
}
