public import LinuxSystem
import Synchronization
public import WheelCanvas
public import WheelSettings

/// Draws a display in a thread of its own, with its own copy of the state: however slow a screen is, no input and no
/// client waits for it.
///
/// All of this may be called by the loop's thread, and none of it ever waits but `stop`.
public final class RenderThread<P: Painter>: Sendable {
    private let mailbox = Mailbox<P.State>()
    private let post: RenderPost

    /// Starts it. It opens the display's screen by itself, again and again where it must.
    public convenience init(_ settings: DisplaySettings, painter: @escaping @Sendable () throws(CanvasError) -> P)
        throws(Errno)
    {
        try self.init(settings, opener: { () throws(ScreenProblem) in try Screens.open(settings) }, painter: painter)
    }

    init(
        _ settings: DisplaySettings, retryMicroseconds: Int64 = 5_000_000,
        opener: @escaping @Sendable () throws(ScreenProblem) -> any Output,
        painter: @escaping @Sendable () throws(CanvasError) -> P
    ) throws(Errno) {
        let post = try RenderPost()
        self.post = post
        let mailbox = mailbox
        _ = try Thread("display") {
            do throws(Errno) {
                if let artist = try RenderThread.artist(painter, retryMicroseconds, post) {
                    try Renderer(settings, opener, artist, mailbox, post).run()
                }
            } catch {
                post.report(.lost("the display's thread cannot go on: \(error)"))
            }
            post.ended.signal()
        }
    }

    /// The painter, which needs a font. A font that is missing may be installed while the daemon runs, and nobody tells
    /// of that: it is tried again from time to time. `nil` when the thread is to end.
    private static func artist(
        _ painter: () throws(CanvasError) -> P, _ retryMicroseconds: Int64, _ post: RenderPost
    ) throws(Errno) -> P? {
        let loop = try EventLoop(eventsPerIteration: 1)
        let registration = try loop.register(post.wake.descriptor, for: .readable, Sleeper())
        defer { loop.deregister(registration) }
        var told: String?
        while !post.isEnding.load(ordering: .acquiring) {
            do throws(CanvasError) {
                return try painter()
            } catch {
                let reason = error.description
                // A reason that stays the same is told once.
                if reason != told { post.report(.waiting(reason)) }
                told = reason
            }
            let retryAt = MonotonicClock.nowMicroseconds() + retryMicroseconds
            // States that come meanwhile wake it, too; the newest waits in the mailbox.
            while !post.isEnding.load(ordering: .acquiring), MonotonicClock.nowMicroseconds() < retryAt {
                try loop.iterate(wakeAtMicroseconds: retryAt)
                post.wake.clear()
            }
        }
        return nil
    }

    /// Shows what `write` makes of an earlier state, or of a new one.
    public func show(_ new: @autoclosure () -> P.State, _ write: (inout P.State) -> Void) {
        if mailbox.post(new(), write) { post.wake.signal() }
    }

    /// Says that a hand was at the instrument: a display that went dark shows its picture again.
    public func noteHand(atMicroseconds now: Int64) {
        post.lastHand.store(now, ordering: .sequentiallyConsistent)
        if post.isDark.load(ordering: .sequentiallyConsistent) { post.wake.signal() }
    }

    /// Has the screen looked at, because its terminal may have another size now.
    public func checkScreen() {
        post.needsCheck.store(true, ordering: .releasing)
        post.wake.signal()
    }

    /// Writes these lines over the picture, where the display can; none takes them away.
    public func note(_ lines: [String]) {
        post.notes.withLock { $0 = lines }
        post.wake.signal()
    }

    /// Asks for the picture; it comes as a report with this number.
    public func requestPicture(_ number: Int) {
        post.requests.withLock { $0.append(number) }
        post.wake.signal()
    }

    /// Becomes readable when there are reports.
    public var reportDescriptorNumber: Int32 { post.news.descriptor.number }

    public func takeReports() -> [DisplayReport] {
        post.news.clear()
        return post.reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }

    /// How many frames were shown, and how long they took to be drawn.
    public var statistics: (frames: Int, microseconds: Int) {
        (post.frames.load(ordering: .relaxed), post.drawingMicroseconds.load(ordering: .relaxed))
    }

    /// Ends the thread, which gives the screen back. A driver that hangs is not waited for: false.
    @discardableResult
    public func stop(waitingMicroseconds: Int64 = 2_000_000) -> Bool {
        post.isEnding.store(true, ordering: .releasing)
        post.wake.signal()
        return post.ended.descriptor.wait(
            for: .readable, untilMicroseconds: MonotonicClock.nowMicroseconds() + waitingMicroseconds)
    }
}

/// What the two threads have in common besides the mailbox.
final class RenderPost: Sendable {
    let wake: EventDescriptor
    let news: EventDescriptor
    let ended: EventDescriptor
    let reports = Mutex<[DisplayReport]>([])
    let requests = Mutex<[Int]>([])
    let notes = Mutex<[String]>([])
    let isEnding = Atomic(false)
    let needsCheck = Atomic(false)
    let isDark = Atomic(false)
    let lastHand = Atomic<Int64>(MonotonicClock.nowMicroseconds())
    let frames = Atomic(0)
    let drawingMicroseconds = Atomic(0)

    init() throws(Errno) {
        wake = try EventDescriptor()
        news = try EventDescriptor()
        ended = try EventDescriptor()
    }

    func report(_ report: DisplayReport) {
        reports.withLock { $0.append(report) }
        news.signal()
    }
}

/// Ends a wait and does nothing else: the thread that waited looks at what there is to do.
private final class Sleeper: EventHandler {
    func handle(_ readiness: Readiness, of registration: Registration) {}
}
