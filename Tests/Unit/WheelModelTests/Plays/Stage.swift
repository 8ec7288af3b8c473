import ModelTestSupport
import TestSupport
import WheelCore

import WheelModel
import WheelTouch

/// The environment of a play: an instrument, its clock, and the vocabulary of operations.
struct Stage {
    private var panel: Panel
    private var time = Instant(microseconds: 0)
    private var changes = Changes()
    /// Parts of a request's answer that are not changes.
    private var remarks: [String] = []
    private let names: [String]
    private let inputs: [String]
    private let showsSteps: Bool
    /// Whether the first event of the line only lights a dark display.
    private var isDark = false

    init(_ settings: PanelSettings, showsSteps: Bool) {
        self.showsSteps = showsSteps
        panel = Panel(settings)
        names = settings.controls.map(\.name)
        inputs = settings.inputs.map(\.name)
        for input in inputs.indices { _ = panel.button(named: "", of: input) }
    }

    mutating func perform(_ line: String) -> [String] {
        changes.removeAll()
        remarks = []
        var words = line.split(separator: " ").map(String.init)
        let now = time
        defer { if time < now { time = now } }
        if words.count > 3, words[2] == "ago" {
            time = time + Interval(microseconds: -Int64(number(words[0]) * 1000))
            words.removeFirst(3)
        }
        isDark = words[0] == "dark"
        if isDark { words.removeFirst() }
        switch words[0] {
        case "after": wait(number(words[1]) * (words[2] == "s" ? 1000 : 1))
        case "late": oversleep(number(words[1]) * (words[2] == "s" ? 1000 : 1))
        case "page": panel.show(page(words[1]), at: time, into: &changes)
        case "reload": reload()
        case "lock", "unlock":
            let locks = words[0] == "lock"
            if words.count == 1 { panel.lock(locks, at: time, into: &changes) }
            for name in words.dropFirst() { panel.lock(control(name), locks, at: time, into: &changes) }
        case "values": return [values(ofPreset: words[1])]
        case "look": return words.dropFirst().map { look(at: $0) }
        case "client": client(Int(number(words[1])), Array(words[2...]))
        default:
            if let input = inputs.firstIndex(of: words[0]) {
                hand(input, Array(words[1...]))
            } else {
                preconditionFailure("no such actor: \(line)")
            }
        }
        let account = Account(names: names, inputs: inputs, panel: panel)
        return (showsSteps ? account.steps(of: changes) : account.text(of: changes)) + remarks
    }

    private mutating func wait(_ milliseconds: Double) {
        let end = time + Interval(microseconds: Int64(milliseconds * 1000))
        while let deadline = panel.deadline, deadline <= end { panel.wake(at: max(deadline, time), into: &changes) }
        time = end
    }

    /// Lets time pass and wakes the panel only at its end.
    private mutating func oversleep(_ milliseconds: Double) {
        time = time + Interval(microseconds: Int64(milliseconds * 1000))
        panel.wake(at: time, into: &changes)
    }

    /// Reloads the same configuration.
    private mutating func reload() {
        panel.commitAll(at: time, into: &changes)
        var next = Panel(panel.settings)
        next.adopt(panel, Continuity(from: panel.settings, toReloaded: next.settings), at: time, into: &changes)
        panel = next
    }

    private mutating func hand(_ input: Int, _ words: [String]) {
        switch words[0] {
        case "turns": turn(input, Array(words[1...]))
        case "moves": move(input, from: number(words[1]), to: number(words[3]))
        case "comes": move(input, from: nil, to: number(words[2]))
        case "down", "up":
            let button = panel.button(named: words.count > 1 ? words[1] : "", of: input)
            give(words[0] == "down" ? .pressed(button: button) : .released(button: button), from: input)
        case "begins":
            let button = panel.button(named: words.count > 2 ? words[2] : "", of: input)
            panel.begin(input, button: button, isDown: words[1] == "down", at: time, into: &changes)
        case "clicks":
            give(.pressed(button: 0), from: input)
            wait(50)
            give(.released(button: 0), from: input)
        case "goes": give(.state(.lost, detail: ""), from: input)
        case "focuses": panel.focus(input, on: control(words[1]), at: time, into: &changes)
        default: preconditionFailure("no such move: \(words)")
        }
    }

    /// Passes an event of a device. Only the first event of a line arrives while the display is dark.
    private mutating func give(_ event: InputEvent, from input: Int) {
        panel.receive(event, from: input, at: time, onlyLights: isDark, into: &changes)
        isDark = false
    }

    private mutating func move(_ input: Int, from start: Double?, to end: Double) {
        give(.moved(from: start, to: end), from: input)
    }

    /// Turns by `+3` detents at once, `+3 in 100 ms` evenly spaced, or `+15 units` of a high-resolution wheel.
    private mutating func turn(_ input: Int, _ words: [String]) {
        let count = Int(number(words[0]))
        if words.count > 1, words[1] == "units" {
            give(.turned(units: count), from: input)
        } else if words.count > 1, words[1] == "in" {
            for _ in 0..<abs(count) {
                wait(number(words[2]) / Double(abs(count)))
                give(.turned(units: count.signum() * 120), from: input)
            }
        } else {
            give(.turned(units: count * 120), from: input)
        }
    }

    private mutating func client(_ client: Int, _ words: [String]) {
        if words[0] == "leaves" { return panel.clientLeft(client, at: time, into: &changes) }
        if words[0] == "recalls" || words[0] == "stores" {
            ask(words[0] == "recalls" ? .recall(preset: words[1]) : .store(preset: words[1]), by: client)
            return
        }
        let control = control(words[1])
        let name = panel.settings.controls[control].name
        switch words[0] {
        case "sets": set(control, words, by: client)
        case "turns":
            let speed = words.count > 4 ? words[4] : nil
            ask(.turn(control: name, detents: number(words[2]), speed: speed), by: client)
        case "steps": ask(.step(control: name, count: Int(number(words[2]))), by: client)
        case "speeds" where words[2] == "first": ask(Request(.speedReset, control: name), by: client)
        case "speeds": ask(.speed(control: name, NameChoice(words[2])), by: client)
        case "resets": ask(.reset(control: name), by: client)
        case "applies": ask(.apply(control: name), by: client)
        case "reverts": ask(.revert(control: name), by: client)
        case "commits": ask(.commit(control: name), by: client)
        case "toggles": ask(.toggle(control: name, position: words[2]), by: client)
        case "selects": ask(.select(control: name, position: words[2]), by: client)
        case "ramps": ask(.ramp(control: name, motion(words)), by: client)
        case "pauses": ask(.pauseRamp(control: name), by: client)
        case "resumes": ask(.resumeRamp(control: name), by: client)
        case "restarts": ask(.restartRamp(control: name), by: client)
        case "reverses": ask(.reverseRamp(control: name), by: client)
        case "cancels": ask(.cancelRamp(control: name), by: client)
        case "scrubs": ask(.scrubRamp(control: name, fraction: number(words[2])), by: client)
        default: preconditionFailure("no such request: \(words)")
        }
    }

    @discardableResult
    private mutating func ask(_ request: Request, by client: Int) -> CommandOutcome? {
        do throws(CommandRefusal) {
            return try panel.perform(request, by: .client(client), at: time, into: &changes)
        } catch {
            if case .refused(let refusal, _) = error {
                remarks.append("refused: \(refusal)")
            } else {
                remarks.append("refused: \(error)")
            }
            return nil
        }
    }

    /// Performs `sets level 5`, `sets level 5 and pan 1` (all or none), `… without commit` or `… unless editing`.
    private mutating func set(_ control: Int, _ words: [String], by client: Int) {
        var values = [assignment(words[2], to: control)]
        if words.count > 5, words[3] == "and" { values.append(assignment(words[5], to: self.control(words[4]))) }
        let manner = SetManner(
            commits: !words.contains("without"), unlessEditing: words.contains("unless"))
        let request = values.count == 1 ? Request.set(values[0], manner) : .setAll(values, manner)
        let outcome: SetOutcome
        switch ask(request, by: client) {
        case .value(_, let one): outcome = one
        case .values(_, let all): outcome = all
        default: return
        }
        for asked in values {
            guard case .number(let number) = asked.value, number != panel.controls[self.control(asked.control)].number
            else { continue }
            // A value that differs from the requested one is reported in addition to the changes.
            if outcome.clamped { remarks.append("\(asked.control) clamped") }
            if outcome.snapped { remarks.append("\(asked.control) snapped") }
        }
    }

    /// Parses a ramp: `to 90 in 2 s linear`, `by 345 in 2 s`, `… curve 0.3,2,0.7,2`, `… from 10`, `… held`.
    private func motion(_ words: [String]) -> RampMotion {
        let way = number(words[3])
        let seconds = words.firstIndex(of: "in").map { number(words[$0 + 1]) } ?? 1
        let from = words.firstIndex(of: "from").map { number(words[$0 + 1]) }
        return RampMotion(
            from: from, target: words[2] == "to" ? .to(way) : .by(way), duration: .seconds(seconds),
            curve: curve(words) ?? .easeInOut, holds: words.contains("held"))
    }

    private func curve(_ words: [String]) -> AnimationCurve? {
        if words.contains("linear") { return .linear }
        guard let index = words.firstIndex(of: "curve") else { return nil }
        return AnimationCurve(numbers: words[index + 1].split(separator: ",").map { number(String($0)) })
    }

    // MARK: Names

    private func control(_ name: String) -> Int {
        guard let index = names.firstIndex(of: name) else { preconditionFailure("no control \(name)") }
        return index
    }

    private func page(_ name: String) -> PageChoice {
        switch name {
        case "next": .next
        case "previous": .previous
        default: .page(panel.settings.pages.firstIndex { $0.name == name } ?? 0)
        }
    }

    private func position(_ name: String, of control: Int) -> Int {
        Account.positions(of: panel.controls[control]).firstIndex(of: name) ?? 0
    }

    private func assignment(_ text: String, to control: Int) -> Assignment {
        let settings = panel.controls[control].settings
        func name(_ text: String) -> String { settings.positionList[position(text, of: control)].name }
        let value: ControlValue =
            switch settings.kind {
            case .float, .int: .number(number(text))
            case .choice: .position(name(text))
            case .selection: .positions(text.split(separator: "+").map { name(String($0)) })
            }
        return Assignment(control: settings.name, value: value)
    }

    /// The values that a recall sets.
    private func values(ofPreset name: String) -> String {
        let preset = panel.settings.presets.firstIndex { $0.name == name } ?? 0
        return panel.values(ofPreset: preset).map { assignment in
            switch assignment.value {
            case .number(let number): "\(assignment.control) \(text(number))"
            case .position(let position): "\(assignment.control) \(position)"
            case .positions(let positions): "\(assignment.control) {\(positions.joined(separator: " "))}"
            }
        }.joined(separator: ", ")
    }

    /// The state of a control, for `look NAME…`.
    private func look(at name: String) -> String {
        let control = panel.controls[control(name)]
        let turns = control.rotations.map { " after \($0) turns" } ?? ""
        return "\(name) \(text(control.number))\(turns)\(control.isEditing ? " editing" : "")"
            + (control.isLocked ? " locked" : "")
            + (panel.controls[self.control(name)].pending.map { " pending \(text($0.number))" } ?? "")
    }
}
