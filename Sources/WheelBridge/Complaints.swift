import LinuxSystem

/// Logs each kind of complaint once, so that a peer that floods does not flood the log as well.
package struct Complaints<Kind: Hashable> {
    private var known: Set<Kind> = []

    package init() {}

    /// Logs the text if it is the first complaint of its kind. Returns whether it was.
    @discardableResult
    package mutating func add(_ kind: Kind, _ text: @autoclosure () -> String) -> Bool {
        guard known.insert(kind).inserted else { return false }
        Log.warning(text())
        return true
    }

    /// The cause is over: the next complaint of this kind is logged again.
    package mutating func reset(_ kind: Kind) { known.remove(kind) }
}
