import LinuxSystem
import WheelCore
import WheelInput
import WheelModel
import WheelTouch
import WheelWire

/// A reload: the configuration is read again, and all of it is applied or nothing.
extension Daemon {
    func reload() throws(RequestError) {
        try? notify.reloading()
        defer { try? notify.ready(status: status) }
        do throws(SettingsSource.Refusal) {
            // The file alone must be without mistakes: it cannot name what clients define.
            _ = try source.load()
            adopt(fittedSettings())
            Log.info("configuration: reloaded")
        } catch {
            for line in error.lines { Log.error(line) }
            Log.error("configuration: refused, nothing has changed")
            throw RequestError(error.mistakes, .badConfiguration)
        }
    }

    private func adopt(_ fitted: Fitting) {
        let new = fitted.settings
        letGoOfDevices(notIn: new)
        letGoOfPictures(notIn: new)
        let continuity = Continuity(from: panel.settings, toReloaded: new.panel)
        sendEnds(at: Daemon.now) { panel, changes in panel.end(except: continuity, at: Daemon.now, into: &changes) }
        let old = settings
        var next = Panel(new.panel)
        let misfits = next.adopt(panel, continuity, at: Daemon.now, into: &changes) { control, misfit in
            Log.warning("control '\(control.name)': \(misfit.sentence(now: "it is now"))")
        }
        let panelBefore = instrument
        panel = next
        settings = new
        adopt(fitted, from: panelBefore, misfits, at: Daemon.now)
        inputs = new.panel.inputs.map { input in
            old.panel.inputs.firstIndex { $0.hasSameDevice(as: input) }.map { inputs[$0] } ?? InputRecord()
        }
        warnOfRestart(old, new)
        makeRoomForClients()
        // Events from here on use the new names, so clients must get these first.
        server?.admit(rights(), maxClients: new.socket.maxClients)
        server?.reconfigure(names: names, panel: new.panel)
        server?.publish(.controls(currentListing), at: Daemon.now)
        publishChanges()
        reportEnds(of: fitted, at: Daemon.now)
        let surfacesBefore = surfaces
        surfaces = [:]
        openDisplays()
        hub?.update(settings: new.panel.inputs, buttonDebounce: new.buttonDebounce, at: Daemon.now)
        keepSurfaces(surfacesBefore, of: old)
        renewViews(at: Daemon.now)
        // Raw events are not on for new inputs yet.
        reportsRaw = false
    }
}

extension Daemon {
    /// Warns of keys that take effect at a restart only.
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

    /// Devices that are closed report no release. Their held buttons are released here, while clients still know the old names.
    private func letGoOfDevices(notIn new: Settings) {
        let indices = hub?.indices(in: new.panel.inputs, buttonDebounce: new.buttonDebounce)
        for (input, index) in (indices ?? []).enumerated() where index == nil {
            panel.receive(.state(.lost, detail: ""), from: input, at: Daemon.now, into: &changes)
        }
    }

    /// Touchscreens that stay open do not report their size again.
    private func keepSurfaces(_ before: [Int: TouchSurfaceSize], of old: Settings) {
        for (index, input) in settings.panel.inputs.enumerated() where surfaces[index] == nil {
            guard let place = old.panel.inputs.firstIndex(where: { $0.hasSameDevice(as: input) }),
                let surface = before[place]
            else { continue }
            receive(.surface(surface), from: index, at: Daemon.now)
        }
    }
}
