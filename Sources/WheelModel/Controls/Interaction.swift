import WheelCore

/// An interaction opens with the first change of a value and ends with exactly one commit.
///
/// A finger, a knob, a client or a ramp whose move is not finished holds the interaction. The interaction ends when the
/// last hold is released or expires. For example, a finger drags a value that a knob has just turned. When the finger
/// lifts, the value is not committed yet: the knob's hold lasts until `commit_after_ms` after its last detent. When the
/// knob's hold expires, `closeIfReleased` returns true, once, and the commit has the source of the last move.
///
/// A draft has an interaction of its own, which is open while the draft waits to be applied.
package struct Interaction: Sendable {
    private(set) var isOpen = false
    /// The source of the last move, which the commit reports as its source.
    private(set) var lastSource = Source.restore
    private var holds: [Hold] = []

    package enum Holder: Equatable, Sendable {
        /// The hold lasts until the finger lifts.
        case finger(surface: Int, id: Int)
        /// The hold lasts until the tap can no longer become part of a double tap.
        case tap(surface: Int)
        /// The hold lasts until `commitAfter` after the last detent, including detents that scrub a ramp.
        case encoder(input: Int)
        /// The hold lasts until `commitAfter` after the last turn of the client.
        case clientTurn(Int)
        /// The hold lasts until the client commits or disconnects, but not longer than ten seconds after its last
        /// request.
        case client(Int)
        /// The hold lasts while the ramp runs.
        case ramp
        /// The hold lasts until `commitAfter` after the last scrub of a client.
        case scrub
        /// The hold of a draft, which lasts until `confirmTimeout` after the last move, or until the draft is applied
        /// or dropped.
        case confirmation
    }

    init() {
        holds.reserveCapacity(8)
    }

    var isHeld: Bool { !holds.isEmpty }

    /// When the first hold expires; `nil` if none expires.
    var deadline: Instant? { holds.lazy.compactMap { $0.until }.min() }

    /// When the last hold expires; `nil` if the interaction has no hold, or a hold that does not expire.
    var lastDeadline: Instant? {
        holds.contains { $0.until == nil } ? nil : holds.lazy.compactMap { $0.until }.max()
    }

    mutating func change(by source: Source) {
        isOpen = true
        lastSource = source
    }

    /// Adds a hold. If the holder already holds the interaction, only the time of its hold changes.
    mutating func hold(_ hold: Hold) {
        if let index = holds.firstIndex(where: { $0.holder == hold.holder }) {
            holds[index].until = hold.until
        } else {
            holds.append(hold)
        }
    }

    func isHeld(by holder: Holder) -> Bool { holds.contains { $0.holder == holder } }

    /// Whether a hand holds the interaction. If so, a request with `unless: editing` is refused.
    var isInHand: Bool {
        holds.contains {
            switch $0.holder {
            case .finger, .tap, .encoder: true
            case .clientTurn, .client, .ramp, .scrub, .confirmation: false
            }
        }
    }

    mutating func release(_ holder: Holder) { holds.removeAll { $0.holder == holder } }

    /// Releases the holds that end at a button press or at the command `commit`: those of knobs, of clients, and of
    /// scrubs by clients.
    mutating func releaseAtPress() {
        holds.removeAll {
            switch $0.holder {
            case .encoder, .clientTurn, .client, .scrub: true
            case .finger, .tap, .ramp, .confirmation: false
            }
        }
    }

    mutating func releaseAll() { holds.removeAll(keepingCapacity: true) }

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

/// A holder, and the time until which it keeps an interaction open.
struct Hold: Sendable {
    var holder: Interaction.Holder
    /// The time at which the hold expires; `nil` for a hold that lasts until it is released.
    var until: Instant?
}
