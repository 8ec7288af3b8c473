import WheelCore

/// Why a command was refused. A refused command changes nothing.
public enum CommandRefusal: Error, Equatable, Sendable {
    public enum Kind: String, Sendable {
        case control, input, page, position, speed, ramp, preset, button
    }

    /// For a position or a speed, `of` is the name of its control.
    case unknown(Kind, String, of: String? = nil, among: [String])
    case noPages
    case noPositions(ControlSettings)
    case refused(PanelRefusal, ControlSettings)
    /// Hands can move the pending value of this control, but not the value itself. So they cannot start a ramp of the
    /// control, or recall a preset that contains the control.
    case needsConfirmation(ControlSettings)
    case readOnlyPreset(String)
    case notTurned(control: String, input: String, among: [String])
    /// Clients cannot feed an input of this type.
    case notFed(input: String, type: String)
    /// The input has several buttons, and the request names none of them.
    case needsButton(input: String, among: [String])
    /// The scale of the fingers' positions is unknown: the client has sent no size, and the input has no display.
    case needsSize(input: String)
    /// Another client feeds the input.
    case busy(input: String, client: Int)
}

/// Why the instrument refuses a move of a control. `CommandRefusal` also has the control, for the message.
public enum PanelRefusal: Error, Equatable, Sendable {
    case outOfKind(OutOfKind)
    /// The value is outside the range, and the control has `beyond = "refuse"`.
    case outOfRange(Double)
    /// A hand holds the control or a draft waits, and the client has sent `unless: editing`.
    case editing
    case noRamp
}

/// Why a value does not fit the kind of a control.
public enum OutOfKind: Equatable, Sendable {
    case notFinite
    case notWhole
    case tooLargeForInteger
    /// The range wraps, and the value is more than `NumberLimits.mostTurns` turns away from 0.
    case tooManyTurns
    case curveBeyondLimits
    case numberForPositions
    case positionsForNumber
    case severalForOne
    case noSuchPosition
    case rampOnPositions
    case toggleOnChoice
    case tooManySelected(most: Int)
}

extension OutOfKind {
    public func sentence(about control: ControlSettings) -> String {
        let kind = control.kind.withArticle
        return switch self {
        case .notFinite: "\(control.name) takes finite numbers only"
        case .notWhole: "\(control.name) is \(kind) and takes whole numbers only"
        case .tooLargeForInteger: "\(control.name) is \(kind), and integers stay within ± 2^53"
        case .tooManyTurns: "\(control.name) counts its turns up to 1000000000 either way"
        case .curveBeyondLimits: "the curve must have x1 and x2 in 0 to 1, y1 and y2 in -1000 to 1000"
        case .numberForPositions: "\(control.name) is \(kind) and takes the names of positions, not a number"
        case .positionsForNumber: "\(control.name) is \(kind) and takes a number"
        case .severalForOne: "\(control.name) is \(kind) and takes one position"
        case .noSuchPosition: "\(control.name) has no such position"
        case .rampOnPositions: "\(control.name) is \(kind), and only numbers can be ramped"
        case .toggleOnChoice: "\(control.name) is \(kind): a position can be selected, not toggled"
        case .tooManySelected(let most): "\(control.name) holds at most \(most) positions"
        }
    }
}

extension ControlKind {
    /// The kind with its article, for example `an int`.
    public var withArticle: String {
        switch self {
        case .int: "an int"
        case .float, .choice, .selection: "a \(rawValue)"
        }
    }
}

extension ControlSettings {
    /// The message for a value that is refused as `outOfRange`.
    public func refusal(of value: Double) -> String {
        guard let range = number?.range else { return "\(name) does not take \(Self.text(value))" }
        guard !range.contains(value) else { return "\(Self.text(value)) is beyond the largest number of \(name)" }
        let (left, right) = (range.includesLower ? "[" : "(", range.includesUpper ? "]" : ")")
        let ends = "\(left)\(Self.text(range.lower)), \(Self.text(range.upper))\(right)"
        return "\(name) takes values in \(ends), not \(Self.text(value))"
    }

    private static func text(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
