import LinuxSystem
import WheelCore

/// Prompts the user for one action after another, and collects the raw events of each.
struct Prompter {
    let listener: RawListener
    /// When this time has passed without another event, the events of a prompt have ended.
    let quiet: Interval
    let show: (String) -> Void
    private(set) var levels: [Contact: Bool] = [:]

    /// The maximum time from a prompt to the end of its events. A device that still sends events after this time sends
    /// them without a hand.
    private static let longest = Interval.seconds(180)

    /// Shows the prompt, and collects events until they end; `nil` if none arrive within `patience`.
    mutating func ask(_ prompt: String, patience: Interval) throws(LearningError) -> Step? {
        // Events from before the prompt are not an answer. Only the levels that they report are used.
        var before = Step(levels: levels)
        for event in try events(within: .milliseconds(10)) where !event.isState || levels.isEmpty {
            before.append(event)
        }
        var step = Step(levels: before.levels)
        show(prompt)
        let start = Instant.now
        var last = start
        while true {
            for event in try events(within: .milliseconds(50)) {
                step.append(event)
                if !event.isState { last = .now }
            }
            let now = Instant.now
            if step.events.isEmpty, now - start > patience { return nil }
            if !step.events.isEmpty, now - last > quiet { break }
            guard now - start < Self.longest else {
                throw .failed(
                    "the events do not end",
                    advice: "another device may send them: name the lines, or the device with --device")
            }
        }
        levels = step.levels
        return step
    }

    private func events(within wait: Interval) throws(LearningError) -> [RawEvent] {
        try listener.events(within: wait).compactMap { if case .event(let event) = $0 { event } else { nil } }
    }
}
