import WheelCore
import WheelWire

/// Converts between the values of a control and the numbers of a peer.
package struct PeerScale: Equatable, Sendable {
    package enum Numbers: Equatable, Sendable {
        /// Whole numbers from 0 to the given one, spread over the control's range by its taper, or over its positions.
        case whole(upTo: Int)
        /// Numbers from 0 to 1, spread over the control's range by its taper, or over its positions.
        case fraction
        /// The control's own values. The values of a choice are the indices of its positions.
        case values
    }

    package let numbers: Numbers
    private let course: Course
    /// The whole numbers of an `int` that the peer covers; `nil` for other kinds. Unless `numbers` is `.values`,
    /// each number of the peer is converted to one of these whole numbers.
    private let wholes: ClosedRange<Double>?

    private enum Course: Equatable, Sendable {
        case number(NumberSettings, isCyclic: Bool)
        case positions([String])
    }

    /// `part` is the part of the control's range that the peer covers; `nil` for the whole range. Fails if the control
    /// cannot be mapped: it is a selection, or `whole` or `fraction` must be spread over a range without an end.
    package init?(_ numbers: Numbers, of control: ControlState, part: ValueRange? = nil) {
        self.numbers = numbers
        wholes = control.kind == .int ? control.range.map { PeerScale.wholes(of: $0, part) } : nil
        switch control.kind {
        case .selection: return nil
        case .choice: course = .positions((control.positions ?? []).map(\.name))
        case .float, .int:
            guard let own = control.range else { return nil }
            let range = part ?? own
            if numbers != .values, !range.isFinite { return nil }
            // The taper `log` needs a part above 0, and `square` needs a part that begins at 0. Otherwise the part is
            // linear.
            let hasTaper =
                switch control.taper ?? .linear {
                case .linear: true
                case .log: range.lower > 0
                case .square: range.lower == 0
                }
            course = .number(
                NumberSettings(range: range, taper: hasTaper ? control.taper ?? .linear : .linear),
                isCyclic: control.wraps && part == nil)
        }
    }

    /// The whole numbers of a range, from the first to the last. If `part` contains whole numbers, only these are used.
    private static func wholes(of range: ValueRange, _ part: ValueRange?) -> ClosedRange<Double> {
        func ends(_ range: ValueRange) -> (first: Double, last: Double) {
            let (lower, upper) = (range.lower.rounded(.up), range.upper.rounded(.down))
            return (
                lower == range.lower && !range.includesLower ? lower + 1 : lower,
                upper == range.upper && !range.includesUpper ? upper - 1 : upper
            )
        }
        let own = ends(range)
        let wanted = part.map(ends) ?? own
        let (first, last) = (max(own.first, wanted.first), min(own.last, wanted.last))
        return first <= last ? first...last : own.first...max(own.first, own.last)
    }

    /// The peer's number for a value; `nil` if the control cannot have this value.
    package func number(for value: ControlValue) -> Double? {
        switch (course, value) {
        case (.number(let settings, let isCyclic), .number(let value)):
            if numbers == .values { return value }
            // The value may lie outside the part that the peer covers. It is clamped first, because the taper `log` has
            // no position for 0.
            let inside = min(max(value, settings.range.lower), settings.range.upper)
            guard inside.isFinite, let position = settings.position(of: inside) else { return nil }
            guard case .whole(let largest) = numbers else { return position }
            if isCyclic {
                let count = Double(largest + 1)
                return (position * count).rounded().truncatingRemainder(dividingBy: count)
            }
            return (position * Double(largest)).rounded()
        case (.positions(let names), .position(let name)):
            guard let index = names.firstIndex(of: name) else { return nil }
            if numbers == .values { return Double(index) }
            guard names.count > 1 else { return 0 }
            guard case .whole(let largest) = numbers else { return Double(index) / Double(names.count - 1) }
            return (Double(index * largest) / Double(names.count - 1)).rounded()
        case (.number, _), (.positions, _): return nil
        }
    }

    /// The value for a number of the peer; `nil` for NaN and infinity. A number beyond the peer's range is clamped,
    /// except for `values` of a `float` or an `int`.
    package func value(for number: Double) -> ControlValue? {
        guard number.isFinite else { return nil }
        switch course {
        case .number(let settings, let isCyclic):
            let position: Double
            switch numbers {
            // The daemon decides about a number beyond the range. For an `int` the number is rounded, and clamped to
            // ±2^53, because a `Double` cannot represent every whole number beyond.
            case .values: return .number(wholes == nil ? number : min(max(number.rounded(), -0x1p53), 0x1p53))
            case .fraction: position = min(max(number, 0), 1)
            case .whole(let largest):
                position = min(max(number, 0), Double(largest)) / Double(isCyclic ? largest + 1 : largest)
            }
            return settings.value(atPosition: position).map { .number(settled($0, isCyclic: isCyclic)) }
        case .positions(let names):
            guard let last = names.indices.last else { return nil }
            let index =
                switch numbers {
                case .values: number.rounded()
                case .fraction: (number * Double(last)).rounded()
                case .whole(let largest): (number * Double(last) / Double(largest)).rounded()
                }
            return .position(names[Int(min(max(index, 0), Double(last)))])
        }
    }

    /// The value itself, or for an `int` the nearest whole number that the control accepts.
    private func settled(_ value: Double, isCyclic: Bool) -> Double {
        guard let wholes else { return value }
        let rounded = value.rounded()
        // On a control that wraps, the last whole number is followed by the first.
        if isCyclic, case .whole = numbers, rounded > wholes.upperBound { return wholes.lowerBound }
        return min(max(rounded, wholes.lowerBound), wholes.upperBound)
    }

    /// The distance from the control's value within which a knob picks up the control, in numbers of the peer: a step
    /// of a 7-bit knob for `whole`, otherwise 1 % of the range. For `values` it is 0 if the range has no end on one
    /// side or the control has positions.
    package var reach: Double {
        switch (numbers, course) {
        case (.whole(let largest), _): max(1, Double(largest) / 127)
        case (.fraction, _): 0.01
        case (.values, .number(let settings, _)): settings.range.isFinite ? settings.range.span / 100 : 0
        case (.values, .positions): 0
        }
    }
}
