import TestSupport
import Testing
import WheelCore

@testable import WheelModel

@Suite struct ValueTextTests {
    @Test(
        arguments: table(
            """
            14.074 6           -> 14.074000
            14.0740001 6       -> 14.074000
            0.125 2            -> 0.13      # rounded half away from zero
            -0.125 2           -> -0.13
            0.005 2            -> 0.01
            0.004 2            -> 0.00
            -0.004 2           -> 0.00      # zero has no minus sign
            0.5 0              -> 1
            0.4 0              -> 0
            9.996 2            -> 10.00
            99.95 1            -> 100.0
            1e-7 6             -> 0.000000
            1.5e-7 7           -> 0.0000002
            0.00012 4          -> 0.0001
            0.06 1             -> 0.1
            1e21 2             -> 1000000000000000000000.00
            123456789012 0     -> 123456789012
            0 3                -> 0.000
            5e-1 3             -> 0.500
            """))
    func rounding(_ row: Row) {
        let decimals = Int(number(row.words[1]))
        #expect(DecimalText.text(number(row.words[0]), decimals: decimals, group: "") == row.output)
    }

    @Test(
        arguments: table(
            """
            14074000 1e-6 6 .     -> 14.074.000 MHz
            7100000 1e-6 6 .      -> 7.100.000 MHz
            1234567 1 0 ,         -> 1,234,567 MHz
            999 1 0 ,             -> 999 MHz
            0.5 1 2 ,             -> 0.50 MHz
            """))
    func shownOtherwise(_ row: Row) {
        let words = row.words
        let settings = NumberSettings(
            range: ValueRange(0, 1e9), unit: "Hz",
            shown: ShownText(
                factor: number(words[1]), decimals: Int(number(words[2])), group: words[3], unit: "MHz"))
        #expect(settings.text(of: number(words[0])) == row.output)
    }

    @Test(
        arguments: table(
            """
            7.1 3            -> 7.100
            -12 1            -> -12.0
            0 1              -> 0.0
            5 0              -> 5
            3.2e-11 9        -> 3.2e-11       # an exponent for more than nine decimals
            -1.23456e-100 9  -> -1.23e-100
            9.996e-10 9      -> 1e-9
            1e-9 9           -> 0.000000001
            0 9              -> 0.000000000
            3.2e-11 2        -> 0.00          # the configured number of decimals
            1.5e-12 12       -> 0.000000000002
            4e-13 12         -> 4e-13
            """))
    func digitsBehindThePoint(_ row: Row) {
        let settings = NumberSettings(range: ValueRange(-1e9, 1e9), decimals: Int(number(row.words[1])))
        #expect(settings.digits(of: number(row.words[0])) == row.output)
    }

    @Test func labelsReplaceTheirValues() {
        let settings = NumberSettings(
            range: ValueRange(-60, 6), unit: "dB", decimals: 1, texts: [TextForValue(at: -60, text: "-∞")])
        #expect(settings.text(of: -60) == "-∞")
        #expect(settings.text(of: -59.5) == "-59.5 dB")
    }

    @Test func theDegreeSignHasNoSpaceBeforeIt() {
        #expect(NumberSettings(range: ValueRange(0, 90), unit: "°", decimals: 0).text(of: 45) == "45°")
    }
}
