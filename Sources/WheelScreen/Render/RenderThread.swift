public import LinuxSystem
import Synchronization
import WheelCanvas
public import WheelCore
public import WheelScene

/// Draws a display in a thread of its own, with its own copy of the state. Inputs and clients never wait for a screen.
///
/// The thread of the daemon's event loop writes the newest state into a triple buffer and wakes the render thread,
/// which draws the state when the screen can accept a frame (`Renderer`). The render thread reports to the loop that a
/// screen was opened, is missing or was lost, and passes on requested pictures and the frames of a remote display.
/// Reports are queued, and a descriptor is readable until the loop has consumed them.
///
/// Only the loop's thread calls these functions. Only `stop` blocks.
public final class RenderThread: Sendable {
    private let states = TripleBuffer<SceneState>()
    let link: RenderLink
    private let isRemote: Bool
    private let blankAfter: Interval

    /// Starts the thread. The thread opens the screen, and opens it again after each error.
    public convenience init(_ settings: DisplaySettings) throws(Errno) {
        let link = try RenderLink()
        try self.init(
            settings, link: link,
            opener: { () throws(ScreenProblem) in try Screens.open(settings, link) }
        ) { () throws(CanvasError) in
            try Painter(settings)
        }
    }

    init(
        _ settings: DisplaySettings, retryInterval: Interval = .seconds(5), link shared: RenderLink? = nil,
        opener: @escaping @Sendable () throws(ScreenProblem) -> any ScreenOutput,
        painter: @escaping @Sendable () throws(CanvasError) -> Painter
    ) throws(Errno) {
        let link: RenderLink
        if let shared { link = shared } else { link = try RenderLink() }
        self.link = link
        isRemote = settings.output.isRemote
        blankAfter = settings.blankAfter
        let states = states
        _ = try Thread("display") {
            do throws(Errno) {
                if let painter = RenderThread.makePainter(painter, retryInterval, link) {
                    try Renderer(settings, opener, painter, states, link).run()
                }
            } catch {
                link.report(.lost("the display's thread ended: \(error)"))
            }
            link.ended.signal()
        }
    }

    /// Makes the painter, which needs a font. A missing font may be installed later without any notification, so the
    /// attempt is repeated every `retryInterval`. Returns `nil` if the thread must end.
    private static func makePainter(
        _ make: () throws(CanvasError) -> Painter, _ retryInterval: Interval, _ link: RenderLink
    ) -> Painter? {
        var reported: String?
        while !link.isEnding.load(ordering: .acquiring) {
            do throws(CanvasError) {
                return try make()
            } catch {
                let reason = error.description
                // The same reason is reported only once.
                if reason != reported { link.report(.waiting(reason)) }
                reported = reason
            }
            let retryAt = MonotonicClock.now + retryInterval
            // A new state also wakes the thread, but stays in the triple buffer until the thread can draw.
            while !link.isEnding.load(ordering: .acquiring), MonotonicClock.now < retryAt {
                link.wake.descriptor.wait(for: .readable, until: retryAt)
                link.wake.clear()
            }
        }
        return nil
    }

    /// Shows a state. `write` changes an earlier state, no matter which, or `new`, and must set every part of the
    /// state.
    public func show(_ new: @autoclosure () -> SceneState, _ write: (inout SceneState) -> Void) {
        // A remote display without a ready watcher needs no wake: a watcher that is added or becomes ready later wakes
        // the thread.
        if states.publish(new(), write), !isRemote || link.watchers.hasReady { link.wake.signal() }
    }

    /// Records that a hand uses the instrument: a dark display shows its picture again.
    ///
    /// Returns whether the display was dark until now. `isDark` alone would also be true for the next events, since the
    /// thread lights the display a little later.
    @discardableResult
    public func recordHand(at now: Instant) -> Bool {
        let last = link.lastHand.exchange(now.microseconds, ordering: .sequentiallyConsistent)
        guard link.isDark.load(ordering: .sequentiallyConsistent) else { return false }
        link.wake.signal()
        return Instant(microseconds: last) + blankAfter <= now
    }

    /// Checks the screen as if devices had been added or removed. Only tests call this function, because the kernel
    /// announces no devices to them.
    func checkScreen() {
        link.needsCheck.store(true, ordering: .releasing)
        link.wake.signal()
    }

    /// Requests a picture, which arrives as a report with this number.
    public func requestPicture(_ number: Int) {
        link.requests.withLock { $0.append(number) }
        link.wake.signal()
    }

    // MARK: Watchers

    /// Adds a watcher of a remote display, with a number that no other watcher ever had. The watcher's frames arrive as
    /// reports: first the whole picture, then the changes. Each further frame is reported after a call of `setReady`.
    public func watch(_ number: Int) {
        link.watchers.add(number)
        link.wake.signal()
    }

    /// Removes a watcher. A frame of this watcher may already be among the reports.
    public func unwatch(_ number: Int) {
        link.watchers.remove(number)
        // A remote display without watchers is never dark. If it is dark now, the thread must light it.
        if link.watchers.isEmpty { link.wake.signal() }
    }

    /// Records that a watcher's frame was sent.
    public func setReady(_ number: Int) {
        if link.watchers.setReady(number) { link.wake.signal() }
    }

    // MARK: Reports

    /// This descriptor is readable while there are reports.
    public var reportDescriptorNumber: Int32 { link.news.descriptor.number }

    public func consumeReports() -> [DisplayReport] {
        link.news.clear()
        return link.reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }

    /// The number of frames shown and the time spent drawing them.
    public var statistics: (frames: Int, microseconds: Int) {
        (link.frames.load(ordering: .relaxed), link.drawingMicroseconds.load(ordering: .relaxed))
    }

    /// Ends the thread, which closes the screen. Returns `false` if the thread did not end within the timeout, for
    /// example because a driver hangs.
    @discardableResult
    public func stop(timeout: Interval = .seconds(2)) -> Bool {
        link.isEnding.store(true, ordering: .releasing)
        link.wake.signal()
        return link.ended.descriptor.wait(
            for: .readable, until: MonotonicClock.now + timeout)
    }
}

/// Everything that the loop's thread and the render thread share, besides the triple buffer.
final class RenderLink: Sendable {
    let wake: EventDescriptor
    let news: EventDescriptor
    let ended: EventDescriptor
    let reports = Mutex<[DisplayReport]>([])
    let requests = Mutex<[Int]>([])
    let watchers = Watchers()
    let isEnding = Atomic(false)
    /// Only tests set this flag (`RenderThread.checkScreen`).
    let needsCheck = Atomic(false)
    let isDark = Atomic(false)
    let lastHand = Atomic<Int64>(MonotonicClock.now.microseconds)
    let frames = Atomic(0)
    let drawingMicroseconds = Atomic(0)

    init() throws(Errno) {
        wake = try EventDescriptor()
        news = try EventDescriptor()
        ended = try EventDescriptor()
    }

    func recordFrame(since start: Instant) {
        frames.wrappingAdd(1, ordering: .relaxed)
        drawingMicroseconds.wrappingAdd(Int((MonotonicClock.now - start).microseconds), ordering: .relaxed)
    }

    func report(_ report: DisplayReport) {
        reports.withLock { $0.append(report) }
        news.signal()
    }
}

/// A message from the render thread to the loop's thread.
public enum DisplayReport: Equatable, Sendable {
    /// The screen with this name was opened. The picture has this size and these measures.
    case attached(String, PixelSize, Measures)
    /// There is no screen or no font yet, for this reason.
    case waiting(String)
    /// The screen was lost, for this reason.
    case lost(String)
    /// The picture that was requested with this number, as a PNG file; `nil` if there is no picture.
    case picture(Int, png: [UInt8]?, PixelSize)
    /// A part of a remote display's picture at this time, for these watchers. `members` is the part of the frame's line
    /// after the member `time` (`PictureFrame`).
    case frame(watchers: [Int], members: [UInt8], at: Instant)
}
