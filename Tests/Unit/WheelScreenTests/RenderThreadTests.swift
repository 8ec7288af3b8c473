import LinuxSystem
import Synchronization
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelScene

@testable import WheelScreen

@Suite(.serialized) struct RenderThreadTests {
    let screen = FakeScreen()

    func start(_ settings: DisplaySettings = DisplaySettings(name: "main", framesPerSecond: 500)) throws
        -> RenderThread
    {
        try start(settings, screen)
    }

    func start(_ settings: DisplaySettings, _ screen: FakeScreen) throws -> RenderThread {
        try RenderThread(settings, opener: { () throws(ScreenProblem) in try screen.open() }) {
            () throws(CanvasError) in
            try Painter(settings)
        }
    }

    func show(_ number: Int, jumps: UInt32 = 0, on thread: RenderThread) {
        let state = NumberState.of(number, jumps: jumps)
        thread.show(state) { $0 = state }
    }

    /// Waits until the condition holds, for two seconds at most.
    func eventually(_ condition: () -> Bool) -> Bool {
        let end = MonotonicClock.now + .seconds(2)
        while MonotonicClock.now < end {
            if condition() { return true }
            pass(milliseconds: 1)
        }
        return false
    }

    func pass(milliseconds: Int64) {
        guard let never = try? EventDescriptor() else { return }
        never.descriptor.wait(
            for: .readable, until: MonotonicClock.now + .milliseconds(milliseconds))
    }

    var frames: [Int] { screen.record.withLock { $0.frames } }

    /// The thread of the loop needs the measures of the picture to find what a finger touches.
    @Test func reportsTheMeasuresOfThePicture() throws {
        let size = PixelSize(width: 800, height: 480)
        screen.size.withLock { $0 = size }
        screen.millimetres.withLock { $0 = Size(width: 100, height: 60) }
        let thread = try start(DisplaySettings(name: "main", distance: 1.2))
        let expected = Measures(
            picture: Size(width: 800, height: 480), reported: Size(width: 100, height: 60), distance: 1.2)
        #expect(expected.pixelsPerMillimetre == 16)
        #expect(eventually { thread.consumeReports() == [.attached("fake", size, expected)] })
        thread.stop()
    }

    /// A framebuffer may have more pixels on a side than a picture may have.
    @Test func aScreenThatIsTooLargeIsAProblem() throws {
        let screen = FakeScreen()
        screen.size.withLock { $0 = PixelSize(width: 16_400, height: 8) }
        let thread = try start(DisplaySettings(name: "main"), screen)
        #expect(
            eventually {
                thread.consumeReports() == [.lost("fake: 16400×8 pixels are too many, at most 16384 on a side")]
            })
        #expect(thread.stop())
    }

    @Test func drawsOnlyChanges() throws {
        let thread = try start()
        #expect(eventually { screen.record.withLock { $0.opened } == 1 })
        #expect(
            eventually {
                thread.consumeReports() == [.attached("fake", PixelSize(width: 64, height: 48), .usual(64, 48))]
            }
        )
        pass(milliseconds: 20)
        #expect(frames == [])
        show(5, on: thread)
        #expect(eventually { frames == [5] })
        show(5, on: thread)
        pass(milliseconds: 20)
        #expect(frames == [5])
        // A value that a hand turns is shown without a motion.
        show(95, on: thread)
        #expect(eventually { frames == [5, 95] })
        pass(milliseconds: 20)
        #expect(thread.statistics.frames == 2)
        #expect(thread.stop())
        #expect(screen.record.withLock { $0.closed } == 1)
    }

    /// A motion takes 250 ms, and each of its frames is drawn.
    @Test func aPictureMoves() throws {
        let screen = FakeScreen()
        let thread = try start(DisplaySettings(name: "main", framesPerSecond: 500), screen)
        show(5, on: thread)
        #expect(eventually { screen.record.withLock { $0.frames.count } == 1 })
        show(95, jumps: 1, on: thread)
        #expect(eventually { screen.record.withLock { $0.frames.count } > 7 })
        pass(milliseconds: 400)
        let count = screen.record.withLock { $0.frames.count }
        pass(milliseconds: 20)
        #expect(screen.record.withLock { $0.frames.count } == count)
        #expect(thread.statistics.frames == count)
        #expect(thread.stop())
    }

    @Test func aSlowScreenGetsOnlyTheNewestState() throws {
        screen.blocksMicroseconds.store(100_000, ordering: .relaxed)
        let thread = try start()
        show(1, on: thread)
        #expect(eventually { frames == [1] })
        for number in 2...90 { show(number, on: thread) }
        #expect(eventually { frames == [1, 90] })
        #expect(thread.stop())
    }

    @Test func framesKeepTheirInterval() throws {
        let screen = FakeScreen()
        let thread = try start(DisplaySettings(name: "main", framesPerSecond: 20), screen)
        show(1, on: thread)
        #expect(eventually { screen.record.withLock { $0.frames.count } == 1 })
        show(95, jumps: 1, on: thread)
        #expect(eventually { screen.record.withLock { $0.frames.count } > 4 })
        let times = screen.record.withLock { $0.frameTimes }
        #expect(times[times.count - 1] - times[1] > .milliseconds(Int64(times.count - 2) * 45))
        thread.stop()
    }

    @Test func aLostScreenIsReportedAndOpenedAgain() throws {
        let thread = try start()
        show(3, on: thread)
        #expect(eventually { frames == [3] })
        _ = thread.consumeReports()
        screen.problem.withLock { $0 = .taken("somebody has it") }
        thread.checkScreen()
        #expect(eventually { thread.consumeReports() == [.lost("somebody has it")] })
        #expect(screen.record.withLock { $0.closed } == 1)
        screen.problem.withLock { $0 = nil }
        show(4, on: thread)
        pass(milliseconds: 100)
        #expect(frames == [3])
        // The screen is opened again two seconds after its loss.
        pass(milliseconds: 1000)
        #expect(eventually { frames == [3, 4] })
        #expect(thread.consumeReports() == [.attached("fake", PixelSize(width: 64, height: 48), .usual(64, 48))])
        thread.stop()
    }

    @Test func aReasonIsReportedOnce() throws {
        screen.problem.withLock { $0 = .failed(SystemError("open", "/dev/fake", .accessDenied)) }
        let thread = try start()
        #expect(
            eventually { thread.consumeReports() == [.waiting("open /dev/fake: EACCES (Permission denied)")] })
        pass(milliseconds: 2300)
        #expect(thread.consumeReports() == [])
        thread.stop()
    }

    @Test func aFontThatIsInstalledLaterIsUsed() throws {
        let screen = screen
        let font = CanvasError.font(path: "/f.ttf", reason: "cannot be opened")
        let missing = MissingFont()
        let thread = try RenderThread(
            DisplaySettings(name: "main", framesPerSecond: 500), retryInterval: .milliseconds(50),
            opener: { () throws(ScreenProblem) in try screen.open() },
            painter: { () throws(CanvasError) in
                if missing.isMissing { throw font }
                return try Painter(DisplaySettings(name: "main"))
            })
        show(7, on: thread)
        #expect(eventually { thread.consumeReports() == [.waiting("font /f.ttf: cannot be opened")] })
        pass(milliseconds: 200)
        #expect(thread.consumeReports() == [], "told once")
        missing.isMissing = false
        #expect(eventually { frames == [7] })
        #expect(thread.consumeReports() == [.attached("fake", PixelSize(width: 64, height: 48), .usual(64, 48))])
        #expect(thread.stop())
    }

    @Test func aThreadWithoutAFontCanBeStopped() throws {
        let screen = screen
        let thread = try RenderThread(
            DisplaySettings(name: "main"), opener: { () throws(ScreenProblem) in try screen.open() },
            painter: { () throws(CanvasError) in throw .font(path: "/f.ttf", reason: "cannot be opened") })
        #expect(eventually { !thread.consumeReports().isEmpty })
        #expect(thread.stop())
    }

    @Test func aNewSizeIsDrawnInFull() throws {
        let thread = try start()
        show(7, on: thread)
        #expect(eventually { frames == [7] })
        _ = thread.consumeReports()
        screen.size.withLock { $0 = PixelSize(width: 32, height: 20) }
        thread.checkScreen()
        #expect(eventually { frames == [7, 7] })
        #expect(thread.consumeReports() == [.attached("fake", PixelSize(width: 32, height: 20), .usual(32, 20))])
        thread.stop()
    }

    @Test func aHangingScreenDelaysNoCall() throws {
        screen.blocksMicroseconds.store(500_000, ordering: .relaxed)
        let thread = try start()
        show(1, on: thread)
        #expect(eventually { screen.record.withLock { $0.opened } == 1 })
        let states = [NumberState.of(2), NumberState.of(3)]
        var longest = Interval.zero
        for number in 0..<20_000 {
            let start = MonotonicClock.now
            thread.show(states[0]) { $0 = states[number & 1] }
            longest = max(longest, MonotonicClock.now - start)
        }
        print("the longest of 20000 posts took \(longest.microseconds) µs")
        #expect(longest < .milliseconds(100))
        #expect(!thread.stop(timeout: .milliseconds(1)))
        #expect(thread.stop())
    }
}

/// Whether a font is missing. The test's thread sets it and the render thread reads it.
private final class MissingFont: Sendable {
    private let state = Atomic(true)

    var isMissing: Bool {
        get { state.load(ordering: .acquiring) }
        set { state.store(newValue, ordering: .releasing) }
    }
}
