/// When the next frame may be drawn.
struct FrameClock {
    private let intervalMicroseconds: Int64
    private(set) var nextFrame: Int64 = 0

    init(framesPerSecond: Int) {
        intervalMicroseconds = 1_000_000 / Int64(max(framesPerSecond, 1))
    }

    func isTime(_ now: Int64) -> Bool { now >= nextFrame }

    mutating func reset() { nextFrame = 0 }

    /// `paced`: the screen itself says when it can take another. Then a frame may be as early as that allows, else a
    /// clock that runs a little slower than the screen's would miss every second of its frames.
    mutating func hasDrawn(at now: Int64, paced: Bool) {
        nextFrame = now + (paced ? intervalMicroseconds * 3 / 4 : intervalMicroseconds)
    }
}
