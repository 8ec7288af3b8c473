import WheelCore

/// The interaction of a control: it opens at the first change and ends with exactly one commit.
package struct Interaction: Sendable {
    private(set) var isOpen = false
    /// The source of the last move. The commit carries it.
    private(set) var lastSource = Source.restore
    private var holds: [Hold] = []

    /// A holder keeps the interaction open.
    package enum Holder: Equatable, Sendable {
        /// Until the finger lifts.
        case finger(surface: Int, id: Int)
        /// Until it is certain that the tap is not the first of a double tap.
        case tap(surface: Int)
        /// Until `commitAfter` after its last detent; also while the detents scrub a ramp.
        case encoder(input: Int)
        /// Until `commitAfter` after the last detent of the client's turn.
        case clientTurn(Int)
        /// Until its commit or its disconnection, for at most ten seconds.
        case client(Int)
        /// While the ramp runs.
        case ramp
        /// A scrub by a client: until `commitAfter` after the last move.
        case scrub
        /// Of a draft: while it waits to be applied, until it is dropped.
        case confirmation
    }

    init() {
        holds.reserveCapacity(8)
    }

    var isHeld: Bool { !holds.isEmpty }

    /// The next time at which a hold expires.
    var deadline: Instant? {
        guard !holds.isEmpty else { return nil }
        var earliest: Instant?
        for hold in holds {
            guard let until = hold.until else { continue }
            earliest = earliest.map { min($0, until) } ?? until
        }
        return earliest
    }

    /// The time at which the last hold expires; `nil` if nothing holds it, or one hold has no end.
    var lastDeadline: Instant? {
        var latest: Instant?
        for hold in holds {
            guard let until = hold.until else { return nil }
            latest = latest.map { max($0, until) } ?? until
        }
        return latest
    }

    mutating func change(by source: Source) {
        isOpen = true
        lastSource = source
    }

    /// Keeps an open interaction open. If the holder exists already, only its end time changes.
    mutating func hold(_ hold: Hold) {
        if let index = holds.firstIndex(where: { $0.holder == hold.holder }) {
            holds[index].until = hold.until
        } else {
            holds.append(hold)
        }
    }

    func isHeld(by holder: Holder) -> Bool { holds.contains { $0.holder == holder } }

    /// Whether a hand (a finger or an encoder) holds it. `unless: editing` tests this.
    var isInHand: Bool {
        holds.contains {
            switch $0.holder {
            case .finger, .tap, .encoder: true
            case .clientTurn, .client, .ramp, .scrub, .confirmation: false
            }
        }
    }

    mutating func release(_ holder: Holder) { holds.removeAll { $0.holder == holder } }

    /// Releases the holds that a press or a commit request ends: those of encoders, scrubs and clients.
    mutating func releaseAtPress() {
        holds.removeAll {
            switch $0.holder {
            case .encoder, .clientTurn, .client, .scrub: true
            case .finger, .tap, .ramp, .confirmation: false
            }
        }
    }

    mutating func releaseAll() { holds.removeAll(keepingCapacity: true) }

    /// Releases the holds that have expired by `time`.
    mutating func expire(at time: Instant) {
        holds.removeAll { hold in hold.until.map { $0 <= time } ?? false }
    }

    /// Closes the interaction if it has no holder. Returns true once, when the commit is due.
    mutating func closeIfReleased() -> Bool {
        guard isOpen, holds.isEmpty else { return false }
        isOpen = false
        return true
    }
}

/// A holder that keeps an interaction open.
struct Hold: Sendable {
    var holder: Interaction.Holder
    /// `nil`: until it is released explicitly.
    var until: Instant?
}
