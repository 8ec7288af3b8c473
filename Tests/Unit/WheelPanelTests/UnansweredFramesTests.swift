import Testing
import WheelCore

@testable import WheelPanel

@Suite struct UnansweredFramesTests {
    /// Sends a frame whenever one may be sent. The terminal works on each frame for `secondsPerFrame` and then answers,
    /// but does not answer the lost frames. Returns the time of each sent frame, in seconds, and the number of
    /// unanswered frames at that time.
    private static func run(
        secondsPerFrame: Double?, lost: Set<Int> = [], frames count: Int
    ) -> (times: [Double], onTheirWay: [Int]) {
        var frames = UnansweredFrames()
        var now = Instant(microseconds: 1_000_000)
        let start = now
        var answers: [(time: Instant, isLost: Bool)] = []
        var (times, onTheirWay): ([Double], [Int]) = ([], [])
        while times.count < count {
            if frames.deadline == nil {
                times.append((now - start).seconds)
                frames.recordFrame(at: now)
                if let secondsPerFrame {
                    let begin = max(answers.last?.time ?? now, now)
                    answers.append((begin + .seconds(secondsPerFrame), lost.contains(times.count)))
                }
                onTheirWay.append(answers.count)
            }
            guard let deadline = frames.deadline else { continue }
            if let answer = answers.first, answer.time <= deadline {
                now = answer.time
                if !answer.isLost { frames.recordAnswer(at: now) }
                answers.removeFirst()
            } else {
                now = deadline
            }
            frames.wake(at: now)
        }
        return (times, onTheirWay)
    }

    @Test func theNextFrameWaitsForTheAnswer() {
        let (times, onTheirWay) = Self.run(secondsPerFrame: 0.5, frames: 4)
        #expect(times == [0, 0.5, 1, 1.5])
        #expect(onTheirWay == [1, 1, 1, 1])
    }

    @Test(arguments: [4.9, 5.1, 8.0, 20.0, 65.0])
    func framesOfASlowLineDoNotPileUp(_ seconds: Double) {
        let (_, onTheirWay) = Self.run(secondsPerFrame: seconds, frames: 60)
        #expect(onTheirWay.dropFirst(10).allSatisfy { $0 == 1 }, "\(onTheirWay)")
    }

    @Test func aLostAnswerDelaysTwoFrames() {
        let (times, onTheirWay) = Self.run(secondsPerFrame: 0.5, lost: [2], frames: 6)
        #expect(times == [0, 0.5, 5.5, 17, 17.5, 18])
        #expect(onTheirWay.allSatisfy { $0 == 1 })
    }

    @Test func aTerminalThatNeverAnswersGetsFrames() {
        #expect(Self.run(secondsPerFrame: nil, frames: 7).times == [0, 5, 15, 35, 75, 155, 235])
    }
}
