import WheelSettings

extension ControlValue {
    /// `nil` where no kind of control has such a value.
    init?(_ json: JSONValue) {
        switch json {
        case .number(let number): self = .number(number)
        case .string(let name): self = .position(name)
        case .array:
            guard let names = json.strings else { return nil }
            self = .positions(names)
        case .null, .bool, .object: return nil
        }
    }
}

extension JSONObject {
    func controlValue(_ name: String) throws(MemberProblem) -> ControlValue {
        guard let value = ControlValue(try value(name)) else {
            throw .wrong(name, mustBe: "a number, a position's name or an array of names")
        }
        return value
    }
}

extension LineBuffer {
    mutating func value(_ value: ControlValue) {
        switch value {
        case .number(let number): self.number(number)
        case .position(let name): string(name)
        case .positions(let names): strings(names)
        }
    }
}
