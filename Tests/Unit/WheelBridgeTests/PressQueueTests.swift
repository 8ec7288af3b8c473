import Testing

@testable import WheelBridge

/// In a step `+a` is a press of the button a, `-a` its release, `t` a press without a release, `|` a peer that accepts
/// everything, and `!` a peer that cannot be reached. At the end the peer accepts everything.
@Suite struct PressQueueTests {
    private static func play(_ steps: String, most: Int) -> String {
        var queue = PressQueue<Substring, Substring>(most: most)
        var sent: [Substring] = []
        let take = { (message: Substring) in
            sent.append(message)
            return true
        }
        for step in steps.split(separator: " ") {
            switch step.first {
            case "+": queue.press(step.dropFirst(), step)
            case "-": queue.release(step.dropFirst(), step)
            case "|": _ = queue.send(take)
            case "!": queue.leaveOutPresses()
            default: queue.press(nil, step)
            }
        }
        _ = queue.send(take)
        return sent.joined(separator: " ")
    }

    private static let full = [
        ("+a -a t", "+a -a t"),
        ("+a t t t -a", "+a t t -a"),
        ("+a t t +b -b -a", "+a t t -a"),
        ("+a | t t t t -a -a", "+a t t t -a"),
        ("t t t +a | -a +a -a", "t t t +a -a"),
    ]

    @Test(arguments: full)
    func aReleaseHasRoomAndAPressIsLeftOutWhole(steps: String, sent: String) {
        #expect(PressQueueTests.play(steps, most: 4) == sent)
    }

    private static let away = [
        ("+a -a t !", ""),
        ("+a ! -a", ""),
        ("+a | ! -a", "+a -a"),
        ("+a | -a ! +a ! -a", "+a -a"),
        ("+a | -a +a -a +b ! -b", "+a -a"),
        ("+a | +b ! -b -a +b -b", "+a -a +b -b"),
    ]

    @Test(arguments: away)
    func aPressDoesNotComeTooLateAndAReleaseDoes(steps: String, sent: String) {
        #expect(PressQueueTests.play(steps, most: 100) == sent)
    }

    @Test func whatWasSentIsNotSentAgain() {
        var queue = PressQueue<Int, String>(most: 10)
        queue.press(1, "down")
        queue.release(1, "up")
        queue.removeFirst(1)
        #expect(queue.messages == ["up"])
        queue.removeFirst(5)
        #expect(queue.isEmpty)
    }
}
