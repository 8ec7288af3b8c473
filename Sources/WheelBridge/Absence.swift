/// Why a peer is not there, for the log: a reason is said when it is another one than before, and not with each attempt.
package struct Absence {
    private var reasons: [String: String] = [:]

    package init() {}

    /// Whether the reason is not that of the last attempt. `place`: which of several peers.
    package mutating func isNew(_ reason: String, at place: String = "") -> Bool {
        reasons.updateValue(reason, forKey: place) != reason
    }

    /// The peer is there.
    package mutating func end() { reasons = [:] }
}
