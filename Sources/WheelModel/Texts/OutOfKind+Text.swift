import WheelCore

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
