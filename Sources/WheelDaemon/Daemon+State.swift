import LinuxSystem
import WheelModel
import WheelProtocol
import WheelPublisher
import WheelSettings

/// The state file.
extension Daemon {
    /// Restores the state of an earlier run, and starts the thread that saves it.
    func restoreState() throws(SystemError) {
        guard let path = Places.state(settings.state) else {
            Log.warning("state: there is no place for it (no [state] path, no HOME); values will not be kept")
            return
        }
        let keeper: StateKeeper
        do throws(Errno) {
            keeper = try StateKeeper(path: path)
        } catch {
            return Log.warning("state: nothing can be kept: \(error)")
        }
        try keeper.takeLock()
        var loaded = keeper.load()
        if !settings.state.restores { loaded.document.keepDefinitionsAlone() }
        var leftOut = StateReport(path: path)
        restoreDefinitions(&loaded.document)
        panel.restore(loaded.document) { leftOut.add($0) }
        leftOut.tell("fits the configuration in part: the rest of it is left out")
        do throws(Errno) {
            try keeper.start()
        } catch {
            return Log.warning("state: nothing can be kept: \(error)")
        }
        self.keeper = keeper
        if loaded.isDamaged { keeper.keep(stateDocument) }
    }
}
