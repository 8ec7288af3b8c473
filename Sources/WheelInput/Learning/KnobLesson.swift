internal import CEvdev

/// What an event device tells that was turned clockwise once around, and then back.
public struct KnobLesson: Equatable, Sendable {
    public enum Turning: Equatable, Sendable {
        /// The axis by its kernel name.
        case axis(String)
        /// Keys that it types, down and up.
        case keys(down: String, up: String)
    }

    public var turning: Turning
    public var countedDetents: Int
    public var detents: Int
    public var isReversed: Bool

    /// What was said: a code and a value each. `nil` where nothing turned.
    public init?(clockwise: [(code: String, value: Int)], back: [(code: String, value: Int)]) {
        let axes = Self.sums(clockwise) { $0.hasPrefix("REL_") }
        // A finer axis counts the same detents once more, or those of a device that has no plain one.
        let plain = axes.filter { !$0.code.hasSuffix(Self.fine) }
        if let axis = (plain.isEmpty ? axes : plain).max(by: { abs($0.sum) < abs($1.sum) }), axis.sum != 0 {
            let isFine = axis.code.hasSuffix(Self.fine)
            turning = .axis(isFine ? String(axis.code.dropLast(Self.fine.count)) : axis.code)
            countedDetents = isFine ? (abs(axis.sum) + 60) / 120 : abs(axis.sum)
            isReversed = axis.sum < 0
        } else {
            func mostTyped(_ events: [(code: String, value: Int)]) -> (code: String, sum: Int)? {
                Self.sums(events.filter { $0.value == 1 }) { KernelName.isKey($0) }.max { $0.sum < $1.sum }
            }
            guard let up = mostTyped(clockwise), let down = mostTyped(back), up.code != down.code else { return nil }
            turning = .keys(down: down.code, up: up.code)
            countedDetents = up.sum
            isReversed = false
        }
        detents = EncoderLesson.usual(max(1, countedDetents))
    }

    private static let fine = "_HI_RES"

    /// In the order of their first event, so that what is equal comes out the same each time.
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
