import WheelCore

/// A contact: a line that is opened here, or a line of an input in the daemon.
struct Contact: Hashable {
    var source: RawSource
    /// "A", "B" or "BUTTON".
    var code: String
}

/// The raw events that answer one prompt.
struct Step {
    /// The events, except those that only report a state.
    private(set) var events: [RawEvent] = []
    private(set) var contacts: [Contact: ContactTrace]
    private(set) var incomplete: Set<RawSource> = []

    /// `levels` states for each contact whether it is closed at the beginning.
    init(levels: [Contact: Bool]) {
        contacts = levels.mapValues { ContactTrace(wasClosed: $0) }
    }

    mutating func append(_ event: RawEvent) {
        switch event.code {
        case "LEVEL_A", "LEVEL_B", "LEVEL_BUTTON":
            let contact = Contact(source: event.source, code: String(event.code.dropFirst("LEVEL_".count)))
            if contacts[contact]?.edges.isEmpty ?? true {
                contacts[contact] = ContactTrace(wasClosed: event.value != 0)
            }
        case "A", "B", "BUTTON":
            let contact = Contact(source: event.source, code: event.code)
            contacts[contact, default: ContactTrace(wasClosed: event.value == 0)]
                .append(isClosed: event.value != 0, at: event.time)
        case "LOST", "SYN_DROPPED": incomplete.insert(event.source)
        default: break
        }
        if !event.isState { events.append(event) }
    }

    /// Whether each contact is closed at the end.
    var levels: [Contact: Bool] { contacts.mapValues(\.isClosed) }

    func events(of source: RawSource) -> [(code: String, value: Int)] {
        events.filter { $0.source == source }.map { ($0.code, $0.value) }
    }

    /// The sources of events, the one with the most events first. Of two sources with equal numbers, the source with
    /// the earlier first event is first.
    var sources: [RawSource] {
        var counts: [RawSource: Int] = [:]
        for event in events { counts[event.source, default: 0] += 1 }
        let first = Dictionary(events.enumerated().map { ($1.source, $0) }, uniquingKeysWith: min)
        return counts.keys.sorted { (counts[$0] ?? 0, first[$1] ?? 0) > (counts[$1] ?? 0, first[$0] ?? 0) }
    }
}
