import LinuxSystem
import WheelCore
import WheelInput
import WheelModel
import WheelScene
import WheelScreen
import WheelServer
import WheelTouch
import WheelWire

/// The daemon: passes the events of inputs to the model, and the model's changes to clients, displays and the state file.
///
/// Everything here runs on the loop's thread. One iteration reads all that is ready, applies it, and writes once per client.
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
    /// Set after `init`, since the server needs the daemon as its delegate.
    private(set) var server: Server?
    let notify: NotifySocket
    var keeper: StateKeeper?
    var inputs: [InputRecord]
    /// The devices. They are opened after the socket, so that their events can be published.
    var hub: InputHub?
    var surfaces: [Int: TouchSurfaceSize] = [:]
    var reportsRaw = false
    var answeredRawSubscriptions = 0
    /// In the order of the settings; `nil` for a display with `output = "none"`.
    var displays: [Display?] = []
    /// The pictures of the controls, which all displays show.
    var pictures: [ControlPicture] = []
    var missingKnobs = MissingKnobs()
    var watches: [Watch] = []
    var views: [View] = []
    /// Draws views, once there has been one.
    var viewing: (thread: ViewThread, registration: Registration)?
    var lastWatch = 0
    /// Whether something visible has changed since the displays were updated.
    var isPictureOld = true
    /// The revision of what the pictures have been zoomed and scrolled to.
    var shownViews: UInt64 = 0
    /// What clients have defined, in the order of the panel.
    var definitions: [HeldDefinition] = []
    var remembered = RememberedControls()
    /// The last listing that a client was given.
    var keptListing: (moment: ListingMoment, listing: Listing)?
    /// How often the loop has waited for events.
    var iterations = 0
    /// How many requests have changed something or may have.
    var requestsDone = 0
    /// The requests that change definitions or reload the configuration, with their clients.
    var definitionRequests: [(request: Request, client: Int)] = []
    var isEnding = false
    /// When the state is saved next; `nil` if it has not changed.
    private var saveAt: Instant?
    private var lastSave = Instant.distantPast
    /// The status that the service manager has. A new text is made only if it differs.
    private var toldStatus = (inputs: -1, clients: -1)

    init(_ settings: Settings, source: SettingsSource, socketOption: String?, notify: NotifySocket) throws(Errno) {
        self.settings = settings
        self.source = source
        self.socketOption = socketOption
        self.notify = notify
        loop = try EventLoop()
        startedAt = Daemon.now
        instance = Daemon.newInstance()
        panel = Panel(settings.panel)
        inputs = settings.panel.inputs.map { _ in InputRecord() }
    }

    static var now: Instant { MonotonicClock.now }

    /// A random name for this run. A client that reads another one knows that the daemon was restarted.
    private static func newInstance() -> String {
        let number = UInt64.random(in: 0...UInt64.max)
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }

    /// Opens the socket, restores the state, and reports READY to the service manager.
    func start() throws(SystemError) {
        // The socket before the state: if another daemon holds both, the error names the socket, which the user knows.
        let listener = try listener()
        makeRoomForClients()
        try restoreState()
        do throws(Errno) {
            server = try Server(
                at: listener, loop: loop, rights: rights(), maxClients: settings.socket.maxClients,
                names: names, panel: settings.panel, delegate: self)
        } catch {
            throw SystemError("watch the socket", error)
        }
        openInputs()
        openDisplays()
        // Drops the events of devices so far: no client is connected yet, and `hello` has the state of all inputs.
        server?.flush(at: Daemon.now)
        assertNothingWaits(at: Daemon.now)
        try? notify.ready(status: status)
    }

    /// Runs until `isEnding` is set.
    func run() throws(Errno) {
        Program.releaseStartupCode()
        askForRealtime(at: Daemon.now)
        // Values are saved however the loop ends.
        defer { end() }
        while !isEnding { try iterate() }
    }

    /// Waits for events, and handles all of them.
    func iterate() throws(Errno) {
        iterations += 1
        try loop.iterate(wakeAt: deadline)
        let now = Daemon.now
        workForClients(at: now)
        hub?.wake(at: now)
        liftSilent(at: now)
        panel.wake(at: now, into: &changes)
        publishChanges()
        followRawSubscriptions()
        server?.flush(at: now)
        dropOldListing()
        playHaptics()
        showPictures(at: now)
        keepState(at: now)
        notifyManager(at: now)
        keepRealtime(at: now)
        assertNothingWaits(at: now)
    }

    /// Answers requests, and asserts that they have not kept the loop.
    private func workForClients(at now: Instant) {
        let isNeeded = server?.hasRequestsLeft == true || !definitionRequests.isEmpty
        var start = 0.0
        assert(!isNeeded || Daemon.record(Thread.processorTime.seconds, in: &start))
        server?.workOnRequests()
        workOnDefinitions(at: now)
        assert(
            !isNeeded || Thread.processorTime.seconds - start < Daemon.slowness * Budget.iteration.seconds,
            "requests have kept the loop for \(Thread.processorTime.seconds - start) s")
    }

    /// How much slower a build without the optimiser, or with sanitizers, may be.
    private static let slowness = 25.0

    private static func record(_ seconds: Double, in start: inout Double) -> Bool {
        start = seconds
        return true
    }

    /// Everything published has been sent, or has a deadline of its own. Otherwise it would wait for the next event, which may
    /// be hours away.
    private func assertNothingWaits(at now: Instant) {
        assert(changes.isEmpty, "changes wait that nobody publishes")
        assert(server?.isReadyToSleep(at: now) ?? true, "something waits in a buffer")
    }

    /// Above ordinary programs, so that no event waits for one. Below audio and the kernel's own threads.
    private static let realtimePriority: Int32 = 20
    /// A loop that runs this long without waiting is broken, or has more clients than the machine can serve.
    private static let longestRun = Interval.milliseconds(200)

    /// When real-time scheduling is asked for again; `nil` while it is granted or refused. No wake-up is made for it: a loop
    /// that sleeps has no use for it.
    private var realtimeAt: Instant?
    private var realtimePause = Daemon.firstRealtimePause

    private static let firstRealtimePause = Interval.seconds(10)
    private static let longestRealtimePause = Interval.seconds(600)

    private func askForRealtime(at now: Instant) {
        realtimeAt = nil
        switch RealtimeScheduling.request(
            priority: Daemon.realtimePriority, longestRun: Daemon.longestRun)
        {
        case .granted:
            // Clients that always ask for something must not cost it.
            loop.longestRun = Interval(microseconds: Daemon.longestRun.microseconds / 2)
            Log.debug("real-time scheduling: granted")
        case .refused(let reason): Log.info("real-time scheduling: refused (\(reason)), so a busy machine adds delay")
        }
    }

    /// Asks for real-time scheduling again some time after it was lost: one request that took too long is no reason to be late
    /// for months.
    private func keepRealtime(at now: Instant) {
        if RealtimeScheduling.consumeRevocation() {
            realtimeAt = now + realtimePause
            Log.warning(
                "the loop has run for too long without a pause, and goes on without real-time scheduling for "
                    + "\(realtimePause.microseconds / 1_000_000) s")
            realtimePause = min(
                Interval(microseconds: realtimePause.microseconds * 2), Daemon.longestRealtimePause)
        }
        if let realtimeAt, now >= realtimeAt { askForRealtime(at: now) }
    }

    /// Ends in order: commits open interactions, sends the commits to clients, and saves the state.
    private func end() {
        try? notify.stopping()
        hub?.close()
        // Views of clients that are still there have no inputs to give up any more.
        hub = nil
        panel.commitAll(at: Daemon.now, into: &changes)
        publishChanges()
        server?.flush(at: Daemon.now)
        server?.closeAll()
        closeDisplays()
        closeViews()
        keeper?.keep(stateDocument)
        keeper?.finish()
    }

    private var deadline: Instant? {
        // One by one: an array of them would allocate at every iteration.
        var first = panel.deadline
        Daemon.bring(&first, forwardTo: server?.deadline)
        Daemon.bring(&first, forwardTo: hub?.deadline)
        Daemon.bring(&first, forwardTo: definitionDeadline)
        Daemon.bring(&first, forwardTo: saveAt)
        Daemon.bring(&first, forwardTo: heartbeatAt)
        if !views.isEmpty { Daemon.bring(&first, forwardTo: silenceDeadline) }
        return first
    }

    private static func bring(_ first: inout Instant?, forwardTo other: Instant?) {
        guard let other else { return }
        first = first.map { min($0, other) } ?? other
    }

    // MARK: Changes.

    /// Passes the model's changes on, each to all whom it concerns, and empties the list. `knob`: the input whose turn has made
    /// them.
    func publishChanges(turnedBy knob: Int? = nil) {
        // A value that was written again is no older, although nothing has changed.
        if panel.prepare({ $0.consumeFreshWrites() }), hasPictures { isPictureOld = true }
        if panel.prepare({ $0.consumeFirstValues() }) { save(by: Daemon.now + settings.state.interval) }
        guard !changes.isEmpty else { return }
        for change in changes.list {
            server?.publish(change, in: changes, of: instrument)
            if let knob { queueHaptics(for: change, of: knob) }
            if case .focus(let input, _) = change.event, !remembered.focus.isEmpty { removeFocus(of: input) }
            saveLater(change)
        }
        isPictureOld = hasPictures
        changes.removeAll()
    }

    private var hasPictures: Bool { !displays.isEmpty || !views.isEmpty }

    /// Schedules the save of a change, not at once: an SD card wears with each write, and a reading may change ten times a second.
    private func saveLater(_ change: Change) {
        guard keeper != nil, settings.state.restores else { return }
        switch change.event {
        case .value(let value): recordValue(of: value.control, isCommitted: false)
        case .commit(let control, _, _): recordValue(of: control, isCommitted: true)
        case .speed, .focus, .page, .preset(_, .stored): recordState()
        case .pending, .limit, .press, .lock, .ramp, .preset(_, .recalled): break
        }
    }

    /// What a hand or a client has committed is saved within a second. A value on its way, and a reading that no hand moves, can
    /// wait.
    private func recordValue(of control: Int, isCommitted: Bool) {
        guard saveAt == nil || isCommitted, settings.panel.controls[control].restores else { return }
        let isAtOnce = isCommitted && settings.panel.controls[control].movedByHands
        if isAtOnce { recordState() } else { save(by: Daemon.now + settings.state.interval) }
    }

    /// Notes that the state is to be saved: at most once a second, and the first change at once.
    func recordState() { save(by: max(Daemon.now, lastSave + .seconds(1))) }

    private func save(by time: Instant) {
        guard keeper != nil else { return }
        saveAt = min(saveAt ?? time, time)
    }

    private func keepState(at now: Instant) {
        guard let due = saveAt, due <= now else { return }
        saveAt = nil
        lastSave = now
        keeper?.keep(stateDocument)
    }

    // MARK: The service manager.

    private var heartbeatAt: Instant?

    private func notifyManager(at now: Instant) {
        if let interval = notify.watchdogInterval, now >= heartbeatAt ?? now {
            try? notify.watchdog()
            heartbeatAt = now + Interval(microseconds: interval.microseconds / 2)
        }
        guard notify.isActive else { return }
        let current = (inputs: attachedInputs, clients: server?.clientCount ?? 0)
        guard current != toldStatus else { return }
        toldStatus = current
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
            settings.panel.inputs[input].view.flatMap { place in views.first { $0.place == place }?.client }
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
