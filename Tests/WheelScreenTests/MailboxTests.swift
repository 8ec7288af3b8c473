import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import WheelScreen

@Suite struct MailboxTests {
    @Test func theNewestWins() {
        let mailbox = Mailbox<[Int]>()
        var state: [Int]?
        #expect(!mailbox.take(&state))
        #expect(mailbox.post([]) { $0 = [1] })
        #expect(!mailbox.post([]) { $0 = [2] })
        #expect(!mailbox.isEmpty)
        #expect(mailbox.take(&state))
        #expect(state == [2])
        #expect(mailbox.isEmpty && !mailbox.take(&state))
    }

    @Test func lettersGoToAndFro() {
        let mailbox = Mailbox<[Int]>()
        var state: [Int]?
        var made = 0
        func new() -> [Int] {
            made += 1
            return []
        }
        for number in 0..<100 {
            _ = mailbox.post(new()) { $0 = [number] }
            if number % 3 != 0 { _ = mailbox.take(&state) }
        }
        #expect(state == [98])
        #expect(made <= 3)
    }

    /// Two threads at full speed: what is read is whole, never older than what was read before, and the last arrives.
    @Test func betweenTwoThreads() throws {
        let mailbox = Mailbox<[Int]>()
        let last = 200_000
        let isPosted = Atomic(false)
        let writer = try Thread("writer") {
            for number in 1...last {
                _ = mailbox.post([0, 0, 0, 0]) { state in
                    for index in state.indices { state[index] = number }
                }
            }
            isPosted.store(true, ordering: .releasing)
        }
        var state: [Int]?
        var (newest, torn, older) = (0, 0, 0)
        while newest < last {
            let isAll = isPosted.load(ordering: .acquiring)
            guard mailbox.take(&state), let state else {
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
