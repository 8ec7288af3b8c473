import LinuxSystem
import WheelCore
import WheelModel
import WheelServer
import WheelTouch
import WheelWire

/// What enters the instrument is recorded here, and replayed (docs/recordings.md).
///
/// The border of the instrument is the panel, the definitions and the publisher: they know no clock and no device. All
/// calls from outside that may cause an event pass through the functions below, or call `record` themselves, before
/// they have an effect. A replay calls the same functions with the same arguments, at the recorded times.
///
/// Nothing of the daemon runs in a replay that would record again what it causes: without a hub no device sends events,
/// displays stay closed, and layouts are set only by their entries.
extension Daemon {
    /// Records an entry. Call this before the entry has an effect.
    func record(_ entry: @autoclosure () -> SessionEntry, at time: Instant) {
        // Changes that are not published yet belong to the same step as those of this entry.
        recorder?.add(entry(), at: time, joins: !changes.isEmpty)
    }

    func wake(at now: Instant) {
        if let due = panel.deadline, due <= now { record(.wake, at: now) }
        panel.wake(at: now, into: &changes)
    }

    func perform(
        _ request: Request, by asker: Asker, at now: Instant
    ) throws(CommandRefusal) -> CommandOutcome? {
        wake(at: now)
        if recorder != nil, request.operation.changesPanel { record(.request(request, asker), at: now) }
        return try panel.perform(request, by: asker, at: now, into: &changes)
    }

    func commitAll(at now: Instant) {
        record(.end, at: now)
        panel.commitAll(at: now, into: &changes)
    }

    func setLayout(_ layout: TouchLayout, of input: Int, slopPixels: Double) {
        guard !isReplay else { return }
        record(.layout(layout, input: input, slopPixels: slopPixels), at: now)
        panel.arrange(surface: input, layout, slopPixels: slopPixels)
    }

    func publishDisplay(_ name: String, _ state: DeviceState, _ detail: String, at time: Instant) {
        record(.display(name, state, detail: detail), at: time)
        server?.publish(.display(name, state, detail: detail), at: time)
    }

    func setViewer(_ client: Int?, ofView place: Int) {
        record(.view(place: place, client: client), at: now)
        viewers[place] = client
        if client != nil { server?.rename(names) }
    }

    // MARK: The recording

    /// Creates the file, after the state was restored and before anything else enters.
    func startRecording() throws(SystemError) {
        guard let path = recordingPath else { return }
        do throws(Errno) {
            let file = try SessionFile(path)
            recordingFile = file
            recorder = SessionRecorder(sessionStart, write: file.write)
        } catch {
            throw SystemError("record the session in", path, error)
        }
        restoredState = StateDocument()
        Log.info("session: recorded in \(path)")
    }

    var sessionStart: SessionStart {
        var options: [String] = []
        if let gpio = source.gpio { options += ["--gpio", gpio] }
        if source.demonstrates { options.append("--demonstration") }
        if source.simulates { options.append("--simulate") }
        return SessionStart(
            options: options, configuration: source.loaded.map { SessionConfiguration($0) }, state: restoredState)
    }

    /// Passes the entries of this iteration to the thread of the file.
    func keepRecording() {
        if recorder?.flush() == false { endRecording() }
    }

    func endRecording() {
        _ = recorder?.flush()
        recorder = nil
        recordingFile?.finish()
        recordingFile = nil
    }

    // MARK: The replay

    /// Begins without devices, displays and clients. `tap` gets the lines of the events.
    func startReplay(_ state: StateDocument, tap: @escaping (UnsafeRawBufferPointer) -> Void) {
        isReplay = true
        restore(state)
        let server = Server(loop: loop, names: names, panel: settings.panel, delegate: self)
        server.tap = tap
        self.server = server
    }

    /// `joins`: the changes of the entry belong to the same step as those of the entry before.
    func replay(_ entry: SessionEntry, at time: Instant, joins: Bool) throws(SessionProblem) {
        if !joins { publishChanges() }
        fixedTime = time
        switch entry {
        case .input(let input, let event, let onlyLights): receive(event, from: input, at: time, onlyLights: onlyLights)
        case .buttons(let names, let input): _ = buttons(named: names, of: input)
        case .closed(let input): releaseDevice(of: input, at: time)
        case .layout(let layout, let input, let slop): panel.arrange(surface: input, layout, slopPixels: slop)
        // A refused request was refused then, too.
        case .request(let request, let asker): _ = try? perform(request, by: asker, at: time)
        case .wake: wake(at: time)
        case .left(let client): clientLeft(client)
        case .definition(let request, let client): try? performOnDefinitions(request, by: client, at: time)
        case .definitionsEnded: endDefinitions(at: time)
        case .configuration(let text): try adopt(text, at: time)
        case .display(let name, let state, let detail): publishDisplay(name, state, detail, at: time)
        case .view(let place, let client): setViewer(client, ofView: place)
        case .end: commitAll(at: time)
        }
        server?.flush(at: time)
    }

    private func adopt(_ text: SessionConfiguration?, at time: Instant) throws(SessionProblem) {
        do throws(SettingsSource.Refusal) {
            _ = try source.ownSettings(text?.loaded)
        } catch {
            throw SessionProblem(error)
        }
        whileClientsStay { adoptSettings(Fitting(source, definitions.held, retries: true), at: time) }
    }

    /// Publishes what the last entry has caused.
    func endReplay() {
        publishChanges()
        server?.flush(at: now)
    }
}

extension SessionProblem {
    init(_ refusal: SettingsSource.Refusal) {
        self.init("this version of wheeld refuses the configuration: \(refusal.lines.first ?? "")")
    }
}
