public import WheelGeometry
import WheelModel

/// What two contacts tell of an encoder that was turned clockwise once around.
public struct EncoderLesson: Equatable, Sendable {
    /// Both signed: positive where A comes before B.
    public var transitions: Int
    public var transitionsPerDetent: Int
    public var isDetentless: Bool
    /// Per revolution: what was counted, and the usual number that it is next to.
    public var countedDetents: Int
    public var detents: Int
    /// How long a contact bounced at most, and how many in a hundred of its changes did.
    public var longestBounce: Interval
    public var bouncyPercent: Int
    /// Edges without the one before them.
    public var errors: Int

    public var isReversed: Bool { transitions < 0 }

    /// Why nothing can be said.
    public enum Problem: Error, Equatable, Sendable {
        /// Hardly a transition.
        case hardlyMoved
        /// Detents cannot be told apart: it was turned without a rest at each.
        case noRests
    }

    /// `isDetentless`: whoever turns it feels no detents; then a detent is a whole cycle of the two contacts.
    public init(a: ContactTrace, b: ContactTrace, isDetentless: Bool) throws(Problem) {
        let path = EncoderPath(a: a, b: b)
        transitions = path.end
        guard abs(transitions) >= Self.leastTransitions else { throw .hardlyMoved }
        self.isDetentless = isDetentless
        transitionsPerDetent = isDetentless ? 4 : try Self.transitionsPerDetent(path)
        countedDetents = max(1, (abs(transitions) + transitionsPerDetent / 2) / transitionsPerDetent)
        detents = Self.usual(countedDetents)
        longestBounce = path.longestBounce
        bouncyPercent = path.changes == 0 ? 0 : path.bouncyChanges * 100 / path.changes
        errors = path.errors
    }

    static let leastTransitions = 8
    /// A hand hesitates here and there between two detents.
    private static let leastShare = 0.8

    /// All rests of an encoder with 4 are on one place of four, with 2 on one of two.
    private static func transitionsPerDetent(_ path: EncoderPath) throws(Problem) -> Int {
        let steps = zip(path.rests, path.rests.dropFirst()).map { abs($1 - $0) }.sorted()
        // Fewer than one rest in two detents: of what is left nothing can be concluded.
        guard steps.count >= 4, steps[steps.count / 2] <= 8 else { throw .noRests }
        for count in [4, 2] {
            var shares = [Int](repeating: 0, count: count)
            for rest in path.rests { shares[((rest % count) + count) % count] += 1 }
            let most = shares.max() ?? 0
            if Double(most) >= leastShare * Double(path.rests.count) { return count }
        }
        return 1
    }

    /// A hand that begins and ends at a mark is wrong by one detent at most, and encoders come in few kinds.
    static func usual(_ counted: Int) -> Int {
        let usual = [
            8, 12, 16, 18, 20, 24, 30, 32, 36, 40, 48, 60, 64, 96, 100, 128, 200, 256, 360, 400, 500, 512, 600,
        ]
        if usual.contains(counted) || counted == 15 { return counted }
        return usual.first { abs($0 - counted) == 1 } ?? counted
    }
}

extension EncoderLesson {
    /// Of several contacts the two that turned like an encoder's, the one first that comes first; none where only one
    /// moved.
    public static func pair(among contacts: [ContactTrace]) -> (a: Int, b: Int)? {
        // The busiest: noise on a line that is connected to nothing makes many edges too, but goes nowhere.
        let busiest = contacts.indices.filter { contacts[$0].edges.count >= 2 }
            .sorted { contacts[$0].edges.count > contacts[$1].edges.count }.prefix(8)
        var best: (a: Int, b: Int, distance: Int)?
        for first in busiest {
            for second in busiest where second != first {
                let distance = EncoderPath(a: contacts[first], b: contacts[second]).end
                if distance > best?.distance ?? 0 { best = (first, second, distance) }
            }
        }
        guard let best, best.distance >= leastTransitions else { return nil }
        return (best.a, best.b)
    }
}
