public import WheelCore

extension Quantity {
    /// The scene of a control for which the configuration names no scene.
    public func usualScene(movedByHands: Bool) -> SceneKind {
        // A control that no hand moves must not look touchable.
        guard movedByHands else { return .readout }
        switch self {
        case .float(let number), .int(let number):
            if number.wraps { return .rotor }
            if number.unit == "°" && number.range.isFinite { return .angle }
            return number.isCounter(isInteger: kind == .int) ? .digits : .wheel
        case .choice(let positions): return positions.layout == nil ? .selector : .positions
        case .selection(let positions):
            let isLarge = positions.positions.count > PositionSettings.mostInSelector
            return positions.layout == nil && !isLarge ? .selector : .positions
        }
    }
}

extension SceneKind {
    public func draws(_ kind: ControlKind) -> Bool {
        switch self {
        case .angle, .wheel, .rotor, .digits: !kind.hasPositions
        case .positions, .selector: kind.hasPositions
        case .readout: true
        }
    }
}

extension ControlSettings {
    public var drawnScene: SceneKind {
        if let scene, scene.draws(kind) { return scene }
        return quantity.usualScene(movedByHands: movedByHands)
    }
}
