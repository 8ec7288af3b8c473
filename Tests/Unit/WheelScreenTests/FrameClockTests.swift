import Testing
import WheelCore

@testable import WheelScreen

@Suite struct FrameClockTests {
    /// The number of frames during a motion, on a screen that accepts about 60 frames per second by a slightly
    /// different clock.
    @Test(arguments: [10, 24, 30, 45, 50, 59, 60, 61, 75, 90, 120, 240], [59.9, 60, 60.1])
    func frames(most: Int, of screen: Double) {
        var clock = FrameClock(framesPerSecond: most)
        var drawn = 0
        let seconds = 20
        for refresh in 0..<Int(screen * Double(seconds)) {
            let now = Instant(microseconds: 5_000_000) + .seconds(Double(refresh) / screen)
            guard clock.isTime(now) else { continue }
            drawn += 1
            clock.hasDrawn(at: now, paced: true)
        }
        let rate = Double(drawn) / Double(seconds)
        let expected = min(Double(most), screen)
        #expect(rate <= Double(most) + 0.2 && (rate - expected).magnitude < 0.4, "\(rate) a second")
    }

    /// If the screen does not limit the rate, frames are at least the interval apart.
    @Test func framesKeepTheirInterval() {
        var clock = FrameClock(framesPerSecond: 50)
        var drawn: [Instant] = []
        for now in stride(from: 1_000_000, to: 2_000_000, by: 700).map({ Instant(microseconds: $0) })
        where clock.isTime(now) {
            drawn.append(now)
            clock.hasDrawn(at: now, paced: false)
        }
        #expect(drawn.count > 45 && zip(drawn, drawn.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(20) })
    }

    /// After a pause the first frame is drawn at once, and at most one more frame is early.
    @Test func framesAfterAPause() {
        var clock = FrameClock(framesPerSecond: 10)
        clock.hasDrawn(at: Instant(microseconds: 1_000_000), paced: true)
        #expect(clock.isTime(Instant(microseconds: 60_000_000)))
        clock.hasDrawn(at: Instant(microseconds: 60_000_000), paced: true)
        clock.hasDrawn(at: Instant(microseconds: 60_016_667), paced: true)
        #expect(!clock.isTime(Instant(microseconds: 60_050_000)))
        clock.reset()
        #expect(clock.isTime(Instant(microseconds: 0)))
    }
}
