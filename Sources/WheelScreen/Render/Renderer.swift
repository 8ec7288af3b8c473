import LinuxSystem
import WheelCanvas
import WheelScene
import WheelSettings

/// The render thread's own part: keeps a screen open, and draws a frame whenever there is something new to be seen and
/// the screen can take it.
final class Renderer {
    private enum Screen {
        /// Opened again then; nil: when devices have come or gone.
        case closed(retryAt: Int64?)
        case open(any Output)
    }

    private static let retryMicroseconds: Int64 = 2_000_000

    private let loop: EventLoop
    private let opener: @Sendable () throws(ScreenProblem) -> any Output
    private let painter: Painter
    private let states: TripleBuffer<SceneState>
    private let link: RenderLink
    private let announcements: DeviceAnnouncements?
    private let handler = WakeHandler()
    private var clock: FrameClock
    private let blankAfterMicroseconds: Int64

    private var screen = Screen.closed(retryAt: 0)
    private var registration: Registration?
    private var state: SceneState?
    private var damage = DamageRegion()
    private var texts: [KeptText] = []
    private var notes: [String] = []
    private var moves = false
    private var isWhole = false
    private var told: DisplayReport?

    init(
        _ settings: DisplaySettings, _ opener: @escaping @Sendable () throws(ScreenProblem) -> any Output,
        _ painter: Painter, _ states: TripleBuffer<SceneState>, _ link: RenderLink
    ) throws(Errno) {
        self.opener = opener
        self.painter = painter
        self.states = states
        self.link = link
        loop = try EventLoop(eventsPerIteration: 4)
        clock = FrameClock(framesPerSecond: settings.framesPerSecond)
        blankAfterMicroseconds = settings.blankAfter.microseconds
        // A sandbox may not have it: then everything is found out by looking from time to time.
        announcements = try? DeviceAnnouncements()
        _ = try loop.register(link.wake.descriptor, for: .readable, handler)
        if let announcements { _ = try loop.register(announcements.descriptor, for: .readable, handler) }
    }

    /// Goes on until it is asked to end.
    func run() throws(Errno) {
        while !link.isEnding.load(ordering: .acquiring) {
            try loop.iterate(wakeAtMicroseconds: deadline)
            link.wake.clear()
            let hasDevices = announcements?.concern(["drm", "graphics"]) ?? false
            let now = MonotonicClock.nowMicroseconds()
            do throws(ScreenProblem) {
                try work(hasDevices: hasDevices, at: now)
            } catch {
                lose(error, at: now)
            }
            answerRequests()
        }
        close()
    }

    private var deadline: Int64? {
        switch screen {
        case .closed(let retryAt): return retryAt
        case .open(let output):
            let frame = moves || !states.isEmpty || !isWhole && state != nil
            let frameAt = frame && !output.isBusy && !isDark ? clock.nextFrame : nil
            guard let blankAt else { return frameAt }
            // A hand that came while it went dark may have been told to nobody.
            if isDark { return blankAt > MonotonicClock.nowMicroseconds() ? 0 : nil }
            return min(frameAt ?? blankAt, blankAt)
        }
    }

    private func work(hasDevices: Bool, at now: Int64) throws(ScreenProblem) {
        switch screen {
        case .closed(let retryAt):
            if hasDevices || retryAt.map({ $0 <= now }) ?? false { try open(at: now) }
        case .open(let output):
            if output.isBusy { try output.proceed() }
            if handler.consumeHangup() { throw .failed(SystemError("show a picture on", output.name, .inputOutput)) }
            if hasDevices || link.needsCheck.exchange(false, ordering: .acquiringAndReleasing) {
                if try output.check() { begin(on: output) }
            }
        }
        guard case .open(let output) = screen else { return }
        applyNotes(for: output)
        try blank(output, at: now)
        if !output.isBusy && !isDark && clock.isTime(now) { try drawFrame(on: output, at: now) }
        if let registration {
            do throws(Errno) {
                try loop.change(registration, to: output.interest)
            } catch {
                throw .failed(SystemError("watch", output.name, error))
            }
        }
    }

    // MARK: Frames.

    private func drawFrame(on output: any Output, at now: Int64) throws(ScreenProblem) {
        if states.consume(into: &state), let state {
            painter.apply(state, atMicroseconds: now)
        } else if isWhole && !moves {
            return
        }
        guard state != nil else { return }
        moves = painter.draw(into: output.pixels, damage: &damage, atMicroseconds: now)
        // Where nothing moved visibly, the next look is a frame later all the same.
        clock.hasDrawn(at: now, paced: output.pacesItself)
        let hasTexts = output.textRendering == .cells && texts != painter.texts
        guard !damage.isEmpty || hasTexts || !isWhole else { return }
        if hasTexts { texts = painter.texts }
        try output.show(damage, texts)
        isWhole = true
        link.frames.wrappingAdd(1, ordering: .relaxed)
        let taken = MonotonicClock.nowMicroseconds() - now
        link.drawingMicroseconds.wrappingAdd(Int(taken), ordering: .relaxed)
    }

    private func applyNotes(for output: any Output) {
        let newest = link.notes.withLock { $0 }
        guard newest != notes else { return }
        notes = newest
        output.note(notes)
        isWhole = false
    }

    // MARK: The screen.

    private func open(at now: Int64) throws(ScreenProblem) {
        screen = .closed(retryAt: now + Self.retryMicroseconds)
        let output = try opener()
        do throws(Errno) {
            if let number = output.descriptorNumber {
                registration = try loop.register(descriptorNumber: number, for: output.interest, handler)
            }
        } catch {
            throw .failed(SystemError("watch", output.name, error))
        }
        screen = .open(output)
        begin(on: output)
    }

    /// A picture begins anew, on a screen that shows none of it.
    private func begin(on output: any Output) {
        painter.begin(output.size, text: output.textRendering)
        if let state { painter.apply(state, atMicroseconds: MonotonicClock.nowMicroseconds()) }
        texts = []
        isWhole = false
        output.note(notes)
        clock.reset()
        tell(.attached(output.name, output.size))
    }

    private func lose(_ problem: ScreenProblem, at now: Int64) {
        let wasOpen = if case .open = screen { true } else { false }
        close()
        screen = .closed(retryAt: retry(problem, at: now))
        tell(wasOpen ? .lost(problem.description) : .waiting(problem.description))
    }

    /// What is not there is told by the kernel when it comes. But its file may be closed to us for a moment then.
    private func retry(_ problem: ScreenProblem, at now: Int64) -> Int64? {
        switch problem {
        case .absent, .unusable: announcements == nil ? now + Self.retryMicroseconds : nil
        case .failed, .taken: now + Self.retryMicroseconds
        }
    }

    private func close() {
        if let registration { loop.deregister(registration) }
        registration = nil
        isDark = false
        screen = .closed(retryAt: nil)
    }

    private func tell(_ report: DisplayReport) {
        // A reason that stays the same is told once.
        guard report != told else { return }
        told = report
        link.report(report)
    }

    // MARK: Darkness.

    private var isDark: Bool {
        get { link.isDark.load(ordering: .sequentiallyConsistent) }
        set { link.isDark.store(newValue, ordering: .sequentiallyConsistent) }
    }

    private var blankAt: Int64? {
        guard blankAfterMicroseconds > 0 else { return nil }
        return link.lastHand.load(ordering: .sequentiallyConsistent) + blankAfterMicroseconds
    }

    private func blank(_ output: any Output, at now: Int64) throws(ScreenProblem) {
        let shallBeDark = blankAt.map { $0 <= now } ?? false
        guard shallBeDark != isDark, !output.isBusy else { return }
        try output.blank(shallBeDark)
        isDark = shallBeDark
    }

    // MARK: Pictures for others.

    /// A picture begins anew, and its first frame comes by itself: whoever asks for it waits for that.
    private var isAboutToDraw: Bool {
        if case .open = screen { state != nil && !isWhole && !isDark } else { false }
    }

    private func answerRequests() {
        guard !isAboutToDraw else { return }
        let numbers = link.requests.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
        for number in numbers {
            if case .open(let output) = screen, isWhole {
                link.report(.picture(number, png: png(of: output), output.size))
            } else {
                link.report(.picture(number, png: nil, PixelSize(width: 0, height: 0)))
            }
        }
    }
}

extension Renderer {
    /// The picture; with its text drawn in, where the output writes that by itself.
    private func png(of output: any Output) -> [UInt8]? {
        guard output.textRendering == .cells, let state else { return try? output.pixels.png() }
        let bitmap = Bitmap(width: output.size.width, height: output.size.height)
        let now = MonotonicClock.nowMicroseconds()
        painter.begin(output.size, text: .drawn)
        painter.apply(state, atMicroseconds: now)
        _ = painter.draw(into: bitmap.pixels, damage: &damage, atMicroseconds: now)
        begin(on: output)
        return try? withExtendedLifetime(bitmap) { try bitmap.pixels.png() }
    }
}

/// Wakes the loop; what there is to do is looked for every time.
private final class WakeHandler: EventHandler {
    private var hasHungUp = false

    func handle(_ readiness: Readiness, of registration: Registration) {
        if !readiness.isDisjoint(with: [.hangup, .error]) { hasHungUp = true }
    }

    /// Whether a screen has hung up: its terminal was closed, its device is gone.
    func consumeHangup() -> Bool {
        defer { hasHungUp = false }
        return hasHungUp
    }
}
