import LinuxSystem
import WheelCore
import WheelInput
import WheelModel
import WheelScene
import WheelScreen
import WheelTouch
import WheelWire

/// The displays are updated once for all changes of an iteration, after everything has been sent to clients.
///
/// The loop's thread never draws. It writes the newest state into the triple buffer of each display's render thread
/// (`RenderThread`), and reads that thread's reports: a screen was opened or lost, a remote display has a new frame, or
/// a requested picture is ready. The touch layout of a display is derived from the state that was written last. When
/// the layout changes, the display's touchscreens get the new layout.
extension Daemon {
    /// How long a driver may take to release its screen, at the end of the daemon and at a reload.
    private static let closingTimeout = Interval.seconds(1)

    /// Starts the displays of the configuration. Displays whose settings are unchanged keep running.
    func openDisplays() {
        guard !isReplay else { return }
        var before = displays
        displays = settings.displays.map { settings in
            guard settings.output != .none else { return nil }
            if let kept = before.firstIndex(where: { $0?.settings == settings }) {
                return before.remove(at: kept)
            }
            return nil
        }
        for index in displays.indices { displays[index]?.shown.settings = pictureSettings(ofDisplay: index) }
        for display in before.compactMap({ $0 }) {
            display.close(loop, timeout: Daemon.closingTimeout)
            for client in display.consumeWaitingClients() {
                let why = "the configuration has another display \(display.settings.name) now, or none"
                server?.answer(client: client, .failure(.noDisplay(why)))
            }
        }
        for index in displays.indices where displays[index] == nil && settings.displays[index].output != .none {
            do throws(Errno) {
                let display = try Display(settings.displays[index], pictureSettings(ofDisplay: index))
                try display.watch(by: loop, DisplayHandler(self, display))
                displays[index] = display
            } catch {
                Log.error("display \(settings.displays[index].name): it cannot be shown: \(error)")
            }
        }
        isPictureOld = true
        missingKnobs.begin(settings.panel)
        moveWatches()
    }

    func pictureSettings(ofDisplay index: Int) -> PictureSettings {
        PictureSettings(settings, display: index, file: source.loaded?.path, inCells: false)
    }

    func closeDisplays() {
        for display in displays { display?.close(loop, timeout: Daemon.closingTimeout) }
        displays = []
    }

    func showPictures(at now: Instant) {
        // A chooser also closes by a timeout, which publishes no event but changes `viewRevision`. So the revision is
        // compared, too.
        guard isPictureOld || hasPictures && shownViews != panel.viewRevision else { return }
        isPictureOld = false
        shownViews = panel.viewRevision
        preparePictures(at: now)
        for index in displays.indices {
            guard let display = displays[index] else { continue }
            guard display.show(panel, pictures, isUsed: isUsed, at: now), let layout = display.shown.touchLayout,
                let arrangement = display.arrangement(index)
            else { continue }
            enter(.layout(arrangement, layout), at: now)
        }
        showViews(at: now)
    }

    func preparePictures(at now: Instant) {
        // The array is cleared in place, so that its memory is reused.
        pictures.removeAll(keepingCapacity: true)
        missingKnobs.update(panel.instrument) { inputs[$0].state == .attached }
        for control in panel.instrument.controls.indices {
            pictures.append(ControlPicture(panel.instrument, control, knob: missingKnobs.knob(of: control), at: now))
        }
    }

    /// Whether the touchscreen of an input is attached. An input that a client feeds counts as a touchscreen once the
    /// client has sent a size.
    func isUsed(_ input: Int) -> Bool {
        if settings.panel.inputs[input].view != nil { return true }
        if case .client = settings.panel.inputs[input].source { return surfaces[input] != nil }
        return inputs[input].state == .attached
    }

    /// Lights up dark displays. Call this for each event of a hand. `touched` is the display that the hand touches.
    ///
    /// Returns whether the hand's event must have no other effect, since the hand saw no picture: the key `waking` of
    /// the display decides this. For a touch only the touched display counts. For a turn or a press every dark display
    /// counts, since each may show what the hand changes.
    func recordHand(on touched: Int? = nil) -> Bool {
        guard hasDisplay else { return false }
        let touched = touched.flatMap { displays.indices.contains($0) && displays[$0] != nil ? $0 : nil }
        let now = MonotonicClock.now
        var onlyLights = false
        for (index, display) in displays.enumerated() {
            guard let display, display.thread.recordHand(at: now) else { continue }
            switch display.settings.waking {
            case .none: break
            case .touch: onlyLights = onlyLights || touched == index
            case .all: onlyLights = onlyLights || touched ?? index == index
            }
        }
        return onlyLights
    }

    fileprivate func consumeReports(of display: Display) {
        guard let index = displays.firstIndex(where: { $0 === display }) else { return }
        for report in display.thread.consumeReports() {
            switch report {
            case .attached(let what, let size, let measures):
                // A driver may fail every few seconds, which must not fill the log.
                let level = display.picture == nil && !display.failsAgain ? Log.Level.info : .debug
                display.attach(what, size, measures)
                publish(index, .attached, "\(what), picture \(size)", level)
                isPictureOld = true
            case .waiting(let why):
                display.detach(why)
                publish(index, .waiting, why)
            case .lost(let why):
                display.detach(why)
                display.recordLoss(why)
                publish(index, .lost, why, display.failsAgain ? .debug : .warning)
                enter(.display(settings.displays[index].name, .waiting, detail: why), at: .now)
            case .picture(let client, let png, let size):
                display.answered(client)
                server?.answer(client: client, Daemon.answer(png, size, of: display))
            case .frame(let watchers, let members, let time):
                send(frame: members, toWatchers: watchers, at: time)
            }
        }
    }

    private func publish(_ display: Int, _ state: DeviceState, _ detail: String, _ level: Log.Level = .warning) {
        let name = settings.displays[display].name
        switch state {
        case .attached: Log.say(level, "display \(name): attached: \(detail)")
        case .waiting: Log.say(level, "display \(name): waiting: \(detail)")
        case .lost: Log.say(level, "display \(name): lost: \(detail); waiting")
        }
        enter(.display(name, state, detail: detail), at: .now)
    }

    // MARK: Touch

    func arrangeSurfaces(of display: Int) {
        for (input, settings) in settings.panel.inputs.enumerated() where settings.touchedDisplay == display {
            arrangeSurface(input)
        }
    }

    /// Passes the touch layout of an input to the panel.
    func arrangeSurface(_ input: Int) {
        let own = settings.panel.inputs[input]
        guard let display = own.touchedDisplay else { return }
        let surface = surfaces[input]
        if let (layout, density) = layouts[display] {
            arrange(input, layout, density ?? surface?.pixelsPerMillimetre(on: layout.size))
        } else if own.view == nil, let size = surface?.units {
            // Without a display the whole touchscreen is a wheel for the input's control, in the units of the device.
            arrange(input, .wheelOfFocus(size: size), surface?.pixelsPerMillimetre(on: size))
        }
    }

    private func arrange(_ input: Int, _ layout: TouchLayout, _ pixelsPerMillimetre: Double?) {
        hub?.setTouchArea(of: input, to: layout.size)
        panel.arrange(
            surface: input, layout,
            slopPixels: settings.panel.touch.slopPixels(pixelsPerMillimetre: pixelsPerMillimetre))
    }

    // MARK: Pictures for clients

    /// Requests the picture of the named display, or, if `name` is `nil`, of the first display with a picture. The
    /// picture arrives as a report.
    func requestPicture(of name: String?, for client: Int) throws(RequestError) {
        let names = settings.displays.map(\.name)
        if let name, !names.contains(name) { throw .unknownDisplay(name, among: names) }
        let meant = displays.compactMap { $0 }.first {
            $0.picture != nil && $0.settings.name == name ?? $0.settings.name
        }
        guard let meant else { throw .noDisplay(absence(ofDisplay: name)) }
        meant.requestPicture(for: client)
    }

    /// The reason why the named display has no picture, or without a name the reasons of all displays, and a hint.
    private func absence(ofDisplay name: String?) -> String {
        let waiting = displays.compactMap { $0 }.filter { $0.settings.name == name ?? $0.settings.name }
        let reasons = waiting.map { "display \($0.settings.name): \($0.detail)" }.joined(separator: "; ")
        let off = name.map { "display \($0) has output = \"none\"" }
        return (reasons.isEmpty ? off ?? "the configuration has no display with an output" : reasons)
            + " (a display with output = \"remote\" has one without a screen; wheelctl preview draws one without a daemon)"
    }

    private static func answer(
        _ png: [UInt8]?, _ size: PixelSize, of display: Display
    ) -> Result<Answer, RequestError> {
        guard let png else {
            return .failure(.noDisplay("display \(display.settings.name) has drawn nothing yet: try again"))
        }
        return .success(.screenshot(Screenshot(png: png, widthPixels: size.width, heightPixels: size.height)))
    }

    /// The number of frames of all displays, and the average time to draw one.
    var frameStatistics: (frames: Int, microsecondsPerFrame: Double) {
        let all = displays.compactMap { $0?.thread.statistics }
        let frames = all.reduce(0) { $0 + $1.frames }
        return (frames, frames == 0 ? 0 : Double(all.reduce(0) { $0 + $1.microseconds }) / Double(frames))
    }
}

private final class DisplayHandler: EventHandler {
    private unowned let daemon: Daemon
    private weak var display: Display?

    init(_ daemon: Daemon, _ display: Display) {
        self.daemon = daemon
        self.display = display
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        if let display { daemon.consumeReports(of: display) }
    }
}
