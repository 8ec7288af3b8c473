import WheelInput

/// The properties of an event device, computed from its events while it was turned clockwise by one revolution, and
/// back.
struct KnobAnalysis: Equatable {
    enum Turning: Equatable {
        /// The kernel's name of an axis that reports how far it has turned.
        case axis(String)
        /// The kernel's name of an axis that reports its position, and whether the axis continued at the other end of
        /// its range.
        case position(String, wraps: Bool)
        /// The keys that the device presses for turns down and up.
        case keys(down: String, up: String)
    }

    var turning: Turning
    var countedDetents: Int
    var detents: Int
    var isReversed: Bool

    init?(clockwise: [(code: String, value: Int)], back: [(code: String, value: Int)]) {
        let axes = Self.sums(clockwise) { $0.hasPrefix("REL_") }
        // A _HI_RES axis repeats the plain axis at a finer resolution, so it is used only if the device has no plain
        // axis.
        let plain = axes.filter { !$0.code.hasSuffix(Self.fine) }
        if let axis = (plain.isEmpty ? axes : plain).max(by: { abs($0.sum) < abs($1.sum) }), axis.sum != 0 {
            let isFine = axis.code.hasSuffix(Self.fine)
            turning = .axis(isFine ? String(axis.code.dropLast(Self.fine.count)) : axis.code)
            countedDetents = isFine ? (abs(axis.sum) + 60) / 120 : abs(axis.sum)
            isReversed = axis.sum < 0
        } else if let axis = PositionTrace.longest(in: clockwise) {
            turning = .position(axis.code, wraps: axis.wraps)
            countedDetents = axis.places
            isReversed = axis.isFalling
        } else {
            func mostTyped(_ events: [(code: String, value: Int)]) -> (code: String, sum: Int)? {
                Self.sums(events.filter { $0.value == 1 }) { KernelName.isKey($0) }.max { $0.sum < $1.sum }
            }
            guard let up = mostTyped(clockwise), let down = mostTyped(back), up.code != down.code else { return nil }
            turning = .keys(down: down.code, up: up.code)
            countedDetents = up.sum
            isReversed = false
        }
        detents = EncoderAnalysis.usual(max(1, countedDetents))
    }

    /// Whether the knob may have detents. An axis with two ends has none. An axis that wraps has none if it has more
    /// positions than any knob has detents, as a touch ring has.
    var hasDetents: Bool {
        switch turning {
        case .axis, .keys: true
        case .position(_, let wraps): wraps && countedDetents <= KnobAnalysis.mostDetents
        }
    }

    private static let mostDetents = 64
    private static let fine = "_HI_RES"

    /// The sum of the values of each code. The codes are in the order of their first events, so that a tie between two
    /// codes is always decided in the same way.
    private static func sums(
        _ events: [(code: String, value: Int)], of isMeant: (String) -> Bool
    ) -> [(code: String, sum: Int)] {
        var sums: [(code: String, sum: Int)] = []
        for (code, value) in events where isMeant(code) {
            if let index = sums.firstIndex(where: { $0.code == code }) {
                sums[index].sum += value
            } else {
                sums.append((code, value))
            }
        }
        return sums
    }
}
