import WheelGeometry
import WheelModel
import WheelProtocol

/// A client's subscription, with controls by index.
struct Interest {
    private let subscription: Subscription
    private var events = EventSet.allButRaw
    /// `nil` is all controls.
    private var controls: Set<Int>?
    private(set) var interval = Interval.zero
    private(set) var wantsText = false

    /// Whether it is the default: every event but `raw`, without delay and without `text`.
    private(set) var isPlain = true

    init() { subscription = Subscription() }

    init(_ subscription: Subscription, controls names: [String]) {
        self.subscription = subscription
        events = subscription.eventSet
        controls = subscription.controls.map { wanted in
            Set(names.indices.filter { wanted.contains(names[$0]) })
        }
        interval = subscription.interval
        wantsText = subscription.text
        isPlain = subscription == Subscription()
    }

    /// The same subscription after a reload, when controls have other indices.
    func renamed(controls names: [String]) -> Interest { Interest(subscription, controls: names) }

    func includes(_ entry: Bulletin.Entry) -> Bool {
        guard events.contains(entry.name) else { return false }
        guard let controls, let control = entry.control else { return true }
        return controls.contains(control)
    }

    func includes(valueOf control: Int) -> Bool { events.contains(.value) && controls?.contains(control) ?? true }

    var wantsMissed: Bool { events.contains(.missed) }
    var wantsRaw: Bool { events.contains(.raw) }
}
