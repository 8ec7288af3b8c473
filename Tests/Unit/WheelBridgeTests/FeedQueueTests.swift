import Testing
import WheelCore

@testable import WheelBridge

@Suite struct FeedQueueTests {
    private let now = Instant(microseconds: 1_000_000)

    /// The pedal is released before the presses of the key fill the queue. Its release must not be lost.
    @Test func inAFloodEachButtonEndsAsItWasLeft() {
        var queue = FeedQueue("pad")
        queue.press("pedal", isDown: true, at: now)
        _ = queue.nextRequest()
        queue.press("pedal", isDown: false, at: now)
        for _ in 0..<FedEvent.mostEvents {
            queue.press("key", isDown: true, at: now)
            queue.turn(detents: 1, at: now)
            queue.press("key", isDown: false, at: now)
        }
        queue.press("shift", isDown: true, at: now)
        queue.answered()
        let events = queue.nextRequest()?.fedEvents ?? []
        var ends: [String: Bool] = [:]
        for event in events {
            if case .button(let name?, let isDown) = event.action { ends[name] = isDown }
        }
        #expect(ends == ["pedal": false, "key": false, "shift": true])
        #expect(events.count == FedEvent.mostEvents)
    }

    @Test func aDaemonThatGoesBeforeItAnswersLeavesNothingBehind() {
        var queue = FeedQueue("pad")
        queue.claim()
        queue.press("key", isDown: true, at: now)
        _ = queue.nextRequest()
        queue.turn(detents: 0.999, at: now)
        queue.press("shift", isDown: true, at: now)
        queue.disconnect()
        #expect(queue.nextRequest() == nil)
        // For the next daemon no button is down, so the release is not sent.
        queue.press("key", isDown: false, at: now)
        queue.turn(detents: 0.001, at: now)
        #expect(queue.nextRequest() == nil)
        queue.press("key", isDown: true, at: now)
        #expect(queue.nextRequest()?.fedEvents.map(\.action) == [.button("key", isDown: true)])
    }
}
