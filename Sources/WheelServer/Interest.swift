import WheelCore
import WheelModel
import WheelWire

/// A client's subscription, with controls by index.
struct Interest {
    private let subscription: Subscription
    /// `nil` means all controls.
    private let controls: Set<Int>?
    /// Whether the client gets every line of the batch except `raw`, unchanged: its subscription selects neither
    /// controls nor events, and has neither `interval_ms` nor `text`.
    let isPlain: Bool
    /// Whether the client subscribes to commits and `missed`, perhaps to `controls`, and to nothing else. A program
    /// that stores values does this.
    let isOfCommits: Bool

    init(_ subscription: Subscription = Subscription(), controls names: [String] = []) {
        self.subscription = subscription
        controls = subscription.controls.map { wanted in
            let wanted = Set(wanted)
            return Set(names.indices.filter { wanted.contains(names[$0]) })
        }
        isPlain =
            subscription.controls == nil && subscription.events == nil && subscription.interval == .zero
            && subscription.form != .text
        let events = Set(subscription.events ?? [])
        isOfCommits = events == [.commit, .missed] || events == [.commit, .missed, .controls]
    }

    func renamed(controls names: [String]) -> Interest { Interest(subscription, controls: names) }

    func includes(_ entry: Batch.Entry) -> Bool {
        guard subscription.wants(entry.name) else { return false }
        guard let controls, let control = entry.control else { return true }
        return controls.contains(control)
    }

    func includes(_ subject: WaitingValue.Subject) -> Bool {
        subscription.wants(subject.isPending ? .pending : .value) && controls?.contains(subject.control) ?? true
    }

    var interval: Interval { subscription.interval }
    var form: ValueForm { subscription.form }
    var wantsMissed: Bool { subscription.wants(.missed) }
    var wantsRaw: Bool { subscription.wants(.raw) }
}
