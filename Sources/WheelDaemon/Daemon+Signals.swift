import LinuxSystem
import WheelInput
import WheelModel
import WheelProtocol
import WheelSettings

/// What the service manager and the keyboard ask for.
extension Daemon {
    /// Reads the configuration again: taken over as a whole, or refused as a whole.
    func reload() {
        try? notify.reloading()
        defer { try? notify.ready(status: status) }
        do throws(SettingsSource.Refusal) {
            take(over: try source.load())
            Log.info("configuration: taken over")
        } catch {
            for line in error.lines { Log.error(line) }
            Log.error("configuration: refused, nothing has changed")
        }
    }

    private func take(over new: Settings) {
        letGoOfDevices(notIn: new)
        // What is open belongs to controls as they were.
        panel.commitAll(at: Daemon.now, into: &changes)
        publishChanges()
        publisher?.flush(at: Daemon.now)
        let old = settings
        var next = Panel(new.panel)
        next.takeOver(from: panel, at: Daemon.now, into: &changes)
        panel = next
        settings = new
        inputs = new.panel.inputs.map { input in
            old.panel.inputs.firstIndex { $0.hasSameDevice(as: input) }.map { inputs[$0] } ?? InputRecord()
        }
        warnOfRestart(old, new)
        makeRoomForClients()
        // Whatever happens from here on is told by the new names, and clients have to know them first.
        publisher?.reconfigure(
            names: names, panel: new.panel, rights: rights(), maxClients: new.socket.maxClients)
        publisher?.publish(controls: listing, at: Daemon.now)
        publishChanges()
        let surfacesBefore = surfaces
        surfaces = [:]
        openDisplays()
        hub?.update(settings: new.panel.inputs, buttonDebounce: new.buttonDebounce, at: Daemon.now)
        keepSurfaces(surfacesBefore, of: old)
        reopenTerminal()
        // New inputs have not been asked yet.
        reportsRaw = false
    }
}

extension Daemon {
    /// What is opened once stays as it is.
    private func warnOfRestart(_ old: Settings, _ new: Settings) {
        let keys = [
            ("[socket] path", old.socket.path != new.socket.path),
            ("[socket] mode", old.socket.mode != new.socket.mode),
            ("[socket] group", old.socket.group != new.socket.group),
            ("[state] path", old.state.path != new.state.path),
        ]
        for (key, hasChanged) in keys where hasChanged {
            Log.warning("configuration: the new \(key) takes effect at a restart")
        }
    }

    /// Devices that are given back report no release. What they hold is released here, while clients still know its
    /// names.
    private func letGoOfDevices(notIn new: Settings) {
        let indices = hub?.indices(in: new.panel.inputs, buttonDebounce: new.buttonDebounce)
        for (input, index) in (indices ?? []).enumerated() where index == nil {
            panel.detach(input, at: Daemon.now, into: &changes)
        }
    }

    /// The touchscreens that stay do not tell their size again.
    private func keepSurfaces(_ before: [Int: TouchSurfaceSize], of old: Settings) {
        for (index, input) in settings.panel.inputs.enumerated() where surfaces[index] == nil {
            guard let place = old.panel.inputs.firstIndex(where: { $0.hasSameDevice(as: input) }),
                let surface = before[place]
            else { continue }
            receive(.surface(surface), from: index, at: Daemon.now)
        }
    }
}

/// Hears signals as something to read.
final class SignalHandler: EventHandler {
    private unowned let daemon: Daemon
    private let signals: SignalDescriptor
    /// On a terminal SIGHUP means that the terminal has gone; from the service manager, whose console it may be, never.
    private let hangupEnds: Bool

    init(_ daemon: Daemon, _ signals: SignalDescriptor, hangupEnds: Bool) {
        self.daemon = daemon
        self.signals = signals
        self.hangupEnds = hangupEnds
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        while let received = try? signals.next() {
            switch received.signal {
            case .windowChange: daemon.checkTerminal()
            // The terminal would be left in a state in which nobody can use it.
            case .terminalStop: break
            case .hangup where !hangupEnds: daemon.reload()
            default: daemon.isEnding = true
            }
        }
    }
}
