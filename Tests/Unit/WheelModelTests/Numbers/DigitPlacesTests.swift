import TestSupport
import Testing
import WheelCore
import WheelModel

/// The digits of a counter: the places of a range, the places that a step moves, and the speed and the amount of each
/// place.
@Suite("Digits: places") struct DigitPlacesTests {
    /// A row: a range, decimals, the factor and the decimals of the shown text (or `-`), and the places before and
    /// after the point, with `±` if there is a column for a sign.
    @Test(
        "The range gives the places",
        arguments: table(
            """
            [0,30] 3 -              -> 2.3
            [0,9.99] 2 -            -> 1.2
            [0,10] 2 -              -> 2.2
            [0,10) 2 -              -> 2.2          # 9.999 is shown as 10.00
            [0,0.5] 3 -             -> 1.3
            [-100,50] 1 -           -> ±3.1
            [-0.5,0.5] 0 -          -> ±1.0
            [100000,30000000] 0 -   -> 8.0
            [100000,30000000] 0 1e-6/6  -> 2.6      # Hz shown in MHz
            [0,999999] 0 1e-3/3     -> 3.3
            [0,999999] 0 1e-3/0     -> 4.0          # rounded to 1000
            [0,1000000000] 0 -      -> 10.0
            [0,3] 2 60/0            -> 3.0
            [-5e-7,5e-7] 9 1e6/2    -> ±1.2
            [0,1e18] 0 -            -> 15.0         # more is no counter
            (-inf,inf) 0 -          -> ±6.0
            (-inf,inf) 3 -          -> ±4.3         # ten steps of 100
            [0,inf) 5 -             -> 4.5
            """))
    func places(_ row: Row) throws {
        let words = row.input.split(separator: " ").map(String.init)
        var settings = NumberSettings(
            range: try ValueRange(text: words[0]), decimals: Int(number(words[1])),
            speeds: DigitPlacesTests.speeds([1, 100]))
        if words[2] != "-" {
            let parts = words[2].split(separator: "/").map { number(String($0)) }
            settings.shown = ShownText(factor: parts[0], decimals: Int(parts[1]))
        }
        let places = DigitPlaces(settings, isInteger: false)
        #expect("\(places.hasSign ? "±" : "")\(places.before).\(places.after)" == row.expected)
    }

    /// A row: a value in [-99999, 99999] with two decimals, and its sign, digits and first place.
    @Test(
        "A value stands in its places, with zeros before it",
        arguments: table(
            """
            0           -> 00000.00 0
            12.5        -> 00012.50 1
            -3.456      -> -00003.46 0
            99999       -> 99999.00 4
            -0.001      -> 00000.00 0       # no sign of 0
            0.995       -> 00001.00 0       # rounded half away from zero
            123456      -> beyond
            -1e300      -> beyond
            """))
    func readings(_ row: Row) {
        let settings = NumberSettings(range: ValueRange(-99999, 99999), decimals: 2)
        #expect(DigitPlacesTests.text(settings, number(row.input)) == row.expected)
    }

    @Test("A plus stands before positive numbers that want it, and groups are no digits")
    func signs() {
        var settings = NumberSettings(range: ValueRange(0, 99999), decimals: 0, showsSign: true)
        settings.shown = ShownText(group: " ")
        #expect(DigitPlacesTests.text(settings, 1234) == "+01234 3")
        #expect(DigitPlacesTests.text(settings, 0) == "00000 0")
        settings.showsSign = false
        #expect(DigitPlacesTests.text(settings, -1) == "beyond")
    }

    /// A row: a factor and a step, and the places that the step moves.
    @Test(
        "A step moves the places where its digits are not zero",
        arguments: table(
            """
            1 1             -> 0
            1 100           -> 2
            1 12.5          -> 1 0 -1
            1 25            -> 1 0
            1 0.05          -> -2
            1 105           -> 2 0
            1e-6 100        -> -4           # 100 Hz in MHz
            1e-6 12500      -> -2 -3 -4
            1e-3 8333       -> 0 -1 -2 -3
            1e6 1e-7        -> -1
            1 -10           -> 1
            """))
    func steps(_ row: Row) {
        let words = row.input.split(separator: " ").map { number(String($0)) }
        let places = DigitPlacesTests.places(factor: words[0], [1])
        #expect(places.moved(by: words[1]).map { "\($0)" }.joined(separator: " ") == row.expected)
    }

    /// A row: a factor and a place, and what a step of its digit adds to the value.
    @Test(
        "A step of a digit is an exact decimal",
        arguments: table(
            """
            1 2             -> 100
            1 -3            -> 0.001
            1e-6 -3         -> 1000
            1e-6 1          -> 10000000
            1e3 -1          -> 0.0001
            60 0            -> 0.0166666666666667
            """))
    func amounts(_ row: Row) {
        let words = row.input.split(separator: " ").map { number(String($0)) }
        let places = DigitPlacesTests.places(factor: words[0], [1])
        #expect(places.amount(of: Int(words[1])) == number(row.expected))
    }

    /// A row: the speeds' steps and a place, and the step of the speed that a tap on this place selects.
    @Test(
        "A tap on a digit takes the speed that moves it, or the nearest",
        arguments: table(
            """
            100,10,1 2      -> 100
            100,10,1 1      -> 10
            100,10,1 5      -> 100
            100,10,1 -2     -> 1
            1000,1 2        -> 1000
            1000,10 2       -> 10           # as near: the finer
            12.5,1000 1     -> 12.5
            12.5,1 0        -> 1            # both move it: the finer
            """))
    func speeds(_ row: Row) throws {
        let words = row.input.split(separator: " ")
        let steps = words[0].split(separator: ",").map { number(String($0)) }
        let places = DigitPlacesTests.places(factor: 1, steps)
        let speed = try #require(places.speed(moving: Int(number(String(words[1])))))
        #expect(steps[speed] == number(row.expected))
    }

    @Test("Without a speed of known step a tap on a digit takes none")
    func noSpeed() {
        let settings = NumberSettings(range: ValueRange(0, 100))
        #expect(DigitPlaces(settings, isInteger: false).speed(moving: 0) == nil)
    }

    @Test("A counter has two ends, five digits, two speeds of known step, is linear and does not wrap")
    func counters() {
        func isCounter(_ change: (inout NumberSettings) -> Void) -> Bool {
            var settings = NumberSettings(
                range: ValueRange(0, 10), decimals: 3, speeds: DigitPlacesTests.speeds([1, 0.1]))
            change(&settings)
            return settings.isCounter(isInteger: false)
        }
        #expect(isCounter { _ in })
        #expect(!isCounter { $0.decimals = 2 })
        #expect(!isCounter { $0.speeds.removeLast() })
        #expect(!isCounter { $0.speeds = Speed.defaults })
        #expect(!isCounter { $0.taper = .square })
        #expect(
            !isCounter {
                $0.range = ValueRange(0, 10, includesUpper: false); $0.wraps = true
            })
        #expect(!isCounter { $0.range = ValueRange(0, .infinity) })
    }

    @Test("A reading has the digits of the number's text, for any range, factor and value")
    func anyValue() {
        let problem = counterexample("readings of digits", seed: 12) { generator in
            let end = Double(generator.int(in: 1...9)) * generator.pick([0.1, 1, 1e2, 1e4, 1e6, 1e9])
            var settings = NumberSettings(
                range: ValueRange(generator.once(in: 2) ? -end : 0, end), decimals: generator.int(in: 0...5),
                speeds: DigitPlacesTests.speeds([1]))
            if generator.once(in: 2) {
                settings.shown = ShownText(
                    factor: generator.pick([1e-6, 1e-3, 1, 60, 1e3]), decimals: generator.int(in: 0...6), group: " ")
            }
            let places = DigitPlaces(settings, isInteger: false)
            let value = generator.double(in: settings.range.lower...settings.range.upper)
            guard let reading = places.reading(of: value) else { return "\(value) is beyond \(settings)" }
            var plain = settings
            plain.shown?.group = ""
            let shown = plain.digits(of: value).filter { $0 != "." && $0 != "-" }
            let digits = reading.digits.map { "\($0)" }.joined()
            if reading.digits.count != places.count { return "\(digits) are not \(places.count) digits" }
            if !digits.hasSuffix(shown) || digits.dropLast(shown.count).contains(where: { $0 != "0" }) {
                return "\(digits) for \(shown)"
            }
            return reading.first == shown.count - places.after - 1 ? nil : "\(reading) for \(shown)"
        }
        #expect(problem == nil)
    }

    private static func places(factor: Double, _ steps: [Double]) -> DigitPlaces {
        DigitPlaces(
            NumberSettings(range: ValueRange(0, 1e6), shown: ShownText(factor: factor), speeds: speeds(steps)),
            isInteger: false)
    }

    private static func speeds(_ steps: [Double]) -> [Speed] {
        steps.map { Speed(name: "\($0)", amount: .perDetent($0), density: 8, lineWidth: 1) }
    }

    private static func text(_ settings: NumberSettings, _ value: Double) -> String {
        let places = DigitPlaces(settings, isInteger: false)
        guard let reading = places.reading(of: value) else { return "beyond" }
        let sign =
            switch reading.sign {
            case .none: ""
            case .plus: "+"
            case .minus: "-"
            }
        let digits = reading.digits.map { "\($0)" }.joined()
        let (whole, rest) = (digits.prefix(places.before), digits.dropFirst(places.before))
        return "\(sign)\(whole)\(rest.isEmpty ? "" : ".")\(rest) \(reading.first)"
    }
}
