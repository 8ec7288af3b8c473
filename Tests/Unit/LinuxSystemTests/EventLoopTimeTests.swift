import CAllocationCounter
import Glibc
import Testing
import WheelCore

@testable import LinuxSystem

/// Serialized, so that its tests, which measure time, do not delay one another.
@Suite(.serialized) struct EventLoopTimeTests {
    @Test(arguments: [0, 200, 1500, 20_300].map(Interval.init))
    func wakesAtTheDeadline(interval: Interval) throws {
        let loop = try EventLoop()
        var latest: [Interval] = []
        for _ in 0..<20 {
            let deadline = MonotonicClock.now + interval
            #expect(try loop.iterate(wakeAt: deadline) == 0)
            let late = MonotonicClock.now - deadline
            #expect(late >= .zero)
            latest.append(late)
        }
        // The shortest delay of twenty counts, because the machine may be busy. A wait in whole milliseconds would be
        // 700 µs late at 20.3 ms.
        #expect(try #require(latest.min()) < Interval(microseconds: 500))
    }

    /// The loop pauses at times. Without these pauses, a thread with a descriptor that is always ready would never
    /// sleep, and would lose real-time scheduling.
    @Test func aLoopThatAlwaysHasWorkSleepsForAMoment() throws {
        let loop = try EventLoop()
        let event = try EventDescriptor()
        event.signal()
        let registration = try loop.register(event.descriptor, for: .readable, Idler())
        defer { loop.deregister(registration) }
        func sleeps() throws -> Int {
            let before = try voluntarySwitches
            let end = MonotonicClock.now + .milliseconds(100)
            while MonotonicClock.now < end { #expect(try loop.iterate() == 1) }
            return try voluntarySwitches - before
        }
        loop.longestRun = .milliseconds(5)
        // On a busy machine this thread may run for only a few of the 100 ms, or for none, so the measurement is
        // repeated.
        var slept = 0
        for _ in 0..<50 where slept < 2 { slept += try sleeps() }
        #expect(slept >= 2)
    }

    /// How often this thread has slept or waited.
    private var voluntarySwitches: Int {
        get throws {
            let file = try Descriptor.open("/proc/thread-self/status", .read)
            let lines = String(decoding: try file.readAll(), as: UTF8.self).split(separator: "\n")
            let line = try #require(lines.first { $0.hasPrefix("voluntary_ctxt_switches:") })
            return try #require(line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) })
        }
    }

    private final class Idler: EventHandler {
        func handle(_ readiness: Readiness, of registration: Registration) {}
    }

    /// Without epoll_pwait2 the loop waits in whole milliseconds.
    @Test(arguments: [0, 1, 999, 1000, 1001, 2500].map(Interval.init))
    func waitInMillisecondsIsNotTooShort(interval: Interval) throws {
        var epoll = try Epoll(capacity: 1, hasPreciseWait: false)
        for _ in 0..<20 {
            let begin = MonotonicClock.now
            let count = try epoll.wait(timeout: interval)
            #expect(count == 0)
            // One microsecond less, because both readings of the clock are rounded down.
            #expect((MonotonicClock.now - begin).microseconds >= interval.microseconds - 1)
        }
    }

    @Test func aDeadlineInThePastDoesNotWait() throws {
        let loop = try EventLoop()
        let begin = MonotonicClock.now
        for time in [begin.microseconds - 1, 0, -1, .min] {
            #expect(try loop.iterate(wakeAt: Instant(microseconds: time)) == 0)
        }
        #expect(MonotonicClock.now - begin < .seconds(1))
    }

    @Test func isWokenFromAnotherThread() throws {
        let loop = try EventLoop()
        let event = try EventDescriptor()
        let handler = Clearing(event)
        let registration = try loop.register(event.descriptor, for: .readable, handler)
        let thread = try Thread("waker") {
            usleep(20_000)
            event.signal()
            event.signal()
        }
        #expect(try loop.iterate(wakeAt: MonotonicClock.now + .seconds(10)) == 1)
        #expect(handler.count == 1)
        thread.join()
        // If the second signal arrived after the first was cleared, it causes a second event. There is no third one.
        try loop.iterate(wakeAt: .distantPast)
        #expect(try loop.iterate(wakeAt: MonotonicClock.now + .milliseconds(1)) == 0)
        loop.deregister(registration)
    }

    @Test func allocatesNothing() throws {
        guard allocations_are_counted() else { return }
        let loop = try EventLoop()
        let first = try EventDescriptor()
        let second = try EventDescriptor()
        let handlers = [Clearing(first), Clearing(second)]
        let registrations = [
            try loop.register(first.descriptor, for: .readable, handlers[0]),
            try loop.register(second.descriptor, for: .readable, handlers[1]),
        ]
        // Created outside the counted part: without the optimiser, an option set literal allocates an array.
        let wider: Readiness = [.readable, .peerClosed]
        func iterate() throws {
            first.signal()
            second.signal()
            try loop.iterate(wakeAt: MonotonicClock.now + .seconds(1))
            try loop.change(registrations[0], to: wider)
            try loop.change(registrations[0], to: .readable)
        }
        try iterate()
        let before = allocations_of_this_thread()
        for _ in 0..<1000 { try iterate() }
        #expect(allocations_of_this_thread() - before == 0)
        #expect(handlers.map { $0.count } == [1001, 1001])
    }

    @Test func makesOneSystemCallPerIteration() {
        let trace = Helper.trace(["iterate", "5"])
        #expect(trace.status == 0)
        let calls = Set(trace.calls)
        #expect(trace.calls.count == 5 && (calls == ["epoll_pwait2"] || calls == ["epoll_wait"]), "\(trace.calls)")
    }
}

private final class Clearing: EventHandler {
    let event: EventDescriptor
    var count = 0

    init(_ event: EventDescriptor) { self.event = event }

    func handle(_ readiness: Readiness, of registration: Registration) {
        event.clear()
        count += 1
    }
}
