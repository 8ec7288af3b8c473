import WheelSettings

extension Control {
    /// Whether a turn moves nothing yet, since it is short of a step.
    func isShortOfStep(_ units: Int64, speed: Int, detents: Int, isDetentless: Bool, rate: TurnsPerSecond?) -> Bool {
        guard let grid = law.grid else { return false }
        guard law.taper == .linear else {
            var copy = self
            return units.magnitude < TurnSum.unitsPerDetent.magnitude
                && !copy.turn(units, speed: speed, detents: detents, isDetentless: isDetentless, rate: rate)
        }
        let factor = rate.map { law.acceleration(of: speed, detents: detents, rate: $0) } ?? 1
        let amount = law.perDetent(of: speed, detents: detents)
        let perDetent = isDetentless ? amount / grid.step : Double(law.steps(perDetent: amount, grid: grid))
        var copy = remainder
        return copy.steps(for: units, perDetent: perDetent, isDetentless: isDetentless, factor: factor) == 0
    }
}
