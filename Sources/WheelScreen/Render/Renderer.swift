import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene

/// The loop of the render thread. The loop keeps a screen open, and draws a frame when the picture has changed and the
/// screen can accept a frame.
///
/// For example: a state arrives while the last frame is not shown yet (`isBusy`). Nothing is drawn. When the page flip
/// is complete, the card's descriptor wakes the thread, which consumes the newest state and draws it as soon as the
/// frame clock allows. While something moves, the next frame is drawn one interval later even without a newer state. If
/// no hand is active for some time, the screen is made dark, and nothing is drawn until a hand lights it.
///
/// A screen that fails is closed. It is opened again when the kernel announces a device, and also after two seconds if
/// the problem may end without an announcement.
///
/// A client's request for a picture waits for the first frame of an open screen, and is answered without a picture if
/// no screen is open. A dark display answers the request with its last frame. If the display became dark before its
/// first frame, a frame is drawn for the request.
final class Renderer {
    private enum Screen {
        /// Closed until `retryAt`, or until devices are added or removed. If `retryAt` is `nil`, only an added or
        /// removed device ends the wait.
        case closed(retryAt: Instant?)
        case open(any ScreenOutput)
    }

    private static let retryInterval = Interval.seconds(2)

    private let loop: EventLoop
    private let opener: @Sendable () throws(ScreenProblem) -> any ScreenOutput
    private let painter: Painter
    private let states: TripleBuffer<SceneState>
    private let link: RenderLink
    private let announcements: DeviceAnnouncements?
    private let handler = WakeHandler()
    private var clock: FrameClock
    private let blankAfter: Interval

    private var screen = Screen.closed(retryAt: .distantPast)
    private var registration: Registration?
    private var state: SceneState?
    private var damage = DamageRegion()
    private var isMoving = false
    /// The time at which a text of the last frame changes without a new state.
    private var changeAt: Instant?
    private var isShown = false
    private var reported: DisplayReport?

    init(
        _ settings: DisplaySettings, _ opener: @escaping @Sendable () throws(ScreenProblem) -> any ScreenOutput,
        _ painter: Painter, _ states: TripleBuffer<SceneState>, _ link: RenderLink
    ) throws(Errno) {
        self.opener = opener
        self.painter = painter
        self.states = states
        self.link = link
        loop = try EventLoop(eventsPerIteration: 4)
        clock = FrameClock(framesPerSecond: settings.framesPerSecond)
        blankAfter = settings.blankAfter
        // A sandbox may forbid the announcements. Then the thread instead tries to open the screen from time to time.
        announcements = settings.output.isRemote ? nil : try? DeviceAnnouncements()
        _ = try loop.register(link.wake.descriptor, for: .readable, handler)
        if let announcements { _ = try loop.register(announcements.descriptor, for: .readable, handler) }
    }

    func run() throws(Errno) {
        while !link.isEnding.load(ordering: .acquiring) {
            try loop.iterate(wakeAt: deadline)
            link.wake.clear()
            let hasDevices = announcements?.concern(["drm", "graphics"]) ?? false
            let now = MonotonicClock.now
            do throws(ScreenProblem) {
                try work(hasDevices: hasDevices, at: now)
            } catch {
                close(after: error, at: now)
            }
            answerRequests()
        }
        close()
    }

    private var deadline: Instant? {
        switch screen {
        case .closed(let retryAt): return retryAt
        case .open(let output): return .earliest(frameDeadline(of: output), output.deadline)
        }
    }

    private func frameDeadline(of output: any ScreenOutput) -> Instant? {
        let frame = isMoving || !states.isEmpty || !isShown && state != nil
        let canDraw = !output.isBusy && !isDark && isWanted(output)
        let frameAt = canDraw ? frame ? clock.nextFrame : changeAt.map { max($0, clock.nextFrame) } : nil
        // A busy screen cannot be made dark. When it is ready, its descriptor wakes the thread, so blanking needs no
        // deadline.
        guard let blankAt, output.isWatched, !output.isBusy else { return frameAt }
        // `recordHand` signals only while `isDark` is set, so a hand just before the screen became dark is detected
        // here.
        if isDark { return blankAt > MonotonicClock.now ? .distantPast : nil }
        return min(frameAt ?? blankAt, blankAt)
    }

    private func work(hasDevices: Bool, at now: Instant) throws(ScreenProblem) {
        switch screen {
        case .closed(let retryAt):
            if hasDevices || retryAt.map({ $0 <= now }) ?? false { try open(at: now) }
        case .open(let output):
            if output.isBusy { try output.proceed() }
            if handler.consumeHangup() { throw .failed(SystemError("show a picture on", output.name, .inputOutput)) }
            if hasDevices || link.needsCheck.exchange(false, ordering: .acquiringAndReleasing), try output.check() {
                try begin(on: output)
            }
        }
        guard case .open(let output) = screen else { return }
        try blank(output, at: now)
        if !output.isBusy && !isDark && isWanted(output) && clock.isTime(now) { try drawFrame(on: output, at: now) }
        try output.deliver()
    }

    // MARK: Frames

    private func drawFrame(on output: any ScreenOutput, at now: Instant) throws(ScreenProblem) {
        if states.consume(into: &state), let state {
            // If only a request needs this picture, no frame follows it, so the picture shows the end of all motions.
            let before = Instant(microseconds: now.microseconds - Stage.longestMotion.microseconds)
            painter.apply(state, at: output.wantsFrames ? now : before)
        } else if isShown && !isMoving && !hasChanged(at: now) {
            return
        }
        guard state != nil else { return }
        isMoving = painter.draw(into: output.pixels, damage: &damage, at: now)
        changeAt = painter.nextChange(after: now)
        // The next frame is one interval later even if no pixel has changed now.
        clock.hasDrawn(at: now, paced: output.pacesItself)
        guard !damage.isEmpty || !isShown else { return }
        try output.show(damage)
        isShown = true
        link.recordFrame(since: now)
    }

    /// Whether a text of the picture has changed without a new state.
    private func hasChanged(at now: Instant) -> Bool { changeAt.map { $0 <= now } ?? false }

    private func isWanted(_ output: any ScreenOutput) -> Bool {
        output.wantsFrames || link.requests.withLock { !$0.isEmpty }
    }

    // MARK: The screen

    private func open(at now: Instant) throws(ScreenProblem) {
        screen = .closed(retryAt: now + Self.retryInterval)
        let output = try opener()
        do throws(Errno) {
            if let number = output.descriptorNumber {
                registration = try loop.register(descriptorNumber: number, for: .readable, handler)
            }
        } catch {
            throw .failed(SystemError("watch", output.name, error))
        }
        screen = .open(output)
        try begin(on: output)
    }

    /// Starts a new picture on a screen that shows no part of it yet.
    private func begin(on output: any ScreenOutput) throws(ScreenProblem) {
        try output.checkSize()
        let measures = painter.begin(output.size, on: output)
        if let state { painter.apply(state, at: MonotonicClock.now) }
        isShown = false
        clock.reset()
        send(.attached(output.name, output.size, measures))
    }

    private func close(after problem: ScreenProblem, at now: Instant) {
        let wasOpen = if case .open = screen { true } else { false }
        isDark = false
        // The report is sent before the screen is closed: closing may block for some seconds, while a driver waits for
        // a page flip that never completes.
        send(wasOpen ? .lost(problem.description) : .waiting(problem.description))
        close()
        screen = .closed(
            retryAt: problem.isAnnounced && announcements != nil ? nil : now + Self.retryInterval)
    }

    private func close() {
        if let registration { loop.deregister(registration) }
        registration = nil
        isDark = false
        screen = .closed(retryAt: nil)
    }

    private func send(_ report: DisplayReport) {
        guard report != reported else { return }
        reported = report
        link.report(report)
    }

    // MARK: Blanking

    private var isDark: Bool {
        get { link.isDark.load(ordering: .sequentiallyConsistent) }
        set { link.isDark.store(newValue, ordering: .sequentiallyConsistent) }
    }

    private var blankAt: Instant? {
        guard blankAfter > .zero else { return nil }
        return Instant(microseconds: link.lastHand.load(ordering: .sequentiallyConsistent)) + blankAfter
    }

    private func blank(_ output: any ScreenOutput, at now: Instant) throws(ScreenProblem) {
        // Nobody sees a remote display without watchers, so its thread need not wake to make it dark.
        let mustBeDark = output.isWatched && blankAt.map { $0 <= now } ?? false
        guard mustBeDark != isDark, !output.isBusy else { return }
        try output.blank(mustBeDark)
        isDark = mustBeDark
    }

    // MARK: Requested pictures

    /// Whether a frame will be drawn without a further event. If so, a request for a picture waits for that frame.
    private var isAboutToDraw: Bool {
        guard case .open(let output) = screen, !isDark else { return false }
        // If no watcher can be sent a frame, newer states are drawn only for a request. The request then waits for a
        // new frame, because the picture is older than the newest state.
        return state != nil && !isShown
            || !output.wantsFrames && (!states.isEmpty || hasChanged(at: MonotonicClock.now))
    }

    private func png(of output: any ScreenOutput) -> [UInt8]? {
        guard !isShown else { return try? output.pixels.png() }
        // A display that became dark before its first frame draws nothing until a hand lights it, so the picture is
        // drawn here.
        guard isDark else { return nil }
        _ = states.consume(into: &state)
        guard let state else { return nil }
        defer { try? begin(on: output) }
        let now = MonotonicClock.now
        painter.apply(state, at: now)
        _ = painter.draw(into: output.pixels, damage: &damage, at: now)
        return try? output.pixels.png()
    }

    private func answerRequests() {
        guard !isAboutToDraw else { return }
        let numbers = link.requests.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
        guard !numbers.isEmpty else { return }
        var picture: (png: [UInt8]?, size: PixelSize) = (nil, PixelSize(width: 0, height: 0))
        if case .open(let output) = screen, let png = png(of: output) { picture = (png, output.size) }
        for number in numbers { link.report(.picture(number, png: picture.png, picture.size)) }
    }
}
