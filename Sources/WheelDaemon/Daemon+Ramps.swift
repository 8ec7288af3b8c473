import WheelModel
import WheelProtocol

/// What clients ask of ramps.
extension Daemon {
    func performRamp(_ request: Request, for client: Int, at now: Instant) throws(RequestError) -> Answer {
        switch request {
        case .ramp(let name, let motion):
            return try ramp(name) { panel, control, changes throws(PanelRefusal) in
                try panel.startRamp(motion, on: control, at: now, into: &changes)
            }
        case .namedRamp(let name):
            guard let index = settings.panel.ramps.firstIndex(where: { $0.name == name }) else {
                throw .unknownRamp(name, among: settings.panel.ramps.map(\.name))
            }
            let known = settings.panel.ramps[index]
            return try ramp(settings.panel.controls[known.control].name) {
                panel, control, changes throws(PanelRefusal) in
                try panel.startRamp(known.motion, name: index, on: control, at: now, into: &changes)
            }
        case .pauseRamp(let name):
            return try ramp(name) { panel, control, changes throws(PanelRefusal) in
                try panel.pauseRamp(of: control, at: now, into: &changes)
            }
        case .resumeRamp(let name):
            return try ramp(name) { panel, control, changes throws(PanelRefusal) in
                try panel.resumeRamp(of: control, at: now, into: &changes)
            }
        case .cancelRamp(let name):
            return try ramp(name) { panel, control, changes throws(PanelRefusal) in
                try panel.cancelRamp(named: control, at: now, into: &changes)
            }
        case .scrubRamp(let name, let fraction):
            let control = try control(name)
            let status = try asked(of: control) { () throws(PanelRefusal) in
                try panel.scrubRamp(of: control, to: fraction, by: .client(client), at: now, into: &changes)
            }
            return .scrub(ValueAnswer(panel.controls[control]), RampProgress(status))
        default: return .done
        }
    }

    private func ramp(
        _ name: String, _ body: (inout Panel, Int, inout ChangeList) throws(PanelRefusal) -> RampStatus
    ) throws(RequestError) -> Answer {
        let control = try control(name)
        let status = try asked(of: control) { () throws(PanelRefusal) in try body(&panel, control, &changes) }
        return .ramp(control: name, RampProgress(status))
    }
}
