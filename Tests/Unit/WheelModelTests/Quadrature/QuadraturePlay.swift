import TestSupport
import WheelCore
import WheelModel

/// Input: `A+` closes contact A, `A-` opens it. `(A+)` is a lost edge, which the decoder does not see. `read:A+B-` are
/// the levels, read again after a loss. `start:A+B+` are the levels at the start; by default both are open. `20us` lets
/// time pass, and `wake` wakes the decoder.
///
/// Output: a word for each word of the input. `+1` is a detent forwards, `+30/120` a part of one, `.` nothing.
enum QuadraturePlay {
    static func played(
        _ row: Row, _ transitionsPerDetent: Int, isDetentless: Bool = false, debounce: Interval = .zero
    ) -> String {
        played(row.words[...], transitionsPerDetent, isDetentless: isDetentless, debounce: debounce)
    }

    static func rest(_ row: Row) -> EncoderRest {
        guard let rest = EncoderRest(rawValue: String(row.words[0])) else {
            preconditionFailure("no such rest: \(row)")
        }
        return rest
    }

    static func played(
        _ words: ArraySlice<String>, _ transitionsPerDetent: Int, rest: EncoderRest = .open, isDetentless: Bool = false,
        isReversed: Bool = false, debounce: Interval = .zero
    ) -> String {
        var time = Instant(microseconds: 0)
        func start(a: Bool, b: Bool) -> QuadratureDecoder {
            QuadratureDecoder(
                transitionsPerDetent: transitionsPerDetent, rest: rest, isDetentless: isDetentless,
                isReversed: isReversed,
                debounce: debounce, a: a, b: b)
        }
        var decoder = start(a: false, b: false)
        return words.map { word in
            var units = 0
            switch word {
            case "A+": units = decoder.edge(.a, level: true, at: time)
            case "A-": units = decoder.edge(.a, level: false, at: time)
            case "B+": units = decoder.edge(.b, level: true, at: time)
            case "B-": units = decoder.edge(.b, level: false, at: time)
            case "(A+)", "(A-)", "(B+)", "(B-)": break
            case "wake": units = decoder.wake(at: time)
            case _ where word.hasSuffix("us"):
                time = time + Interval(microseconds: Int64(number(word.dropLast(2))))
            case _ where word.hasPrefix("read:A"):
                units = decoder.resynchronise(a: word.contains("A+"), b: word.contains("B+"))
            case _ where word.hasPrefix("start:A"):
                decoder = start(a: word.contains("A+"), b: word.contains("B+"))
                return "."
            default: preconditionFailure("no such word: \(word)")
            }
            return units == 0 ? "." : written(units)
        }.joined(separator: " ")
    }

    private static func written(_ units: Int) -> String {
        let sign = units > 0 ? "+" : "-"
        let amount = units.magnitude
        return amount % 120 == 0 ? "\(sign)\(amount / 120)" : "\(sign)\(amount)/120"
    }
}
