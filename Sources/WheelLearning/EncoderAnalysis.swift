import WheelGeometry

/// The properties of an encoder, computed from its two contacts while it was turned clockwise once around.
struct EncoderAnalysis: Equatable {
    /// Positive if A changes before B.
    var transitions: Int
    var transitionsPerDetent: Int
    var isDetentless: Bool
    /// Detents per revolution as counted.
    var countedDetents: Int
    /// The usual number next to the count.
    var detents: Int
    var longestBounce: Interval
    /// The share of changes that bounced.
    var bouncyPercent: Int
    /// Edges to the level that the contact already had: the edge before is missing.
    var errors: Int

    var isReversed: Bool { transitions < 0 }

    enum Problem: Error, Equatable {
        case hardlyMoved
        /// It was turned without a rest at each detent, so that they cannot be told apart.
        case noRests
    }

    /// `isDetentless`: the user feels no detents. A detent then is a whole cycle of the two contacts.
    init(a: ContactTrace, b: ContactTrace, isDetentless: Bool) throws(Problem) {
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
    /// The share of rests that must lie on a detent. A hand sometimes hesitates between two detents.
    private static let leastShare = 0.8

    /// An encoder with 4 transitions per detent rests on one of four positions, one with 2 on one of two.
    private static func transitionsPerDetent(_ path: EncoderPath) throws(Problem) -> Int {
        let steps = zip(path.rests, path.rests.dropFirst()).map { abs($1 - $0) }.sorted()
        // Too few rests, fewer than one in two detents, to conclude anything.
        guard steps.count >= 4, steps[steps.count / 2] <= 8 else { throw .noRests }
        for count in [4, 2] {
            var shares = [Int](repeating: 0, count: count)
            for rest in path.rests { shares[((rest % count) + count) % count] += 1 }
            let most = shares.max() ?? 0
            if Double(most) >= leastShare * Double(path.rests.count) { return count }
        }
        return 1
    }

    /// Rounds a count to a usual number of detents. A user who turns from a mark back to it is off by one at most.
    static func usual(_ counted: Int) -> Int {
        let usual = [
            8, 12, 16, 18, 20, 24, 30, 32, 36, 40, 48, 60, 64, 96, 100, 128, 200, 256, 360, 400, 500, 512, 600,
        ]
        if usual.contains(counted) || counted == 15 { return counted }
        return usual.first { abs($0 - counted) == 1 } ?? counted
    }
}

extension EncoderAnalysis {
    /// Finds the two contacts that turned like those of an encoder. A is the one that changes first.
    static func pair(among contacts: [ContactTrace]) -> (a: Int, b: Int)? {
        // Noise on an unconnected line makes many edges too, but they add up to no distance.
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
