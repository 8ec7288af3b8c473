import WheelGeometry

/// Who has a hand on a control, from the first change to the one commit.
struct Interaction: Sendable {
    private(set) var isOpen = false
    /// Who moved last; the commit names it.
    private(set) var lastSource = Source.restore
    private var holds: [Hold] = []

    /// Somebody who keeps the interaction open.
    enum Holder: Equatable, Sendable {
        /// Until it lifts.
        case finger(surface: Int, id: Int)
        /// Until what might be a double tap's first tap is known to be none.
        case tap(surface: Int)
        /// Until `commitAfter` after its last detent, also where that scrubs a ramp.
        case encoder(input: Int)
        /// Until `commitAfter` after the last detent that it turned.
        case clientTurn(Int)
        /// Until its commit, its disconnect, or ten seconds.
        case client(Int)
        /// While it runs.
        case ramp
        /// Of a client: until `commitAfter` after the last move.
        case scrub
    }

    private struct Hold {
        var holder: Holder
        /// `nil`: until it is released.
        var until: Instant?
    }

    init() {
        holds.reserveCapacity(8)
    }

    var isHeld: Bool { !holds.isEmpty }

    /// The next moment at which a hold runs out.
    var deadline: Instant? {
        guard !holds.isEmpty else { return nil }
        var earliest: Instant?
        for hold in holds {
            guard let until = hold.until else { continue }
            earliest = earliest.map { min($0, until) } ?? until
        }
        return earliest
    }

    /// Notes a change by `source`, which `holder` keeps open.
    mutating func change(by source: Source, holder: Holder, until: Instant?) {
        isOpen = true
        lastSource = source
        hold(holder, until: until)
    }

    /// Notes a change that nobody holds open.
    mutating func change(by source: Source) {
        isOpen = true
        lastSource = source
    }

    /// Keeps an open interaction open; a hold that is already there gets the new end.
    mutating func hold(_ holder: Holder, until: Instant?) {
        if let index = holds.firstIndex(where: { $0.holder == holder }) {
            holds[index].until = until
        } else {
            holds.append(Hold(holder: holder, until: until))
        }
    }

    func isHeld(by holder: Holder) -> Bool { holds.contains { $0.holder == holder } }

    /// Whether a hand (a finger or an encoder) holds it, as `unless: editing` asks.
    var isInHand: Bool {
        holds.contains {
            switch $0.holder {
            case .finger, .tap, .encoder: true
            case .clientTurn, .client, .ramp, .scrub: false
            }
        }
    }

    mutating func release(_ holder: Holder) { holds.removeAll { $0.holder == holder } }

    /// Releases what a press or a commit request ends: the holds of encoders, scrubs and clients.
    mutating func releaseAtPress() {
        holds.removeAll {
            switch $0.holder {
            case .encoder, .clientTurn, .client, .scrub: true
            case .finger, .tap, .ramp: false
            }
        }
    }

    mutating func releaseAll() { holds.removeAll(keepingCapacity: true) }

    /// Releases the holds that have run out by `time`.
    mutating func expire(at time: Instant) {
        holds.removeAll { hold in hold.until.map { $0 <= time } ?? false }
    }

    /// Closes the interaction when nobody holds it any more; true once, when a commit is due.
    mutating func closeIfReleased() -> Bool {
        guard isOpen, holds.isEmpty else { return false }
        isOpen = false
        return true
    }
}
