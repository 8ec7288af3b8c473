import Glibc
import LinuxSystem
import Testing
import WheelCore

/// Each test runs in a thread of its own, because it changes the signal mask of its thread.
@Suite struct SignalTests {
    @Test func readsBlockedSignals() throws {
        let findings = Findings()
        try Thread("signals") {
            findings.collect {
                let signals = try SignalDescriptor([.interrupt, .hangup])
                findings.equal(try signals.next(), nil)
                // The signals are sent to this thread: a signal for the whole process could be received by a thread of
                // another test.
                pthread_kill(pthread_self(), SIGINT)
                pthread_kill(pthread_self(), SIGHUP)
                for expected in [Signal.hangup, .interrupt] { findings.equal(try signals.next(), expected) }
                findings.equal(try signals.next(), nil)
            }
        }.join()
        #expect(findings.failures == [])
    }

    @Test func aHandlerEndsAWaitEarly() throws {
        let findings = Findings()
        try Thread("interrupted") {
            findings.collect {
                var action = sigaction()
                action.__sigaction_handler.sa_handler = { _ in }
                sigaction(SIGUSR2, &action, nil)
                SignalMask.unblock([Signal(rawValue: SIGUSR2)])
                let loop = try EventLoop()
                let waiting = pthread_self()
                let begin = MonotonicClock.now
                let thread = try Thread("interrupter") {
                    usleep(20_000)
                    pthread_kill(waiting, SIGUSR2)
                }
                findings.equal(try loop.iterate(wakeAt: begin + .seconds(10)), 0)
                findings.equal(MonotonicClock.now - begin < .seconds(5), true)
                thread.join()
            }
        }.join()
        #expect(findings.failures == [])
    }
}
