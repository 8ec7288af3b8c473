import Glibc
import WheelCore

/// A number that was turned, stored as a base and a count of units for each speed and each number of detents per
/// revolution. A detent has 120 units.
///
/// The value is always computed anew from the base and the counts, in a fixed order. So rounding errors do not
/// accumulate, and turning forth and equally far back gives the same Double.
///
///     base 0, a speed of 0.1 for a detent    three detents up    count 360    0.3, not 0.30000000000000004
///                                            three down          count 0      0
///
/// If the base and the amounts are decimals, the sum is computed in whole numbers over their common denominator and
/// divided once. If the sum overflows, or if one of the numbers is not a decimal, such as 1/3, the sum is computed in
/// Doubles.
struct TurnSum: Sendable {
    /// The last set value, or the end of the range that was reached last.
    private(set) var base: Double
    private var terms: [Term] = []
    private var exactness = Exactness.unknown

    static let unitsPerDetent: Int64 = 120

    /// Identifies the count that a turn is added to. Counts are summed in the order of these keys.
    struct Key: Equatable, Comparable, Sendable {
        /// The index of the speed, or -1 for `stepper`, -2 for `steps`.
        let speed: Int
        /// Detents per revolution; zero if the amount does not depend on this number.
        let detents: Int

        /// The count of the steps that the stepper's − and + have made.
        static let stepper = Key(speed: -1, detents: 0)
        /// The count of moves by whole grid steps, at any speed.
        static let steps = Key(speed: -2, detents: 0)

        static func < (left: Key, right: Key) -> Bool {
            (left.speed, left.detents) < (right.speed, right.detents)
        }
    }

    private struct Term {
        let key: Key
        /// The change per detent. If the taper is not linear, the change is a fraction of the range.
        let amount: ExactNumber
        /// The number of detents that double the value; `nil` unless the speed is given in octaves.
        let octave: Int?
        var units: Int64 = 0
        /// The numerator of the exact amount, over the common denominator.
        var numerator: Int64 = 0
    }

    private enum Exactness {
        /// The base, or the set of nonzero counts, has changed since the common denominator was computed.
        case unknown
        /// There is no common denominator: the sum is computed in Doubles.
        case none
        case over(Denominated)
    }

    private struct Denominated {
        let denominator: Int64
        let base: Int64
        let lower: Int64
        let turn: Int64
    }

    init(base: Double) {
        self.base = base
        terms.reserveCapacity(8)
    }

    /// Clears the counts and starts from `value`.
    mutating func rebase(_ value: Double) {
        base = value
        exactness = .unknown
        for index in terms.indices { terms[index].units = 0 }
    }

    /// Copies the elements. An assignment would share the storage, and the next turn would allocate.
    mutating func copy(_ other: TurnSum) {
        base = other.base
        exactness = other.exactness
        terms.removeAll(keepingCapacity: true)
        terms.append(contentsOf: other.terms)
    }

    var isUnturned: Bool { terms.allSatisfy { $0.units == 0 } }

    /// Adds `units` to the count of `key`. Returns false if this key has no count yet. A count that would overflow is
    /// not changed.
    mutating func add(_ units: Int64, to key: Key) -> Bool {
        guard let index = terms.firstIndex(where: { $0.key == key }) else { return false }
        let (sum, overflow) = terms[index].units.addingReportingOverflow(units)
        guard !overflow else { return true }
        // Only nonzero counts determine the denominator, so that the sum does not depend on turns that were turned
        // back.
        if (sum == 0) != (terms[index].units == 0) { exactness = .unknown }
        terms[index].units = sum
        return true
    }

    /// Adds a count for turns that move the value by `amount` per detent. If `octave` is given, that number of detents
    /// doubles the value instead.
    mutating func begin(_ key: Key, amount: ExactNumber, octave: Int? = nil, with units: Int64) {
        let index = terms.firstIndex { key < $0.key } ?? terms.count
        terms.insert(Term(key: key, amount: amount, octave: octave), at: index)
        _ = add(units, to: key)
    }

    /// The sum for a linear taper. `wrap` wraps the sum into the range.
    mutating func linear(_ wrap: WrapLaw?) -> (value: Double, turns: Int) {
        // Without turns the result is bit for bit the value that was set.
        if isUnturned { return (base, 0) }
        if case .unknown = exactness { lookForDenominator(wrap) }
        if case .over(let common) = exactness, let exact = exactSum(common, wrap) { return exact }
        var sum = base
        for term in terms where term.units != 0 {
            sum += Double(term.units) * term.amount.value / Double(TurnSum.unitsPerDetent)
        }
        guard sum.isFinite else { return (sum, 0) }
        return wrap.map { $0.wrapped(sum) } ?? (sum, 0)
    }

    /// The turned fraction of the range, for tapers that are not linear. Turns at speeds in octaves are not included.
    var turnedPosition: Double {
        terms.reduce(0) {
            $1.octave == nil ? $0 + Double($1.units) * $1.amount.value / Double(TurnSum.unitsPerDetent) : $0
        }
    }

    var turnedOctaves: Double {
        terms.reduce(0) { sum, term in
            guard let octave = term.octave else { return sum }
            return sum + Double(term.units) / Double(TurnSum.unitsPerDetent * Int64(octave))
        }
    }

    /// The sum of the base and the counts over one denominator, divided once; `nil` if the numbers are too large to be
    /// exact.
    private func exactSum(_ common: Denominated, _ wrap: WrapLaw?) -> (value: Double, turns: Int)? {
        // If all counts are whole detents, the denominator needs no factor of 120, and more digits fit.
        let isWhole = terms.allSatisfy { $0.units % TurnSum.unitsPerDetent == 0 }
        let scale = isWhole ? 1 : TurnSum.unitsPerDetent
        var (sum, overflow) = (Int128(common.base) * Int128(scale), false)
        for term in terms where term.units != 0 {
            let count = isWhole ? term.units / TurnSum.unitsPerDetent : term.units
            // A single product cannot overflow, but the sum of several products can, so each addition is checked.
            let (next, tooLarge) = sum.addingReportingOverflow(Int128(count) * Int128(term.numerator))
            sum = next
            overflow = overflow || tooLarge
        }
        let (denominator, tooFine) = common.denominator.multipliedReportingOverflow(by: scale)
        guard !overflow, !tooFine else { return nil }
        var turns = 0
        if let wrap {
            let inside = wrap.wrapped(
                sum, lower: Int128(common.lower) * Int128(scale), turn: Int128(common.turn) * Int128(scale))
            guard let inside else { return nil }
            (sum, turns) = inside
        }
        return Int64(exactly: sum).map { (Fraction.quotient($0, denominator), turns) }
    }

    private mutating func lookForDenominator(_ wrap: WrapLaw?) {
        exactness = .none
        guard let exactBase = Fraction(decimal: base) else { return }
        var common: Int64? = exactBase.denominator
        for term in terms where term.units != 0 {
            guard let amount = term.amount.fraction else { return }
            common = common.flatMap { Fraction.common($0, amount.denominator) }
        }
        var lower: Fraction?
        var turn: Fraction?
        if let wrap {
            guard let exactLower = wrap.lower.fraction, let exactTurn = wrap.turn.fraction else { return }
            (lower, turn) = (exactLower, exactTurn)
            common = common.flatMap { Fraction.common($0, exactLower.denominator) }
                .flatMap { Fraction.common($0, exactTurn.denominator) }
        }
        guard let common, let numerator = exactBase.numerator(over: common) else { return }
        for index in terms.indices where terms[index].units != 0 {
            guard let amount = terms[index].amount.fraction?.numerator(over: common) else { return }
            terms[index].numerator = amount
        }
        let zero = Fraction(0)
        guard let lowerNumerator = (lower ?? zero).numerator(over: common),
            let turnNumerator = (turn ?? zero).numerator(over: common)
        else { return }
        exactness = .over(
            Denominated(denominator: common, base: numerator, lower: lowerNumerator, turn: turnNumerator))
    }
}
