import WheelCore
import WheelModel
import WheelWire

extension Answer {
    public init(_ outcome: CommandOutcome, of instrument: Instrument, at time: Instant) {
        let (controls, settings) = (instrument.controls, instrument.settings)
        self =
            switch outcome {
            case .done: .done
            case .control(let control): .control(instrument.state(of: control, at: time))
            case .value(let control, let outcome): .value(ValueAnswer(controls[control], outcome: outcome))
            case .values(let changed, let outcome):
                .values(
                    changed.map { Assignment(control: settings.controls[$0].name, value: ControlValue(controls[$0])) },
                    outcome)
            case .speed(let control):
                .speed(
                    control: settings.controls[control].name,
                    speed: settings.controls[control].speeds[controls[control].speed].name)
            case .page: .page(instrument.page.map { settings.pages[$0].name } ?? "")
            case .ramp(let control, let status):
                .ramp(control: settings.controls[control].name, RampProgress(status))
            case .scrub(let control, let status): .scrub(ValueAnswer(controls[control]), RampProgress(status))
            }
    }
}
