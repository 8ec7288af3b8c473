import LinuxSystem
import WheelCore
import WheelInput
import WheelModel
import WheelScene
import WheelScreen
import WheelServer
import WheelTouch
import WheelWire

/// Passes the events of inputs to the model, and the model's changes to clients, displays and the state file.
///
/// Everything here runs on the loop's thread, in iterations (`iterate`). For example: a knob is turned by two detents
/// while a client requests `list`. The kernel reports that both descriptors are readable. The knob's events are read,
/// and each enters the panel, whose changes are published at once: their lines are written into a batch. The client's
/// bytes are only read. When all descriptors are done, the client's request is answered, with both detents in the
/// answer. At the end of the iteration the batch is sent, with one system call for each client, then haptics are
/// played, and displays get the new state. The state file is written later (`SaveSchedule`).
///
/// The loop must never sleep with work left: `deadline` includes everything that waits for a time, and everything else
/// that was published is sent before the loop sleeps. Debug builds assert this.
final class Daemon {
    let loop: EventLoop
    let instance: String
    let startedAt: Instant
    var source: SettingsSource
    let socketOption: String?
    var socketPath = ""
    var settings: Settings
    var panel: Panel
    var changes = Changes()
    var instrument: Instrument { _read { yield panel.instrument } }
    /// Set by `start` and not by `init`, since the server needs the complete daemon as its delegate.
    var server: Server?
    let notify: NotifySocket
    /// `keeper` and `saves` are `nil` if there is no place for a state file.
    var keeper: StateKeeper?
    var saves: SaveSchedule?
    var inputs: [InputRecord]
    /// The inputs with effects to play. Only these inputs are visited: with the hands of views there are many inputs.
    var inputsWithEffects: [Int] = []
    /// Made after the server, so that events of devices can be published.
    var hub: InputHub?
    var surfaces: [Int: TouchSurfaceSize] = [:]
    /// The touch layouts of displays, by index, and of views, by `InputSettings.display(ofView:)`. `density` is the
    /// number of pixels per millimetre that a view's client states.
    var layouts: [Int: (layout: TouchLayout, density: Double?)] = [:]
    var reportsRaw = false
    var answeredRawSubscriptions = 0
    /// The displays in the order of the settings; `nil` for a display with `output = "none"`, and for one that could
    /// not be started.
    var displays: [Display?] = []
    /// One picture for each control, shared by all displays.
    var pictures: [ControlPicture] = []
    var missingKnobs = MissingKnobs()
    var watches: [Watch] = []
    var views: [View] = []
    /// Draws all views; `nil` until the first view is opened.
    var viewing: (thread: ViewThread, registration: Registration)?
    var lastWatch = 0
    /// Whether something visible has changed since the displays were updated.
    var isPictureOld = true
    /// The panel's `viewRevision` when the displays were last updated.
    var shownViews: UInt64 = 0
    var definitions = DefinitionStore()
    /// The last listing that was made for a client; `nil` once it is out of date.
    var keptListing: (moment: ListingMoment, listing: Listing)?
    var iterations = 0
    /// The number of requests that may have changed something.
    var requestsDone = 0
    /// The requests that change definitions or reload the configuration, with their clients.
    var definitionRequests: [(request: Request, client: Int)] = []
    /// The clients that have disconnected while the panel is being replaced; `nil` at all other times.
    var leavers: [Int]?
    /// The client of each open view, by the view's place.
    var viewers: [Int: Int] = [:]
    /// The file of `--record-session`.
    var recordingPath: String?
    /// The lines of the recording that this iteration has added; `nil` while no session is recorded.
    var recording: [UInt8]?
    var recordingFile: SessionFile?
    /// The state that was restored at the start, kept until it is in the recording.
    var restoredState = StateDocument()
    var isReplay = false
    /// The time of the entry that is being replayed.
    var fixedTime: Instant?
    var now: Instant { fixedTime ?? .now }
    var isEnding = false
    private var priority = LoopPriority()
    private var heartbeatAt: Instant?
    /// The numbers in the status that the service manager has. A new status is sent only if these numbers have changed.
    private var notifiedStatus = (inputs: -1, clients: -1)

    init(_ settings: Settings, source: SettingsSource, socketOption: String?, notify: NotifySocket) throws(Errno) {
        self.settings = settings
        self.source = source
        self.socketOption = socketOption
        self.notify = notify
        loop = try EventLoop()
        startedAt = .now
        instance = Daemon.newInstance()
        panel = Panel(settings.panel)
        inputs = settings.panel.inputs.map { _ in InputRecord() }
    }

    /// A random name for this run. A client that reads another name than before knows that the daemon was restarted.
    private static func newInstance() -> String {
        let number = UInt64.random(in: 0...UInt64.max)
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    /// Opens the socket, restores the state, and reports READY to the service manager.
    func start() throws(SystemError) {
        // The socket is opened before the state: if another daemon holds both, the error names the socket, which the
        // user knows.
        let listener = try listener()
        makeRoomForClients()
        try restoreState()
        try startRecording()
        do throws(Errno) {
            server = try Server(
                at: listener, loop: loop, rights: rights(), maxClients: settings.socket.maxClients,
                names: names, panel: settings.panel, delegate: self)
        } catch {
            throw SystemError("watch the socket", error)
        }
        openInputs()
        openDisplays()
        // No client is connected yet, so this drops the devices' events. `hello` contains the state of all inputs.
        server?.flush(at: .now)
        assertNothingWaits(at: .now)
        try? notify.ready(status: status)
    }

    /// Runs until `isEnding` is set.
    func run() throws(Errno) {
        Program.releaseStartupCode()
        priority.request(for: loop)
        // Values are saved however the loop ends.
        defer { end() }
        var now = Instant.now
        while !isEnding { now = try iterate(at: now) }
    }

    /// Waits for events, and handles every event. `start` is the time now. Returns the time at the end, which the next
    /// iteration gets as its `start`. So the next iteration begins without reading the clock: a reading is a system
    /// call where the kernel has no vDSO.
    @discardableResult
    func iterate(at start: Instant = .now) throws(Errno) -> Instant {
        iterations += 1
        try loop.iterate(wakeAt: deadline, at: start)
        let now = Instant.now
        let hasWorked = workForClients(at: now)
        hub?.wake(at: now)
        liftSilent(at: now)
        wake(at: now)
        publishChanges()
        followRawSubscriptions()
        server?.flush(at: now)
        keepRecording()
        dropOldListing()
        playHaptics()
        showPictures(at: now)
        saveState(at: now)
        notifyManager(at: now)
        priority.update(for: loop, at: now)
        assertNothingWaits(at: now)
        // Requests may have taken long, so the clock is read again.
        return hasWorked ? .now : now
    }

    /// Answers requests, and asserts that the answers have not blocked the loop for too long. Returns whether there
    /// were any requests.
    private func workForClients(at now: Instant) -> Bool {
        let isNeeded = server?.hasRequestsLeft == true || !definitionRequests.isEmpty
        var start = 0.0
        assert(!isNeeded || Daemon.record(Thread.processorTime.seconds, in: &start))
        server?.workOnRequests()
        workOnDefinitions(at: now)
        assert(
            !isNeeded || Thread.processorTime.seconds - start < Daemon.slowness * Budget.iteration.seconds,
            "requests have kept the loop for \(Thread.processorTime.seconds - start) s")
        return isNeeded
    }

    /// The factor by which a build without the optimiser, or with sanitizers, may be slower.
    private static let slowness = 25.0

    private static func record(_ seconds: Double, in start: inout Double) -> Bool {
        start = seconds
        return true
    }

    /// Asserts that everything published was sent or has a deadline. A line without a deadline would wait for the next
    /// event, which may be hours away.
    private func assertNothingWaits(at now: Instant) {
        assert(changes.isEmpty, "changes wait that nobody publishes")
        assert(server?.isReadyToSleep(at: now) ?? true, "something waits in a buffer")
    }

    /// Ends in order: commits open interactions, sends the commits to clients, and saves the state.
    private func end() {
        try? notify.stopping()
        hub?.close()
        // The hub is removed because `closeAll` also ends the views, which would release their inputs in the closed
        // hub.
        hub = nil
        enter(.end, at: .now)
        publishChanges()
        server?.flush(at: .now)
        endRecording()
        server?.closeAll()
        closeDisplays()
        closeViews()
        keeper?.keep(stateDocument)
        keeper?.finish()
    }

    private var deadline: Instant? {
        // The deadlines are compared one by one, since an array of them would allocate at every iteration.
        var first = Instant.earliest(panel.deadline, server?.deadline)
        first = .earliest(first, hub?.deadline)
        first = .earliest(first, definitionDeadline)
        first = .earliest(first, saves?.due)
        first = .earliest(first, heartbeatAt)
        return views.isEmpty ? first : .earliest(first, silenceDeadline)
    }

    /// Publishes the panel's changes, schedules haptics and saves for them, and empties the list of changes. `knob` is
    /// the input whose turn has caused the changes.
    func publishChanges(turnedBy knob: Int? = nil) {
        // A write of the same value is not a change, but it renews the age that pictures show.
        if panel.prepare({ $0.consumeFreshWrites() }), hasPictures { isPictureOld = true }
        if panel.prepare({ $0.consumeFirstValues() }) { saves?.save(by: .now + settings.state.interval) }
        guard !changes.isEmpty else { return }
        for change in changes.list {
            // Only parts are passed: passing the instrument or the settings would copy them.
            server?.publish(change, in: changes, of: instrument.controls)
            if let knob { queueHaptics(for: change, of: knob) }
            if case .focus(let input, _) = change.event {
                definitions.removeFocus(ofInput: settings.panel.inputs[input].name)
            }
            saves?.record(change, of: settings.panel.controls, settings.state, at: .now)
        }
        isPictureOld = hasPictures
        changes.removeAll()
    }

    var hasPictures: Bool { hasDisplay || !views.isEmpty }

    /// A display with `output = "none"` is `nil` in `displays`.
    var hasDisplay: Bool { displays.contains { $0 != nil } }

    // MARK: The service manager

    private func notifyManager(at now: Instant) {
        if let interval = notify.watchdogInterval, now >= heartbeatAt ?? now {
            try? notify.watchdog()
            heartbeatAt = now + Interval(microseconds: interval.microseconds / 2)
        }
        guard notify.isActive else { return }
        let current = (inputs: attachedInputs, clients: server?.clientCount ?? 0)
        guard current != notifiedStatus else { return }
        notifiedStatus = current
        try? notify.status(status)
    }

    private var attachedInputs: Int { inputs.count { $0.state == .attached } }

    /// The status line for `systemctl status`.
    var status: String {
        let clients = server?.clientCount ?? 0
        return
            "\(attachedInputs) of \(settings.panel.ownInputs.count) inputs, \(clients) client\(clients == 1 ? "" : "s")"
    }

    var names: NameTable {
        NameTable(instrument) { input in
            settings.panel.inputs[input].view.flatMap { viewers[$0] }
        }
    }

    func rights() -> ClientRights {
        let write = accounts(settings.socket.writers, "write")
        return ClientRights(write: write, define: settings.socket.definers.map { accounts($0, "define") } ?? write)
    }

    private func accounts(_ names: [String]?, _ key: String) -> AccountList {
        AccountList(names) { name in
            Log.warning("socket: nobody is named '\(name)' here ('\(key)' in [socket]); nobody gets that right")
        }
    }
}
