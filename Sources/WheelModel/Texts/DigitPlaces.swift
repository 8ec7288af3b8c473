public import WheelCore

/// The fixed places of a number's digits, as on the counter of a receiver.
///
/// A place is the exponent of its digit: 0 for the ones, −1 for the tenths. Places refer to the number as it is shown:
/// to MHz, if a value in Hz is shown in MHz. For example, the range 0…30 MHz with three decimals has five places, from
/// 1 to −3. The value 14.074 has the digits 1 4 0 7 4, and 7.1 has the digits 0 7 1 0 0, where `first` is 0, the place
/// of the 7.
public struct DigitPlaces: Equatable, Sendable {
    /// The number of digits before the decimal point, which is at least 1, and the number of digits after it.
    public let before: Int
    public let after: Int
    /// Whether some values are shown with a sign.
    public let hasSign: Bool
    private let factor: Double
    /// The settings without grouping of digits.
    private let plain: NumberSettings

    /// The largest number of digits before the point: a counter with more digits would not be readable.
    private static let mostBefore = 15
    /// The smallest number of places if the range is not finite.
    private static let leastWithoutEnd = 6

    public init(_ settings: NumberSettings, isInteger: Bool) {
        var plain = settings
        plain.shown?.group = ""
        self.plain = plain
        let decimals = settings.shown?.decimals ?? settings.decimals
        after = decimals
        factor = settings.shown?.factor ?? 1
        let scale = ValueScale(settings, isInteger: isInteger)
        var values = [settings.initial]
        if settings.range.lower.isFinite { values.append(scale.lower) }
        if settings.range.upper.isFinite { values.append(scale.upper) }
        // If an end is missing, the counter has room for ten times the largest step of a speed.
        if !settings.range.isFinite { values += settings.speeds.compactMap { $0.step.map { $0 * 10 } } }
        let most = values.map { DigitPlaces.count(before: plain.digits(of: $0)) }.max() ?? 1
        before = min(
            max(most, settings.range.isFinite ? 1 : DigitPlaces.leastWithoutEnd - decimals), DigitPlaces.mostBefore)
        hasSign = settings.showsSign || settings.range.lower < 0
    }

    public var count: Int { before + after }

    /// All places, the highest first.
    public var all: [Int] { (-after..<before).reversed() }

    private static func count(before digits: String) -> Int {
        let count = digits.prefix { $0 != "." }.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return max(count, 1)
    }

    // MARK: Values

    public struct Reading: Equatable, Sendable {
        public enum Sign: Equatable, Sendable {
            case none
            case plus
            case minus
        }

        public var sign: Sign
        /// One digit for each place, the highest place first.
        public var digits: [UInt8]
        /// The place of the number's first digit. All digits above this place are leading zeros.
        public var first: Int
    }

    /// The digits of a value; `nil` if the value does not fit into the places or has no digits.
    public func reading(of value: Double) -> Reading? {
        var digits: [UInt8] = []
        digits.reserveCapacity(count)
        var (isNegative, point) = (false, nil as Int?)
        for byte in plain.digits(of: value).utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
            case UInt8(ascii: ".") where point == nil: point = digits.count
            case UInt8(ascii: "-") where digits.isEmpty: isNegative = true
            default: return nil
            }
        }
        let whole = point ?? digits.count
        guard whole > 0, whole <= before, digits.count - whole == after, hasSign || !isNegative else { return nil }
        digits.insert(contentsOf: repeatElement(0, count: before - whole), at: 0)
        let isPlus = plain.showsSign && !isNegative && digits.contains { $0 != 0 }
        return Reading(sign: isNegative ? .minus : isPlus ? .plus : .none, digits: digits, first: whole - 1)
    }

    // MARK: Steps

    /// The places that a step moves: the places at which the step's own digits are not zero. For example, a step of
    /// 12.5 moves three places. These places may lie outside the places that are shown.
    public func moved(by step: Double) -> [Int] {
        let (digits, point) = DecimalText.significant(step * factor)
        return digits.indices.filter { digits[$0] != 0 }.map { point - 1 - $0 }
    }

    /// The amount that one step of a digit adds to the value.
    public func amount(of place: Int) -> Double {
        let (digits, point) = DecimalText.significant((Double("1e\(place)") ?? 1) / factor.magnitude)
        return Double("0.\(digits.map { String($0) }.joined())e\(point)") ?? 0
    }

    /// The speed whose detent moves the digit at `place`, or else the digit nearest to `place`. If two speeds are
    /// equally near, the finer speed is returned. Returns `nil` if no speed has a known step.
    public func speed(moving place: Int) -> Int? {
        var best: (speed: Int, distance: Int, step: Double)?
        for (index, speed) in plain.speeds.enumerated() {
            guard let step = speed.step else { continue }
            let places = moved(by: step)
            guard let distance = places.map({ abs($0 - place) }).min() else { continue }
            if let best, (best.distance, best.step) <= (distance, step) { continue }
            best = (index, distance, step)
        }
        return best?.speed
    }
}

extension Speed {
    /// The change of the value per detent; `nil` if the change depends on the encoder or on the range.
    public var step: Double? {
        switch amount {
        case .perDetent(let step): step
        case .scale, .perTurn, .perOctave: nil
        }
    }
}

extension NumberSettings {
    /// Whether the number is usually shown as a counter: it is linear, does not wrap, and has two ends, at least five
    /// places and at least two speeds with a known step.
    public func isCounter(isInteger: Bool) -> Bool {
        taper == .linear && !wraps && range.isFinite && speeds.count { $0.step != nil } >= 2
            && DigitPlaces(self, isInteger: isInteger).count >= 5
    }
}
