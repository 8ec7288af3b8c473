import LinuxSystem
import WheelCore
import WheelInput
import WheelModel
import WheelTouch
import WheelWire

/// A reload reads the configuration again, and applies all of it or none.
extension Daemon {
    func reload() throws(RequestError) {
        try? notify.reloading()
        defer { try? notify.ready(status: status) }
        do throws(SettingsSource.Refusal) {
            // The file is first checked without the definitions of clients: it must not depend on what clients define.
            _ = try source.load()
            adopt(Fitting(source, definitions.held, retries: true))
            Log.info("configuration: reloaded")
        } catch {
            for line in error.lines { Log.error(line) }
            Log.error("configuration: refused, nothing has changed")
            throw RequestError(error.mistakes, .badConfiguration)
        }
    }

    func adopt(_ fitted: Fitting) {
        let now = self.now
        let old = settings
        let new = fitted.settings
        releaseDevices(notIn: new, at: now)
        reportLostPictures(notIn: new, at: now)
        let surfacesBefore = surfaces
        whileClientsStay {
            enter(.configuration(source.loaded, fitted), at: now)
            warnOfRestart(old, new)
            makeRoomForClients()
            server?.admit(rights(), maxClients: new.socket.maxClients)
            openDisplays()
            hub?.update(settings: new.panel.inputs, buttonDebounce: new.buttonDebounce, at: now)
            keepSurfaces(surfacesBefore, of: old, at: now)
            renewViews(at: now)
        }
        // New inputs do not report raw events yet: `followRawSubscriptions` must turn raw events on again.
        reportsRaw = false
    }

    /// The part of a reload that a replay does as well.
    func adoptSettings(_ fitted: Fitting, at now: Instant) {
        let old = settings
        let new = fitted.settings
        replacePanel(
            by: Panel(new.panel), fitted, Continuity(from: panel.settings, toReloaded: new.panel), at: now
        ) { control, misfit in
            Log.warning("control '\(control.name)': \(misfit.sentence(now: "it is now"))")
        }
        inputs = new.panel.inputs.map { input in
            old.panel.inputs.firstIndex { $0.hasSameDevice(as: input) }.map { inputs[$0] } ?? InputRecord()
        }
        inputsWithEffects = inputs.indices.filter { inputs[$0].hasEffects }
        surfaces = [:]
        announcePanel(fitted, at: now)
    }

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

    /// Devices that are closed report no release. The held buttons of these devices are released here, while clients
    /// still know the old names.
    private func releaseDevices(notIn new: Settings, at now: Instant) {
        let indices = hub?.indices(in: new.panel.inputs, buttonDebounce: new.buttonDebounce)
        for (input, index) in (indices ?? []).enumerated() where index == nil {
            enter(.closed(input: input), at: now)
        }
    }

    /// Touchscreens that stay open do not report their sizes again, so the known sizes are processed again.
    private func keepSurfaces(_ before: [Int: TouchSurfaceSize], of old: Settings, at now: Instant) {
        for (index, input) in settings.panel.inputs.enumerated() where surfaces[index] == nil {
            guard let place = old.panel.inputs.firstIndex(where: { $0.hasSameDevice(as: input) }),
                let surface = before[place]
            else { continue }
            receive(.surface(surface), from: index, at: now)
        }
    }
}
