import LinuxSystem
import WheelGeometry
import WheelInput
import WheelModel

/// A contact: a line that is open here, or one of an input's.
struct Contact: Hashable {
    var speaker: Speaker
    var code: String
}

/// What was said while somebody did one thing.
struct Step {
    private(set) var said: [Heard] = []
    private(set) var contacts: [Contact: ContactTrace] = [:]
    /// Of whom the kernel has dropped something.
    private(set) var unheard: Set<Speaker> = []

    /// `levels` are those of the contacts at its beginning.
    init(levels: [Contact: Bool]) {
        contacts = levels.mapValues { ContactTrace(wasClosed: $0) }
    }

    mutating func take(_ heard: Heard) {
        switch heard.code {
        case "LEVEL_A", "LEVEL_B", "LEVEL_BUTTON":
            let contact = Contact(speaker: heard.speaker, code: String(heard.code.dropFirst("LEVEL_".count)))
            if contacts[contact]?.edges.isEmpty ?? true {
                contacts[contact] = ContactTrace(wasClosed: heard.value != 0)
            }
        case "A", "B", "BUTTON":
            let contact = Contact(speaker: heard.speaker, code: heard.code)
            contacts[contact, default: ContactTrace(wasClosed: heard.value == 0)]
                .append(isClosed: heard.value != 0, at: heard.time)
        case "LOST", "SYN_DROPPED": unheard.insert(heard.speaker)
        default: break
        }
        if !heard.isState { said.append(heard) }
    }

    /// The contacts at its end.
    var levels: [Contact: Bool] { contacts.mapValues(\.isClosed) }

    func events(of speaker: Speaker) -> [(code: String, value: Int)] {
        said.filter { $0.speaker == speaker }.map { ($0.code, $0.value) }
    }

    /// Who said anything, the most talkative first.
    var speakers: [Speaker] {
        var counts: [Speaker: Int] = [:]
        for heard in said { counts[heard.speaker, default: 0] += 1 }
        let first = Dictionary(said.enumerated().map { ($1.speaker, $0) }, uniquingKeysWith: min)
        return counts.keys.sorted { (counts[$0] ?? 0, first[$1] ?? 0) > (counts[$1] ?? 0, first[$0] ?? 0) }
    }
}

/// Asks for one thing after another, and hears what is done.
struct Teacher {
    let listeners: Listeners
    let quiet: Interval
    private var levels: [Contact: Bool] = [:]

    init(_ listeners: Listeners, quiet: Interval) {
        self.listeners = listeners
        self.quiet = quiet
    }

    /// Nobody goes on for longer than this: something talks by itself.
    private static let longest = Interval.seconds(180)

    /// Asks, and hears until it has been quiet for a while; `nil` if nothing was done within the patience.
    mutating func ask(_ what: String, patience: Interval) throws(Failure) -> Step? {
        var step = Step(levels: levels)
        // What happened before the question is no answer to it.
        for heard in try listeners.listen(milliseconds: 0) where !heard.isState || levels.isEmpty { step.take(heard) }
        step = Step(levels: step.levels)
        Output.note(what)
        let start = MonotonicClock.nowMicroseconds()
        var last = start
        while true {
            for heard in try listeners.listen(milliseconds: 50) {
                step.take(heard)
                if !heard.isState { last = MonotonicClock.nowMicroseconds() }
            }
            let now = MonotonicClock.nowMicroseconds()
            if step.said.isEmpty, now - start > patience.microseconds { return nil }
            if !step.said.isEmpty, now - last > quiet.microseconds { break }
            guard now - start < Self.longest.microseconds else {
                throw Failure(
                    .refused, "learn", "it does not become quiet",
                    advice: "name the lines, or the device with --device; something else may be talking")
            }
        }
        levels = step.levels
        return step
    }
}
