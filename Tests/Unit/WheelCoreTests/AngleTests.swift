import TestSupport
import Testing
import WheelCore

@Suite("Angles carry their unit") struct AngleTests {
    @Test(
        "Arithmetic",
        arguments: table(
            """
            350° + 345°            -> 695°    # not limited to one turn
            15° - 360°             -> -345°
            30° * 3                -> 90°
            690° / 2               -> 345°
            -30° magnitude         -> 30°
            30° negated            -> -30°
            30° magnitude          -> 30°
            1turn + 90°            -> 450°
            -2turn * 0.5           -> -360°
            3.141592653589793rad + 0°   -> 180°
            1.5707963267948966rad + 0°  -> 90°
            -6.283185307179586rad + 0°  -> -360°

            10° < 20°              -> true
            20° < 10°              -> false
            370° < 20°             -> false   # one turn more is greater
            -180° < 180°           -> true

            15° to 375° at 0       -> 15°     # interpolation over more than a turn
            15° to 375° at 0.25    -> 105°
            15° to 375° at 0.5     -> 195°
            15° to 375° at 1       -> 375°
            15° to 375° at 1.5     -> 555°
            0.2° to 0.9° at 0      -> 0.2°    # both ends exact, though 0.2 + (0.9 - 0.2) is not 0.9
            0.2° to 0.9° at 1      -> 0.9°
            0.1° to 0.1° at 0.3    -> 0.1°

            370° normalized        -> 10°
            -10° normalized        -> 350°
            -720° normalized       -> 0°
            360° normalized        -> 0°
            -1e-20° normalized     -> 0°      # never 360 itself
            370° around-zero       -> 10°
            190° around-zero       -> -170°
            -190° around-zero      -> 170°
            180° around-zero       -> 180°
            -180° around-zero      -> 180°
            540° around-zero       -> 180°
            -360° around-zero      -> 0°

            -179° near 179°        -> 181°    # a direction that crosses ±180° does not jump
            179° near -179°        -> -181°
            10° near 725°          -> 730°
            -10° near 0°           -> -10°
            350° near 0°           -> -10°
            """))
    func arithmetic(_ row: Row) {
        #expect(evaluated(row.words) == row.output)
    }

    @Test(
        "Sine, cosine and tangent are exact at multiples of 90°",
        arguments: table(
            """
            0     -> 0 1 0
            90    -> 1 0 inf
            180   -> 0 -1 0
            270   -> -1 0 -inf
            360   -> 0 1 0
            -90   -> -1 0 -inf
            -180  -> 0 -1 0
            -270  -> 1 0 inf
            810   -> 1 0 inf
            36000000000000000000090 -> 0 1 0   # too large for an exact remainder of 90, still without noise
            inf   -> nan nan nan
            """))
    func quarters(_ row: Row) {
        let angle = Angle(degrees: number(row.input))
        #expect("\(text(angle.sine)) \(text(angle.cosine)) \(text(angle.tangent))" == row.output)
    }

    @Test("Sine and cosine equal those of the radians for the whole circle")
    func circle() {
        let problem = counterexample("sine and cosine lie on the circle", seed: 11) { generator in
            let angle = Angle(degrees: generator.double(in: -2000...2000))
            let vector = Vector(dx: angle.cosine, dy: angle.sine)
            let isOnCircle = abs(vector.length - 1) < 1e-15 * 4
            let isBack = abs((vector.angle - angle).normalizedAroundZero.degrees) < 1e-12
            let isTangent = abs(angle.tangent - vector.dy / vector.dx) < 1e-9
            return isOnCircle && isBack && isTangent ? nil : "\(angle): \(vector), \(vector.angle)"
        }
        #expect(problem == nil)
    }

    @Test("Degrees read back bit for bit, radians and turns to the last places")
    func readingBack() {
        let problem = counterexample("degrees in, degrees out", seed: 12) { generator in
            let given = generator.double(in: -1e6...1e6)
            guard Angle(degrees: given).degrees == given else { return "\(given) degrees" }
            guard abs(Angle(radians: given).radians - given) <= abs(given) * 1e-15 else { return "\(given) radians" }
            guard abs(Angle(turns: given).turns - given) <= abs(given) * 1e-15 else { return "\(given) turns" }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("Normalising keeps the direction and the range")
    func normalising() {
        let problem = counterexample("normalised angles", seed: 13) { generator in
            let angle = Angle(degrees: generator.double(in: -1e4...1e4))
            let reference = Angle(degrees: generator.double(in: -1e4...1e4))
            let (around, unwrapped) = (angle.normalizedAroundZero, angle.unwrapped(near: reference))
            guard angle.normalized >= .zero, angle.normalized < .turn else { return "\(angle) normalized" }
            guard around > .degrees(-180), around <= .degrees(180) else { return "\(angle) around zero" }
            guard (unwrapped - reference).magnitude <= .degrees(180.000001) else { return "\(angle) near \(reference)" }
            for same in [angle.normalized, around, unwrapped] {
                let turns = (same - angle) / Angle.turn
                guard abs(turns - turns.rounded()) < 1e-9 else { return "\(angle) became \(same)" }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("Units convert both ways, also by assignment")
    func assignment() {
        var angle = Angle.zero
        angle.radians = .pi
        #expect(angle == .degrees(180))
        angle.turns = -1.25
        #expect(angle == .degrees(-450))
        angle *= 2
        angle /= 4
        #expect(angle == .degrees(-225))
        #expect(0.5 * angle == .degrees(-112.5))
        #expect(Angle.radians(.pi) == .turns(0.5))
        #expect("\(Angle.degrees(12.5))" == "12.5°")
    }
}

/// Evaluates the words of a table, such as `690° / 2`.
private func evaluated(_ words: [String]) -> String {
    let left = angle(words[0])
    switch words[1] {
    case "+": return degrees(left + angle(words[2]))
    case "-": return degrees(left - angle(words[2]))
    case "*": return degrees(left * number(words[2]))
    case "/": return degrees(left / number(words[2]))
    case "<": return "\(left < angle(words[2]))"
    case "negated": return degrees(-left)
    case "magnitude": return degrees(left.magnitude)
    case "normalized": return degrees(left.normalized)
    case "around-zero": return degrees(left.normalizedAroundZero)
    case "near": return degrees(left.unwrapped(near: angle(words[2])))
    case "to": return degrees(left.interpolated(to: angle(words[2]), fraction: number(words[4])))
    default: preconditionFailure("no such operation: \(words[1])")
    }
}

private func angle(_ word: String) -> Angle {
    if word.hasSuffix("rad") { return Angle(radians: number(word.dropLast(3))) }
    if word.hasSuffix("turn") { return Angle(turns: number(word.dropLast(4))) }
    precondition(word.hasSuffix("°"), "an angle needs its unit: \(word)")
    return Angle(degrees: number(word.dropLast()))
}

private func degrees(_ angle: Angle) -> String { "\(text(angle.degrees))°" }
