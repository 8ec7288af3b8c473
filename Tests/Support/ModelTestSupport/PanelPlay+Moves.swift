import TestSupport
import WheelCore
import WheelModel
import WheelTouch

extension PanelPlay {
    static func act(
        on panel: inout Panel, _ control: Int, _ choices: inout some Choices, at time: Instant,
        into changes: inout Changes
    ) {
        let client = choices.choice(clients)
        let input = choices.choice(knobs)
        switch choices.choice(27) {
        case 0:
            panel.receive(
                .pressed(button: 0), from: input, at: time, onlyLights: choices.once(in: 16), into: &changes)
        case 1: panel.receive(.released(button: 0), from: input, at: time, into: &changes)
        case 2: panel.receive(.state(.lost, detail: ""), from: input, at: time, into: &changes)
        case 3, 4, 5, 6: touch(&panel, &choices, at: time, into: &changes)
        case 7: panel.receive(.touchesCancelled, from: screen, at: time, into: &changes)
        case 8: panel.commit(control, at: time, into: &changes)
        case 9: panel.changeSpeed(of: control, to: .next, at: time, into: &changes)
        case 10:
            let names = (panel.settings.inputs[input].name, panel.settings.controls[control].name)
            let request = Request.focus(input: names.0, control: names.1)
            _ = try? panel.perform(request, by: .client(client), at: time, into: &changes)
        case 11: panel.show(.next, at: time, into: &changes)
        case 12: panel.lock(choices.once(in: 4), at: time, into: &changes)
        case 13: panel.clientLeft(client, at: time, into: &changes)
        case 24: panel.applyDraft(of: control, by: .client(client), at: time, into: &changes)
        case 25: panel.revertDraft(of: control, by: .input(input), at: time, into: &changes)
        case 26: panel.arrange(surface: screen, layout(of: panel.settings, isBank: choices.once(in: 2)))
        case 14:
            let request = request(on: control, of: panel, &choices)
            _ = try? panel.perform(request, by: .input(input), at: time, into: &changes)
        default: exercise(control, of: &panel, &choices, at: time, into: &changes)
        }
    }

    static func exercise(
        _ control: Int, of panel: inout Panel, _ choices: inout some Choices, at time: Instant,
        into changes: inout Changes
    ) {
        let client = choices.choice(clients)
        let input = choices.choice(knobs)
        switch choices.choice(12) {
        case 0, 1:
            let units = (choices.choice(9) - 4) * 120
            panel.receive(.turned(units: units), from: input, at: time, into: &changes)
        case 2 where choices.once(in: 2):
            panel.receive(
                .turned(units: units(&choices)), from: input, at: time, onlyLights: choices.once(in: 16),
                into: &changes)
        case 2:
            let start = choices.once(in: 8) ? nil : Double(choices.choice(256)) / 255
            let end = Double(choices.choice(256)) / 255
            panel.receive(
                .moved(from: start, to: end), from: input, at: time, onlyLights: choices.once(in: 16), into: &changes)
        case 3, 4, 5: set(control, of: &panel, by: client, &choices, at: time, into: &changes)
        case 6:
            let detents = choices.once(in: 2) ? Double(choices.choice(9) - 4) : choices.finiteNumber()
            _ = try? panel.turn(control, detents: detents, by: .client(client), at: time, into: &changes)
        case 7:
            let count = choices.once(in: 4) ? choices.pick(Extremes.integers) : choices.choice(9) - 4
            panel.step(control, by: count, source: .client(client), at: time, into: &changes)
        case 8:
            let positions = panel.controls[control].settings.positionList
            guard !positions.isEmpty else {
                return panel.reset(control, source: .client(client), at: time, into: &changes)
            }
            _ = try? panel.mark(
                choices.choice(positions.count), of: control, toggling: choices.once(in: 2), source: .client(client),
                at: time, into: &changes)
        default: ramp(control, of: &panel, by: client, &choices, at: time, into: &changes)
        }
    }

    private static func units(_ choices: inout some Choices) -> Int {
        choices.once(in: 2) ? choices.choice(256) - 128 : choices.pick(Extremes.integers)
    }

    private static func set(
        _ control: Int, of panel: inout Panel, by client: Int, _ choices: inout some Choices, at time: Instant,
        into changes: inout Changes
    ) {
        let manner = SetManner(commits: choices.choice(4) != 0, unlessEditing: choices.once(in: 4))
        let value = given(panel.controls[control], &choices)
        _ = try? panel.set([(control, value)], manner: manner, by: .client(client), at: time, into: &changes)
    }

    private static func given(_ control: Control, _ choices: inout some Choices) -> GivenValue {
        let standing = control.number
        return switch control.settings.quantity {
        case .float(let number) where number.wraps && choices.once(in: 4),
            .int(let number) where number.wraps && choices.once(in: 4):
            // The same value with additional rotations.
            .number(standing + Double(choices.choice(5) - 2) * number.range.span)
        case .float(let number): .number(self.number(near: number, &choices))
        case .int(let number): .number(whole(near: number, &choices))
        case .choice(let choice): .position(choices.choice(choice.positions.count))
        case .selection(let selection):
            .positions((0..<choices.choice(4)).map { _ in choices.choice(selection.positions.count) })
        }
    }

    /// A number near the range: in it, at its ends or close to them, half a step off the grid; or any number.
    static func number(near settings: NumberSettings, _ choices: inout some Choices) -> Double {
        let range = settings.range
        let lower = range.lower.isFinite ? range.lower : -1000
        let upper = range.upper.isFinite ? range.upper : 1000
        return switch choices.choice(8) {
        case 0: choices.pick([lower, lower.nextUp, lower.nextDown])
        case 1: choices.pick([upper, upper.nextUp, upper.nextDown])
        case 2, 3: lower + (upper - lower) * Double(choices.choice(256)) / 255
        case 4: lower + (Double(choices.choice(256)) - 100) * (settings.step ?? 0.7) / 2
        case 5: Double(choices.choice(256) - 128)
        default: choices.finiteNumber()
        }
    }

    /// Usually a number that an int accepts.
    private static func whole(near settings: NumberSettings, _ choices: inout some Choices) -> Double {
        let value = number(near: settings, &choices)
        return choices.once(in: 8) ? value : value.rounded()
    }

    private static func ramp(
        _ control: Int, of panel: inout Panel, by client: Int, _ choices: inout some Choices, at time: Instant,
        into changes: inout Changes
    ) {
        switch choices.choice(8) {
        case 0: _ = try? panel.pauseRamp(of: control, at: time, into: &changes)
        case 1: _ = try? panel.resumeRamp(of: control, at: time, into: &changes)
        case 2: _ = try? panel.cancelRamp(of: control, at: time, into: &changes)
        case 3, 4:
            let fraction = choices.once(in: 2) ? Double(choices.choice(256)) / 255 : choices.pick(Extremes.fractions)
            _ = try? panel.scrubRamp(of: control, to: fraction, by: .client(client), at: time, into: &changes)
        default:
            let motion = motion(of: panel.controls[control].settings, &choices)
            _ = try? panel.startRamp(motion, on: control, by: .client(client), at: time, into: &changes)
        }
    }

    private static func motion(of settings: ControlSettings, _ choices: inout some Choices) -> RampMotion {
        let number: NumberSettings =
            switch settings.quantity {
            case .float(let number), .int(let number): number
            case .choice, .selection: NumberSettings(range: ValueRange(0, 1))
            }
        return RampMotion(
            from: choices.once(in: 2) ? nil : self.number(near: number, &choices),
            target: choices.once(in: 2) ? .to(self.number(near: number, &choices)) : .by(choices.finiteNumber()),
            duration: choices.pick([.zero, Interval(microseconds: 1), .milliseconds(100), .seconds(1), .seconds(1e9)]),
            curve: curve(&choices), holds: choices.once(in: 2))
    }

    private static func curve(_ choices: inout some Choices) -> AnimationCurve {
        guard choices.once(in: 2) else { return choices.pick(AnimationCurve.named) }
        // Coordinates of a curve that the configuration accepts.
        func y() -> Double { choices.pick([0, 0.1, 1, -1, 2, 1000, -1000]) }
        func x() -> Double { choices.pick([0, 0.3, 0.7, 1, .leastNonzeroMagnitude, 1.0.nextDown]) }
        return .bezier(x1: x(), y1: y(), x2: x(), y2: y())
    }

    private static func request(on control: Int, of panel: Panel, _ choices: inout some Choices) -> Request {
        let settings = panel.controls[control].settings
        let name = settings.name
        var requests: [Request] = [
            .speed(.next), .moveFocus(by: 1), .moveFocus(by: -1), .focus(control: name), .page(.next), Request(.reset),
            .commit(control: name),
            .set(
                Assignment(control: name, value: written(given(panel.controls[control], &choices), settings)),
                SetManner()),
            .step(control: name, count: choices.choice(9) - 4), Request(.set, control: name, ["by": .integer(1)]),
            Request(.select), Request(.toggle), .lock(true), .lock(false), .toggleLock, .lock(true, controls: [name]),
            .lock(false, controls: [name]), .toggleLock(control: name),
        ]
        if let ramp = panel.settings.ramps.first { requests.append(.toggleRamp(ramp.name)) }
        if !settings.positionList.isEmpty {
            requests.append(.toggle(control: name, position: choices.pick(settings.positionList).name))
        }
        return choices.pick(requests)
    }

    /// The value with the names of its positions.
    private static func written(_ value: GivenValue, _ settings: ControlSettings) -> ControlValue {
        switch value {
        case .number(let number): .number(number)
        case .position(let index): .position(settings.positionList[index].name)
        case .positions(let indices): .positions(indices.map { settings.positionList[$0].name })
        }
    }
}
