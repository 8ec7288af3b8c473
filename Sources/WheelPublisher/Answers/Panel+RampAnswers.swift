import WheelGeometry
import WheelModel
import WheelProtocol

/// What clients ask of ramps.
extension Panel {
    mutating func answerOfRamp(
        _ request: Request, from client: Int, at now: Instant, into changes: inout Moment
    ) throws(RequestError) -> Answer {
        switch request {
        case .ramp(let name, let motion):
            return try ramp(name, into: &changes) { panel, control, changes throws(PanelRefusal) in
                try panel.startRamp(motion, on: control, at: now, into: &changes)
            }
        case .namedRamp(let name):
            guard let index = settings.ramps.firstIndex(where: { $0.name == name }) else {
                throw .unknownRamp(name, among: settings.ramps.map(\.name))
            }
            let known = settings.ramps[index]
            return try ramp(settings.controls[known.control].name, into: &changes) {
                panel, control, changes throws(PanelRefusal) in
                try panel.startRamp(known.motion, name: index, on: control, at: now, into: &changes)
            }
        case .pauseRamp(let name):
            return try ramp(name, into: &changes) { panel, control, changes throws(PanelRefusal) in
                try panel.pauseRamp(of: control, at: now, into: &changes)
            }
        case .resumeRamp(let name):
            return try ramp(name, into: &changes) { panel, control, changes throws(PanelRefusal) in
                try panel.resumeRamp(of: control, at: now, into: &changes)
            }
        case .cancelRamp(let name):
            return try ramp(name, into: &changes) { panel, control, changes throws(PanelRefusal) in
                try panel.cancelRamp(named: control, at: now, into: &changes)
            }
        case .scrubRamp(let name, let fraction):
            let control = try control(name)
            let status = try Panel.asked(of: settings.controls[control]) { () throws(PanelRefusal) in
                try self.scrubRamp(of: control, to: fraction, by: .client(client), at: now, into: &changes)
            }
            return .scrub(ValueAnswer(controls[control]), RampProgress(status))
        default: return .done
        }
    }

    private mutating func ramp(
        _ name: String, into changes: inout Moment,
        _ body: (inout Panel, Int, inout Moment) throws(PanelRefusal) -> RampStatus
    ) throws(RequestError) -> Answer {
        let control = try control(name)
        let status = try Panel.asked(of: settings.controls[control]) { () throws(PanelRefusal) in
            try body(&self, control, &changes)
        }
        return .ramp(control: name, RampProgress(status))
    }
}
