import TestSupport
import Testing
import WheelConfiguration
import WheelCore
import WheelModel

/// Defaults that depend on other settings.
@Suite struct DefaultTests {
    /// By default a number has as many decimals as its step needs; without a step, as many as a detent at the finest
    /// speed needs.
    @Test(
        arguments: table(
            """
            range = "[0, 90]"                           -> 1    # fine: 0.1875 ° a detent
            range = "[0, 100000]"                       -> 0
            range = "[0, 1]"                            -> 3
            range = "[0, 1e-12]"                        -> 9    # the most
            range = "[0, 10]"; step = 0.5               -> 1
            range = "[0, 10]"; step = 0.25              -> 2
            range = "[0, 10]"; step = 5                 -> 0
            range = "[0, 10]"; step = 0.3333333333333   -> 9
            range = "[20, 20000]"; taper = "log"        -> 1    # 0.29 a detent at the lower end
            range = "[0, 90]"; range_turns = 10         -> 2
            range = "[0, inf)"; speeds = [{ name = "a", per_detent = 0.125 }]   -> 3
            range = "[0, inf)"; speeds = [{ name = "a", per_turn = 2.4 }]       -> 1
            range = "[0, 30]"; speeds = [{ name = "a", per_detent = 1 }, { name = "b", per_detent = 1e-6 }] -> 6
            """))
    func decimals(_ row: Row) throws {
        #expect("\(try number(row.input).decimals)" == row.output)
    }

    /// The TOML float -0.0 is the value 0.
    @Test func zeroHasNoSign() throws {
        let number = try number(#"range = "[-0.0, 5]"; default = -0.0"#)
        #expect(number.initial.sign == .plus)
        #expect(number.range.lower.sign == .plus)
    }

    @Test func wholeNumbersHaveNoDecimals() throws {
        let control = try parsed("[[control]]\nname = \"a\"\nkind = \"int\"\nrange = \"[0, 5]\"\n").panel.controls[0]
        var expected = NumberSettings(range: ValueRange(0, 5), decimals: 0)
        // If the range has few steps, a detent moves one step.
        expected.speeds[0].movesOneStep = true
        #expect(control.quantity == .int(expected))
    }

    @Test(
        arguments: table(
            """
            range = "[0, 100]"      -> 0
            range = "[5, 100]"      -> 5
            range = "[-100, -5]"    -> -5
            range = "[-10, 10)"     -> 0
            range = "[0, 360)"; wrap = true -> 0
            range = "(-inf, inf)"; speeds = [{ name = "a", per_turn = 1 }] -> 0
            """))
    func initialValue(_ row: Row) throws {
        #expect(text(try number(row.input).initial) == row.output)
    }

    /// The acceleration of each speed. By default only the first of several speeds accelerates.
    @Test(
        arguments: table(
            """
            -                               -> range off off
            acceleration = "off"            -> off off off
            acceleration = { max = 20 }     -> max20 off off
            speeds = [{ name = "a", scale = 1 }]                            -> off
            acceleration = "range"; speeds = [{ name = "a", scale = 1 }]    -> range
            speeds = [{ name = "a", scale = 1, acceleration = "range" }]    -> range
            speeds = [{ name = "a", scale = 1 }, { name = "b", scale = 0.1 }] -> range off
            speeds = [{ name = "a", scale = 1, acceleration = "off" }, { name = "b", scale = 0.1 }] -> off off
            speeds = [{ name = "a", scale = 1 }, { name = "b", scale = 0.5, acceleration = "range" }, { name = "c", scale = 0.1 }] -> range range off
            speeds = [{ name = "a", scale = 1 }, { name = "b", scale = 0.1, acceleration = "off" }] -> range off
            """))
    func acceleration(_ row: Row) throws {
        let lines = row.input == "-" ? "" : row.input
        let kinds = try number("range = \"[0, 100]\"; \(lines)").speeds.map { speed in
            switch speed.acceleration {
            case .off: "off"
            case .standard: "range"
            case .range(_, _, let most): "max\(text(most))"
            }
        }
        #expect(kinds.joined(separator: " ") == row.output)
    }

    /// The density and the width of the wheel's lines, by the index of the speed.
    @Test func densityAndLineWidthDependOnTheIndex() throws {
        let speeds = try number(
            "range = \"[0, 1]\"; speeds = [\((0..<4).map { "{ name = \"s\($0)\", scale = 1 }" }.joined(separator: ","))]"
        ).speeds
        #expect(speeds.map(\.density) == [20, 8, 4, 4])
        #expect(speeds.map(\.lineWidth) == [1, 2, 3, 3])
    }

    @Test func aDecimalPointIsOptional() throws {
        let whole = try number("range = \"[0, 1000]\"; step = 5; default = 10; stepper = 20; range_turns = 2")
        let pointed = try number("range = \"[0.0, 1e3]\"; step = 5.0; default = 1e1; stepper = 20.0; range_turns = 2.0")
        #expect(whole == pointed)
    }

    private func number(_ lines: String) throws -> NumberSettings {
        let text =
            "[[control]]\nname = \"a\"\nkind = \"float\"\n"
            + lines.split(separator: ";").joined(separator: "\n")
        guard case .float(let number) = try parsed(text).panel.controls[0].quantity else { preconditionFailure() }
        return number
    }

    private func parsed(_ text: String) throws -> Settings {
        try Configuration.parse(text: text, file: "test.toml").settings
    }
}
