import WheelCore
import WheelModel
import WheelTouch
import WheelWire

/// Answers to clients' requests.
extension Panel {
    /// Performs a request. `nil` if the instrument does not know its operation.
    public mutating func answer(
        _ request: Request, from client: Int, at now: Instant, into changes: inout Changes
    ) throws(RequestError) -> Answer? {
        do throws(CommandRefusal) {
            return try perform(request, by: .client(client), at: now, into: &changes).map {
                instrument.answer($0, at: now)
            }
        } catch {
            throw RequestError(error)
        }
    }
}

extension Instrument {

    fileprivate func answer(_ outcome: CommandOutcome, at now: Instant) -> Answer {
        switch outcome {
        case .done: .done
        case .control(let control): .control(state(of: control, at: now))
        case .value(let control, let outcome): .value(ValueAnswer(controls[control], outcome: outcome))
        case .values(let changed, let outcome):
            .values(
                changed.map { Assignment(control: settings.controls[$0].name, value: ControlValue(controls[$0])) },
                outcome)
        case .speed(let control):
            .speed(
                control: settings.controls[control].name,
                speed: settings.controls[control].speeds[controls[control].speed].name)
        case .page: .page(page.map { settings.pages[$0].name } ?? "")
        case .ramp(let control, let status):
            .ramp(control: settings.controls[control].name, RampProgress(status))
        case .scrub(let control, let status): .scrub(ValueAnswer(controls[control]), RampProgress(status))
        }
    }
}
