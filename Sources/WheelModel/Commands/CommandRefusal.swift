import WheelCore

/// The reason for which a command is refused. A refused command changes nothing.
public enum CommandRefusal: Error, Equatable, Sendable {
    public enum Kind: String, Sendable {
        case control, input, page, position, speed, ramp, preset, button
    }

    /// No such name. `of` names the control whose positions or speeds were searched.
    case unknown(Kind, String, of: String? = nil, among: [String])
    case noPages
    /// A position was given for a control that has no positions.
    case noPositions(ControlSettings)
    case refused(PanelRefusal, ControlSettings)
    /// Hands move only the pending value of this control: they play no ramp on it and recall no preset of it.
    case needsConfirmation(ControlSettings)
    /// The preset is not `writable`.
    case readOnlyPreset(String)
    /// The control is none of those that the input turns.
    case notTurned(control: String, input: String, among: [String])
    /// Clients do not feed an input of this type.
    case notFed(input: String, type: String)
    /// The input has several buttons, and the request names none of them.
    case needsButton(input: String, among: [String])
    /// The contacts have no scale: the client has given no size, and there is no display.
    case needsSize(input: String)
    /// Another client feeds the input.
    case busy(input: String, client: Int)
}

/// The reason for which the panel refuses a client's request. A refused request changes nothing.
public enum PanelRefusal: Error, Equatable, Sendable {
    /// The control cannot have that value.
    case outOfKind(OutOfKind)
    /// The value lies outside the range of a control that refuses it.
    case outOfRange(Double)
    /// A hand holds the control, and the client asked for `unless: editing`.
    case editing
    /// The control has no ramp to pause, resume, scrub or cancel.
    case noRamp
}

/// The reason for which a control cannot have a value.
public enum OutOfKind: Equatable, Sendable {
    case notFinite
    case notWhole
    case tooLargeForInteger
    /// More turns of a wrapping control than are counted.
    case tooManyTurns
    case curveBeyondLimits
    case numberForPositions
    case positionsForNumber
    case severalForOne
    /// An index without a position.
    case noSuchPosition
    case rampOnPositions
    case toggleOnChoice
    case tooManySelected(most: Int)
}

extension OutOfKind {
    /// The reason as a sentence for people.
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
    /// `an int`, `a choice`.
    public var withArticle: String {
        switch self {
        case .int: "an int"
        case .float, .choice, .selection: "a \(rawValue)"
        }
    }
}

extension ControlSettings {
    /// Why a control with `beyond = "refuse"` does not take `value`, as a sentence for people.
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
