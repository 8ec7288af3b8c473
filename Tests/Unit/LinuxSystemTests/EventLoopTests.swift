import Glibc
import LinuxSystem
import Testing
import WheelCore

private final class Recorder: EventHandler {
    var heard: [(Registration, Readiness)] = []
    var action: ((Registration, Readiness) throws -> Void)?
    var failure: (any Error)?

    func handle(_ readiness: Readiness, of registration: Registration) {
        heard.append((registration, readiness))
        do { try action?(registration, readiness) } catch { failure = error }
    }
}

/// A handler that retains its loop, while the loop retains the handler: `end` must break this cycle.
private final class Holder: EventHandler {
    private let loop: EventLoop
    private let pipe: DescriptorPair
    private var registration: Registration?

    init(_ loop: EventLoop) throws {
        self.loop = loop
        pipe = try DescriptorPair.pipe()
        registration = try loop.register(pipe.first, for: .readable, self)
    }

    deinit { if let registration { loop.deregister(registration) } }

    func handle(_ readiness: Readiness, of registration: Registration) {}
}

@Suite struct EventLoopTests {
    @Test func aLoopThatEndsLetsItsHandlersGo() throws {
        weak var loop: EventLoop?
        weak var holder: Holder?
        do {
            let made = try EventLoop()
            loop = made
            do {
                let held = try Holder(made)
                holder = held
            }
            // Only the loop retains the holder.
            #expect(holder != nil)
            made.end()
            #expect(holder == nil)
        }
        #expect(loop == nil)
    }

    @Test func callsTheHandlerWithItsReadiness() throws {
        let loop = try EventLoop()
        let pipe = try DescriptorPair.pipe()
        let recorder = Recorder()
        let reader = try loop.register(pipe.first, for: .readable, recorder)
        let writer = try loop.register(pipe.second, for: .writable, recorder)
        #expect(try loop.iterate() == 1)
        #expect(recorder.heard.map { $0.0 } == [writer])

        try loop.change(writer, to: [])
        #expect(try loop.iterate(wakeAt: .distantPast) == 0)
        try pipe.second.write("x")
        #expect(try loop.iterate() == 1)
        #expect(recorder.heard.map { $0.0 } == [writer, reader])
        #expect(recorder.heard.last?.1 == .readable)

        try loop.change(reader, to: [])
        try loop.change(writer, to: .writable)
        #expect(try loop.iterate() == 1)
        #expect(recorder.heard.last?.0 == writer)
    }

    /// The events of two descriptors are in one batch. The first handler deregisters the other descriptor, closes it
    /// and registers a new one, with the number and the table entry of the old one. The new descriptor must not get the
    /// old one's event.
    @Test func dropsStaleEventsOfTheSameBatch() throws {
        let loop = try EventLoop()
        let pipes = [try DescriptorPair.pipe(), try DescriptorPair.pipe()]
        let recorders = [Recorder(), Recorder()]
        let late = Recorder()
        var numbers: [Int32] = []
        var registrations: [Registration] = []
        for (pipe, recorder) in zip(pipes, recorders) {
            try pipe.second.write("x")
            // A high number, so that no concurrent test gets it between close and duplicate.
            let number = fcntl(pipe.first.number, F_DUPFD_CLOEXEC, 700)
            numbers.append(number)
            registrations.append(try loop.register(descriptorNumber: number, for: .readable, recorder))
        }
        let waiting = try DescriptorPair.pipe()
        try waiting.second.write("x")
        var lateRegistration: Registration?
        for (index, recorder) in recorders.enumerated() {
            let other = 1 - index
            recorder.action = { _, _ in
                guard lateRegistration == nil else { return }
                loop.deregister(registrations[other])
                close(numbers[other])
                let number = fcntl(waiting.first.number, F_DUPFD_CLOEXEC, numbers[other])
                #expect(number == numbers[other])
                lateRegistration = try loop.register(descriptorNumber: number, for: .readable, late)
            }
        }
        #expect(try loop.iterate() == 2)
        #expect(recorders.compactMap { $0.failure }.isEmpty)
        #expect(recorders.map { $0.heard.count }.sorted() == [0, 1])
        #expect(late.heard.isEmpty)
        // The next batch has the new descriptor's events.
        try loop.iterate()
        #expect(late.heard.map { $0.0 } == [lateRegistration])
        #expect(lateRegistration.map(registrations.contains) == false)
        lateRegistration.map(loop.deregister)
        // Breaks the reference cycle between the loop and its handlers.
        recorders.forEach { $0.action = nil }
        numbers.forEach { close($0) }
    }
}
