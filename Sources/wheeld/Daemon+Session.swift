import LinuxSystem
import WheelCore
import WheelInput
import WheelModel
import WheelServer
import WheelTouch
import WheelWire

/// The border of the instrument: everything from outside that may cause an event enters through `enter` and `perform`,
/// which also record it (docs/recordings.md).
///
/// Inside are the panel, the definitions and the publisher, which know no clock and no device. A replay enters the
/// recorded entries at their times. The hub and the displays do not run in a replay: what they would enter is already
/// among the recorded entries.
extension Daemon {
    func enter(_ entry: SessionEntry, at time: Instant) {
        record(entry, at: time)
        play(entry, at: time)
    }

    /// Performs a request of a client or a hand. Returns `nil` for `define` and `undefine`, for an operation that the
    /// panel does not perform, and if hands may not perform the request now.
    func perform(_ request: Request, by asker: Asker, at now: Instant) throws(RequestError) -> CommandOutcome? {
        let changesDefinitions = request.operation == .define || request.operation == .undefine
        if !changesDefinitions { wake(at: now) }
        if request.operation.entersInstrument { record(.request(request, asker), at: now) }
        if changesDefinitions, case .client(let client) = asker {
            try performOnDefinitions(request, by: client, at: now)
            return nil
        }
        do throws(CommandRefusal) {
            return try panel.perform(request, by: asker, at: now, into: &changes)
        } catch {
            throw RequestError(error)
        }
    }

    func wake(at now: Instant) {
        if let due = panel.deadline, due <= now { record(.wake, at: now) }
        panel.wake(at: now, into: &changes)
    }

    private func record(_ entry: SessionEntry, at time: Instant) {
        guard recording != nil else { return }
        // Changes that are not published yet are published together with the changes of this entry.
        recording?.append(contentsOf: entry.line(at: time, joins: !changes.isEmpty).utf8)
    }

    private func play(_ entry: SessionEntry, at time: Instant) {
        switch entry {
        case .input(let input, let event, let onlyLights): take(event, from: input, at: time, onlyLights: onlyLights)
        case .buttons(let names, let input): addButtons(named: names, of: input)
        case .closed(let input): panel.receive(.state(.lost, detail: ""), from: input, at: time, into: &changes)
        case .layout(let arrangement, var layout):
            layout.isBank = layout.isBank && arrangement.hasMark
            layouts[layout.display] = (layout, arrangement.density)
            arrangeSurfaces(of: layout.display)
        // A request that is refused here was also refused in the recorded session.
        case .request(let request, let asker): _ = try? perform(request, by: asker, at: time)
        case .wake: wake(at: time)
        case .left(let client):
            panel.clientLeft(client, at: time, into: &changes)
            definitions.release(client: client, at: time)
        case .definitionsEnded: endDefinitions(at: time)
        case .configuration(_, let fitted): adoptSettings(fitted, at: time)
        case .display(let name, let state, let detail):
            server?.publish(.display(name, state, detail: detail), at: time)
            let lost = state == .attached ? nil : settings.displays.firstIndex { $0.name == name }
            guard let index = lost else { break }
            layouts[index] = nil
            arrangeSurfaces(of: index)
        case .view(let place, let client):
            viewers[place] = client
            layouts[InputSettings.display(ofView: place)] = nil
            if client != nil { server?.rename(names) }
        case .end: panel.commitAll(at: time, into: &changes)
        }
    }

    // MARK: The recording

    /// Creates the file, after the state was restored and before the first entry.
    func startRecording() throws(SystemError) {
        guard let path = recordingPath else { return }
        do throws(Errno) {
            recordingFile = try SessionFile(path)
        } catch {
            throw SystemError("record the session in", path, error)
        }
        recording = recordingStart
        restoredState = StateDocument()
        Log.info("session: recorded in \(path)")
    }

    /// The first lines of a recording: the options, the configuration and the state at the start.
    var recordingStart: [UInt8] {
        var options = source.gpio.map { ["--gpio", $0] } ?? []
        if source.demonstrates { options.append("--demonstration") }
        if source.simulates { options.append("--simulate") }
        var document = LineBuffer(capacity: 4096)
        restoredState.write(to: &document)
        // The document has newlines only between its entries, since newlines in texts are escaped. So it can be written
        // as one line.
        let state = document.text.split(separator: "\n").joined(separator: " ")
        let lines = """
            \(SessionPlayer.title)
            # wheeld \(Version.text)
            options \(SessionLine.list(options))
            configuration \(SessionLine.configuration(source.loaded))
            state \(state)

            """
        return Array(lines.utf8)
    }

    /// Passes the entries of this iteration to the thread that writes the file.
    func keepRecording() {
        guard let text = recording, !text.isEmpty, let recordingFile else { return }
        recording = recordingFile.write(text) ? [] : nil
    }

    func endRecording() {
        keepRecording()
        recording = nil
        recordingFile?.finish()
    }

    // MARK: The replay

    /// Begins without devices, displays and clients. `tap` gets the lines that a client would get.
    func startReplay(_ state: StateDocument, tap: @escaping (UnsafeRawBufferPointer) -> Void) {
        isReplay = true
        restore(state)
        let server = Server(loop: loop, names: names, panel: settings.panel, delegate: self)
        server.tap = tap
        self.server = server
    }

    func replay(_ entry: SessionEntry, at time: Instant) {
        fixedTime = time
        play(entry, at: time)
        server?.flush(at: time)
    }

    /// The entry for a recorded configuration. The recorded text is read again.
    func reread(_ text: SettingsSource.Text?) throws(RecordingProblem) -> SessionEntry {
        do throws(SettingsSource.Refusal) {
            _ = try source.ownSettings(text)
        } catch {
            throw RecordingProblem(error)
        }
        return .configuration(text, Fitting(source, definitions.held, retries: true))
    }
}

extension RecordingProblem {
    init(_ refusal: SettingsSource.Refusal) {
        self.init(message: "this version of wheeld refuses the configuration: \(refusal.lines.first ?? "")")
    }
}
