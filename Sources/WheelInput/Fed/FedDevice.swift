import WheelCore
import WheelModel

/// The device of an input of type `client`: a client that has claimed the input and sends its events.
final class FedDevice {
    let client: Int
    /// The size to which contacts are scaled, usually the size of a display.
    var area: Size?
    private(set) var frames: FedFrames
    private let merger: InputMerger
    /// The time of the last event, or of the claim before the first event.
    private var last: Instant

    /// The maximum age of an event at its arrival, according to the event's own time.
    private static let longestDelay = Interval.seconds(1)

    init(
        _ settings: ClientInputSettings, client: Int, buttonNames: [String], merger: InputMerger, at now: Instant
    ) {
        self.client = client
        last = now
        self.merger = merger
        frames = FedFrames(settings, buttonNames: buttonNames, merger: merger)
    }

    var size: Size? { frames.size }

    func resize(to size: Size, at now: Instant) {
        guard frames.resize(to: size) else { return }
        reportSize(at: now)
        merger.send(.surface(TouchSurfaceSize(units: size)), at: now)
    }

    func reportSize(at time: Instant) { frames.reportSize(at: time, merger) }

    func apply(_ event: FedEvent, at now: Instant) {
        last = max(time(of: event, at: now), last)
        frames.apply(event.action, area: area, at: last, merger)
    }

    /// The time of an event. A time that is in the future or too long ago is from another clock, and is replaced by the
    /// current time.
    private func time(of event: FedEvent, at now: Instant) -> Instant {
        guard let seconds = event.seconds else { return now }
        let time = Instant(microseconds: Interval.seconds(seconds).microseconds)
        return time > now || now - time > FedDevice.longestDelay ? now : time
    }

    func lift(at now: Instant) {
        last = max(now, last)
        frames.lift(at: last, merger)
    }

    func renumber(buttonNames: [String]) { frames.renumber(buttonNames: buttonNames, merger) }
}
