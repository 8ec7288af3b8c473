/// Why a peer is not there, for the log: a reason is logged when it is new, and not with each attempt.
package struct Absence {
    private var reasons: [String: String] = [:]

    package init() {}

    /// Whether the last attempt had another reason. `place`: which of several peers.
    package mutating func isNew(_ reason: String, at place: String = "") -> Bool {
        reasons.updateValue(reason, forKey: place) != reason
    }

    package mutating func end() { reasons = [:] }
}
