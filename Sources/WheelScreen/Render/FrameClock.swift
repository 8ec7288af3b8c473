import WheelCore

/// The time of the next frame, for a limit of frames per second.
struct FrameClock {
    private let interval: Interval
    /// The time at which the next frame is due if the frames keep exactly to the limit.
    private var due = Instant.distantPast
    private(set) var nextFrame = Instant.distantPast

    init(framesPerSecond: Int) {
        interval = Interval(microseconds: 1_000_000 / Int64(max(framesPerSecond, 1)))
    }

    func isTime(_ now: Instant) -> Bool { now >= nextFrame }

    mutating func reset() {
        due = .distantPast
        nextFrame = .distantPast
    }

    /// `paced` is for screens that limit the frame rate themselves. Such a screen may get a frame a little early if the
    /// frames before it were on time: at a limit of 60 frames per second, a screen with 60.2 Hz would otherwise skip
    /// every second frame. If the screen delays a frame, the next frame is still due at its own time, so the average
    /// rate stays at the limit.
    mutating func hasDrawn(at now: Instant, paced: Bool) {
        due = paced ? max(due + interval, now) : now + interval
        nextFrame = paced ? due + Interval(microseconds: -interval.microseconds / 4) : due
    }
}
