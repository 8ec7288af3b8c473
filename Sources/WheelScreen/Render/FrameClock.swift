/// When the next frame may be drawn: so many a second at most.
struct FrameClock {
    private let intervalMicroseconds: Int64
    /// When the next frame is due by the count of those before it.
    private var due: Int64 = 0
    private(set) var nextFrame: Int64 = 0

    init(framesPerSecond: Int) {
        intervalMicroseconds = 1_000_000 / Int64(max(framesPerSecond, 1))
    }

    func isTime(_ now: Int64) -> Bool { now >= nextFrame }

    mutating func reset() {
        due = 0
        nextFrame = 0
    }

    /// `paced`: the screen itself says when it can take another. Then a frame may be a little early, if those before it
    /// were not: a clock that runs a little slower than the screen's would miss every second of its frames. And what
    /// the screen makes late is made up by the next one, so that both keep to the same rate.
    mutating func hasDrawn(at now: Int64, paced: Bool) {
        due = paced ? max(due, now - intervalMicroseconds) + intervalMicroseconds : now + intervalMicroseconds
        nextFrame = paced ? due - intervalMicroseconds / 4 : due
    }
}
