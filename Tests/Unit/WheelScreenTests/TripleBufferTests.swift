import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import WheelScreen

@Suite struct TripleBufferTests {
    @Test func theReaderGetsTheNewestState() {
        let buffer = TripleBuffer<[Int]>()
        var state: [Int]?
        #expect(!buffer.consume(into: &state))
        #expect(buffer.publish([]) { $0 = [1] })
        #expect(!buffer.publish([]) { $0 = [2] })
        #expect(!buffer.isEmpty)
        #expect(buffer.consume(into: &state))
        #expect(state == [2])
        #expect(buffer.isEmpty && !buffer.consume(into: &state))
    }

    @Test func atMostThreeBuffersAreMade() {
        let buffer = TripleBuffer<[Int]>()
        var state: [Int]?
        var made = 0
        func new() -> [Int] {
            made += 1
            return []
        }
        for number in 0..<100 {
            _ = buffer.publish(new()) { $0 = [number] }
            if number % 3 != 0 { _ = buffer.consume(into: &state) }
        }
        #expect(state == [98])
        #expect(made <= 3)
    }

    /// With two threads at full speed, every state that is read is complete and newer than the previous state, and the
    /// last state arrives.
    @Test func twoThreadsAtFullSpeed() throws {
        let buffer = TripleBuffer<[Int]>()
        let last = 200_000
        let isPublished = Atomic(false)
        let writer = try Thread("writer") {
            for number in 1...last {
                _ = buffer.publish([0, 0, 0, 0]) { state in
                    for index in state.indices { state[index] = number }
                }
            }
            isPublished.store(true, ordering: .releasing)
        }
        var state: [Int]?
        var (newest, torn, older) = (0, 0, 0)
        while newest < last {
            let isAll = isPublished.load(ordering: .acquiring)
            guard buffer.consume(into: &state), let state else {
                if isAll { break }
                continue
            }
            if Set(state).count != 1 { torn += 1 }
            if state[0] <= newest { older += 1 }
            newest = state[0]
        }
        writer.join()
        #expect(newest == last && torn == 0 && older == 0)
    }
}
