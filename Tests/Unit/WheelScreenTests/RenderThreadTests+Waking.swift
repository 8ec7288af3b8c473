import LinuxSystem
import Synchronization
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelScene

@testable import WheelScreen

extension RenderThreadTests {
    @Test func isDarkUntilAHandUsesTheInstrument() throws {
        let thread = try start(
            DisplaySettings(name: "main", framesPerSecond: 500, blankAfter: .milliseconds(80)))
        show(1, on: thread)
        #expect(
            eventually {
                !thread.recordHand(at: MonotonicClock.now) && frames == [1]
            })
        #expect(eventually { screen.record.withLock { $0.darkness }.last == true })
        let count = screen.record.withLock { $0.darkness }.count
        show(2, on: thread)
        pass(milliseconds: 30)
        #expect(frames == [1])
        // Of several events at once, the first lights the display.
        let now = MonotonicClock.now
        #expect([thread.recordHand(at: now), thread.recordHand(at: now)] == [true, false])
        #expect(eventually { frames == [1, 2] })
        #expect(screen.record.withLock { $0.darkness }.dropFirst(count).first == false)
        thread.stop()
    }

    /// A busy screen, such as a terminal that does not read, cannot become dark now. Until it can, the thread sleeps.
    @Test func aBusyScreenThatIsToBeDarkKeepsNothingAwake() throws {
        let thread = try start(
            DisplaySettings(name: "main", framesPerSecond: 500, blankAfter: .milliseconds(80)))
        show(1, on: thread)
        #expect(eventually { frames == [1] })
        screen.isBusy.store(true, ordering: .relaxed)
        pass(milliseconds: 200)
        let checks = screen.busyChecks.load(ordering: .relaxed)
        pass(milliseconds: 200)
        #expect(screen.busyChecks.load(ordering: .relaxed) == checks)
        // When the screen is no longer busy, its descriptor wakes the thread.
        screen.isBusy.store(false, ordering: .relaxed)
        thread.checkScreen()
        #expect(eventually { screen.record.withLock { $0.darkness } == [true] })
        thread.stop()
    }

    /// While a text changes once a second, the thread wakes once a second.
    @Test func aCountdownWakesTheThreadOnceASecond() throws {
        let thread = try start()
        let counting = NumberState.pending(1, until: MonotonicClock.now + .milliseconds(2300))
        thread.show(counting) { $0 = counting }
        #expect(eventually { frames.first == 1 })
        pass(milliseconds: 100)
        let checks = screen.busyChecks.load(ordering: .relaxed)
        pass(milliseconds: 2600)
        let woken = screen.busyChecks.load(ordering: .relaxed) - checks
        // The thread wakes when 2 s, 1 s and 0 s remain, and checks the screen a few times each time.
        #expect((3...20).contains(woken), "woken \(woken)")
        let rest = screen.busyChecks.load(ordering: .relaxed)
        pass(milliseconds: 1500)
        #expect(screen.busyChecks.load(ordering: .relaxed) == rest)
        thread.stop()
    }

    /// The countdown of a control on a page that is not shown does not wake the thread.
    @Test func nothingThatIsHiddenWakesTheThread() throws {
        let screen = FakeScreen()
        let thread = try start(DisplaySettings(name: "main", framesPerSecond: 500), screen)
        let counting = NumberState.pendingElsewhere(until: MonotonicClock.now + .seconds(60))
        thread.show(counting) { $0 = counting }
        #expect(eventually { screen.record.withLock { $0.frames.count } == 1 })
        pass(milliseconds: 300)
        let checks = screen.busyChecks.load(ordering: .relaxed)
        pass(milliseconds: 2200)
        #expect(screen.busyChecks.load(ordering: .relaxed) == checks)
        thread.stop()
    }
}
