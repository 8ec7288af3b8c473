import LinuxSystem
import WheelCore
import WheelModel
import WheelServer
import WheelTouch
import WheelWire

/// The state file.
extension Daemon {
    /// Restores the state of an earlier run, and starts the thread that saves the state.
    ///
    /// Throws if the state cannot be restored or the thread cannot be started: a daemon that seems to work but saves
    /// nothing would lose all values at its end.
    func restoreState() throws(SystemError) {
        guard let path = Places.state(settings.state, file: source.file) else {
            Log.warning("state: \(Daemon.noPlace); values will not be kept")
            return
        }
        let keeper = try keeping(at: path) { () throws(Errno) in try StateKeeper(path: path) }
        try keeper.acquireLock()
        var loaded = try keeper.load()
        if !settings.state.restores { loaded.document.keepDefinitionsAlone() }
        var leftOut = StateReport(path: path)
        restore(loaded.document) { leftOut.add($0) }
        leftOut.publish("fits the configuration only in part: the rest is left out")
        try keeping(at: path) { () throws(Errno) in try keeper.start() }
        self.keeper = keeper
        saves = SaveSchedule()
        if loaded.isDamaged { keeper.keep(stateDocument) }
    }

    func restore(_ document: StateDocument, leftOut: (String) -> Void = { _ in }) {
        if recordingPath != nil { restoredState = document }
        var document = document
        restoreDefinitions(&document)
        panel.prepare { $0.restore(document, leftOut: leftOut) }
    }

    private func restoreDefinitions(_ document: inout StateDocument) {
        definitions = DefinitionStore(document)
        if !definitions.held.isEmpty {
            let fitted = Fitting(source, definitions.held, retries: true)
            settings = fitted.settings
            panel = Panel(settings.panel)
            reportEnds(of: fitted, at: .now)
            panel.prepare { definitions.restore(fitted.definitions, in: &$0, from: &document) }
        }
        definitions.limit()
    }

    private static let noPlace = "there is no file for it (no [state] path, no HOME)"

    /// Why values, or some of them, are not saved; `nil` if all are saved.
    var unsaved: String? { keeper.map(\.trouble) ?? Daemon.noPlace }

    private func keeping<Result>(at path: String, _ body: () throws(Errno) -> Result) throws(SystemError) -> Result {
        do throws(Errno) {
            return try body()
        } catch {
            throw SystemError("keep the state at", path, error)
        }
    }

    var stateDocument: StateDocument { definitions.document(of: instrument) }

    /// Schedules a save for a change that is not the change of a value.
    func recordState() { saves?.saveSoon(at: .now) }

    func saveState(at now: Instant) {
        if saves?.consume(at: now) == true { keeper?.keep(stateDocument) }
    }
}
