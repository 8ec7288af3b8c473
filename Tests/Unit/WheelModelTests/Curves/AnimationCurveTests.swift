import TestSupport
import Testing
import WheelCore
import WheelModel

/// Input: a curve and a fraction of its time. Output: the progress of the motion, to nine decimals.
@Suite("Curves: progress over time") struct AnimationCurveTests {
    @Test(
        "Values",
        arguments: table(
            """
            linear 0                    -> 0
            linear 0.3                  -> 0.3
            linear 1                    -> 1
            ease-in 0                   -> 0
            ease-in 0.25                -> 0.093464651
            ease-in 0.5                 -> 0.315356813
            ease-in 1                   -> 1
            ease-out 0                  -> 0
            ease-out 0.5                -> 0.684643187
            ease-out 0.75               -> 0.906535349
            ease-out 1                  -> 1
            ease-in-out 0               -> 0
            ease-in-out 0.25            -> 0.129161931
            ease-in-out 0.5             -> 0.5
            ease-in-out 0.75            -> 0.870838069
            ease-in-out 1               -> 1

            0.42,0,0.58,1 0.25          -> 0.129161931    # ease-in-out in numbers
            0,0,1,1 0.3                 -> 0.3            # a straight line
            0.3,0.3,0.6,0.6 0.8         -> 0.8
            0.3,-1,0.7,2 0.1            -> -0.193786366   # overshoots below
            0.3,-1,0.7,2 0.5            -> 0.5
            0,0,0,0 0.125               -> 0.125          # the slope of x is 0 at the start: t is 0.5
            1,1,1,1 0.875               -> 0.875
            1,1,1,1 0.999999999999999   -> 1              # the slope of x is almost 0 there
            0,0,0,0 0.000000000000001   -> 0
            1,0,0,1 0.5                 -> 0.5            # the slope of x is 0 halfway
            1,0,0,1 0.500000001         -> 0.50094494     # the slope of x is almost 0 there
            0,1,1,0 0.5                 -> 0.5

            ease-in -1                  -> 0              # before the start
            ease-in 7                   -> 1              # after the end
            ease-in inf                 -> 1
            ease-in -inf                -> 0
            ease-in nan                 -> 0
            0.3,-1,0.7,2 1.5            -> 1
            """))
    func values(_ row: Row) {
        let words = row.words
        guard let curve = AnimationCurve(name: words[0]) ?? AnimationCurve(numbers: numbers(words[0])) else {
            preconditionFailure("no such curve: \(words[0])")
        }
        let value = curve.value(at: number(words[1]))
        #expect(text((value * 1e9).rounded() / 1e9) == row.output)
    }

    @Test("The ends are exact", arguments: AnimationCurve.named + [.bezier(x1: 0.1, y1: -9, x2: 0.7, y2: 9.3)])
    func ends(_ curve: AnimationCurve) {
        #expect(curve.value(at: 0) == 0)
        #expect(curve.value(at: 1) == 1)
    }

    @Test(
        "Names",
        arguments: table(
            """
            linear        -> linear
            ease-in       -> easeIn
            ease-out      -> easeOut
            ease-in-out   -> easeInOut
            Linear        -> none
            ease          -> none
            """))
    func names(_ row: Row) {
        let curve = AnimationCurve(name: row.input)
        #expect(curve.map { "\($0)" } ?? "none" == row.output)
        #expect(curve == nil || curve?.name == row.input)
        #expect(AnimationCurve.bezier(x1: 0, y1: 0, x2: 1, y2: 1).name == nil)
    }

    @Test(
        "Valid and invalid Bézier numbers",
        arguments: table(
            """
            0.42,0,0.58,1    -> curve
            0,-3,1,4         -> curve    # y may overshoot
            -0.1,0,0.5,1     -> none
            0.5,0,1.1,1      -> none
            0.5,0,0.5        -> none
            0.5,0,0.5,1,1    -> none
            nan,0,0.5,1      -> none
            0.5,inf,0.5,1    -> none
            0.5,0,0.5,nan    -> none
            """))
    func numbersOfCurves(_ row: Row) {
        #expect((AnimationCurve(numbers: numbers(row.input)) == nil ? "none" : "curve") == row.output)
    }

    @Test("The value is the curve's y at the given x")
    func solving() {
        let problem = counterexample("points of random curves", seed: 71, cases: 20_000) { generator in
            let (x1, x2) = (generator.double(in: 0...1), generator.double(in: 0...1))
            let (y1, y2) = (generator.double(in: -2...3), generator.double(in: -2...3))
            let t = generator.double(in: 0...1)
            func point(_ first: Double, _ second: Double) -> Double {
                3 * first * (1 - t) * (1 - t) * t + 3 * second * (1 - t) * t * t + t * t * t
            }
            func slope(_ first: Double, _ second: Double) -> Double {
                3 * first * (1 - t) * (1 - 3 * t) + 3 * second * t * (2 - 3 * t) + 3 * t * t
            }
            let curve = AnimationCurve.bezier(x1: x1, y1: y1, x2: x2, y2: y2)
            let error = abs(curve.value(at: point(x1, x2)) - point(y1, y2))
            // Where the slope of x is nearly 0, a rounding of x causes a large error in y.
            let steepness = abs(slope(y1, y2)) / max(abs(slope(x1, x2)), 1e-6)
            return error < 1e-14 * max(1, steepness) * 10 ? nil : "\(curve) at \(t): \(error)"
        }
        #expect(problem == nil)
    }

    @Test("If y never decreases over t, the value never decreases over time")
    func monotony() {
        let problem = counterexample("monotony", seed: 72) { generator in
            func unit() -> Double { generator.once(in: 8) ? generator.pick([0, 1]) : generator.double(in: 0...1) }
            let curve = AnimationCurve.bezier(x1: unit(), y1: unit(), x2: unit(), y2: unit())
            let fractions = (0..<20).map { _ in generator.double(in: 0...1) }.sorted()
            let values = fractions.map(curve.value(at:))
            let isInside = values.allSatisfy { (-1e-12...1 + 1e-12).contains($0) }
            let isRising = zip(values, values.dropFirst()).allSatisfy { $1 >= $0 - 1e-12 }
            return isInside && isRising ? nil : "\(curve): \(values)"
        }
        #expect(problem == nil)
    }

    @Test("Ease-out is ease-in reversed, and ease-in-out is its own reverse")
    func symmetry() {
        let problem = counterexample("symmetry", seed: 73) { generator in
            let fraction = generator.double(in: 0...1)
            let out = AnimationCurve.easeIn.value(at: fraction) + AnimationCurve.easeOut.value(at: 1 - fraction) - 1
            let own =
                AnimationCurve.easeInOut.value(at: fraction) + AnimationCurve.easeInOut.value(at: 1 - fraction) - 1
            return abs(out) < 1e-14 && abs(own) < 1e-14 ? nil : "\(fraction): \(out), \(own)"
        }
        #expect(problem == nil)
    }
}
