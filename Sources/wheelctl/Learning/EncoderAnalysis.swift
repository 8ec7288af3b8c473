import WheelCore

/// The properties of an encoder, computed from its two contacts while it was turned clockwise by one revolution.
///
/// For example: the `EncoderPath` of an encoder has 96 transitions, and the encoder rests with both contacts open. So
/// this encoder has four transitions per detent, `rest` is "open", and there are 24 detents. A count of 23 is rounded
/// to 24, since a hand turns a knob only approximately by one revolution. If A and B are swapped, the path has −96
/// transitions, and the encoder is reversed.
///
/// A hand hesitates between detents, and may turn without resting. So only 80 % of the rests must be at detents, and a
/// turn with too few rests is an error.
struct EncoderAnalysis: Equatable {
    /// The number of transitions; positive if A changes before B.
    var transitions: Int
    var transitionsPerDetent: Int
    var rest: EncoderRest
    var isDetentless: Bool
    /// The counted number of detents per revolution.
    var countedDetents: Int
    /// The counted number, rounded to a usual number of detents if it is off by one.
    var detents: Int
    var longestBounce: Interval
    /// The percentage of changes that bounced.
    var bouncyPercent: Int
    /// The number of lost edges.
    var errors: Int

    var isReversed: Bool { transitions < 0 }

    enum Problem: Error, Equatable {
        case hardlyMoved
        case noRests
    }

    /// `isDetentless` means that the user feels no detents. Then a detent is a whole cycle of the two contacts.
    init(a: ContactTrace, b: ContactTrace, isDetentless: Bool) throws(Problem) {
        let path = EncoderPath(a: a, b: b)
        transitions = path.end
        guard abs(transitions) >= Self.leastTransitions else { throw .hardlyMoved }
        self.isDetentless = isDetentless
        (transitionsPerDetent, rest) = isDetentless ? (4, .any) : try Self.detent(path)
        countedDetents = max(1, (abs(transitions) + transitionsPerDetent / 2) / transitionsPerDetent)
        detents = Self.usual(countedDetents)
        longestBounce = path.longestBounce
        bouncyPercent = path.changes == 0 ? 0 : path.bouncyChanges * 100 / path.changes
        errors = path.errors
    }

    static let leastTransitions = 8
    /// The share of rests that must be at detents.
    private static let leastShare = 0.8

    /// An encoder with 4 transitions per detent rests in the same state of its contacts at every detent. An encoder
    /// with 2 transitions per detent alternates between two opposite states. If the contacts of an encoder with 4
    /// transitions change right at the detents, the encoder rests in two neighbouring states.
    private static func detent(_ path: EncoderPath) throws(Problem) -> (transitions: Int, rest: EncoderRest) {
        let steps = zip(path.rests, path.rests.dropFirst()).map { abs($1 - $0) }.sorted()
        // If the knob has rested fewer than five times, or less often than at every second detent (8 transitions), no
        // conclusion is possible.
        guard steps.count >= 4, steps[steps.count / 2] <= 8 else { throw .noRests }
        func isMost(_ states: EncoderRest...) -> Bool {
            let count = path.restStates.count { states.contains($0) }
            return Double(count) >= leastShare * Double(path.restStates.count)
        }
        for rest in [EncoderRest.open, .closed, .a, .b] where isMost(rest) { return (4, rest) }
        if isMost(.open, .closed) { return (2, .open) }
        if isMost(.a, .b) { return (2, .a) }
        let isTwoStates = isMost(.open, .a) || isMost(.a, .closed) || isMost(.closed, .b) || isMost(.b, .open)
        return (isTwoStates && steps[steps.count / 2] >= 3 ? 4 : 1, .any)
    }

    /// The same encoder after the names of its two lines were exchanged. The sign of `transitions` is kept.
    var withLinesSwapped: EncoderAnalysis {
        var swapped = self
        if transitionsPerDetent == 4 { swapped.rest = rest == .a ? .b : rest == .b ? .a : rest }
        return swapped
    }

    /// Rounds a count that is off by one to a usual number of detents.
    static func usual(_ counted: Int) -> Int {
        let usual = [
            8, 12, 16, 18, 20, 24, 30, 32, 36, 40, 48, 60, 64, 96, 100, 128, 200, 256, 360, 400, 500, 512, 600,
        ]
        if usual.contains(counted) || counted == 15 { return counted }
        return usual.first { abs($0 - counted) == 1 } ?? counted
    }
}

extension EncoderAnalysis {
    /// Finds the two contacts that changed like the contacts of a turned encoder. A is the contact that changes first.
    static func pair(among contacts: [ContactTrace]) -> (a: Int, b: Int)? {
        // Noise on an unconnected line also causes many edges, but their steps cancel out.
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
