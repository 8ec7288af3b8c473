/// The time of the next frame, for a limit of frames per second.
struct FrameClock {
    private let intervalMicroseconds: Int64
    /// The time at which the next frame is due at an exact rate.
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

    /// `paced` is for screens that limit the frame rate themselves. Then a frame may be a little early if the frames
    /// before it were on time: a clock slightly slower than the screen would otherwise miss every second frame. A frame
    /// that the screen delays is made up for by the next one, so both keep the same rate.
    mutating func hasDrawn(at now: Int64, paced: Bool) {
        due = paced ? max(due, now - intervalMicroseconds) + intervalMicroseconds : now + intervalMicroseconds
        nextFrame = paced ? due - intervalMicroseconds / 4 : due
    }
}
