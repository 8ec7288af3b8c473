import ModelTestSupport
import TestSupport
import WheelCore
import WheelModel
import WheelTouch

/// A panel under a touchscreen, for tables.
///
/// Input: `a@30,40` puts finger a there or moves it, `a-` lifts it, `a@30,40&b@50,60` does both in one frame, and
/// `a@30,40,palm` is a contact that the device reports as a palm. `150ms` lets time pass and wakes the panel at each
/// deadline, `late150ms` wakes it only at the end of this time. `n=5` is a set by a client, `n+1` a detent of the knob
/// on that control, `n>fine` a change of its speed. `lock` and `unlock` lock and unlock the panel, `lock:n` locks a
/// control, `page` shows the next page, `lost` is a SYN_DROPPED, `unplug` removes the screen with all fingers on it,
/// and `reload` reads the same configuration again. After `dark` the next frame arrives while the display is dark, and
/// only lights it.
///
/// Output: `n=5` a value, `n!5` its commit, `n?5` a pending value, `n>fine` a speed, `n|upper` an end, `page:two`,
/// `focus:n`, `n~running@0.5` a ramp, and `n~=5` the last of several consecutive values of a ramp.
struct TouchPlayer {
    private(set) var panel: Panel
    private(set) var time = Instant(microseconds: 1_000_000)
    private var changes = Changes()
    private var earlier = Changes()
    private var contacts: [TouchContact] = []
    private var told: [String] = []
    private let names: [String]
    private var layout: TouchLayout?
    private var isDark = false

    /// The indices of the touchscreen's input and of the knob's input.
    static let screen = 0
    static let knob = 1

    init(
        _ controls: [ControlSettings], targets: [TouchTarget], ramps: [RampSettings] = [],
        pages: [PageSettings] = [], touch: TouchTimings = TouchTimings(), isBank: Bool = false
    ) {
        let all = Array(controls.indices)
        panel = Panel(
            PanelSettings(
                controls: controls, ramps: ramps,
                inputs: [InputSettings(name: "screen", controls: all), InputSettings(name: "knob", controls: all)],
                pages: pages, touch: touch))
        names = controls.map(\.name)
        arrange(TouchLayout(targets: targets, size: Size(width: 800, height: 480), isBank: isBank))
    }

    mutating func arrange(_ layout: TouchLayout, slopPixels: Double = 10) {
        self.layout = layout
        panel.arrange(surface: TouchPlayer.screen, layout, slopPixels: slopPixels)
    }

    /// Changes the focus of the touchscreen's input; the change is not recorded.
    mutating func focus(on control: Int) {
        changes.removeAll()
        panel.focus(TouchPlayer.screen, on: control, at: time, into: &changes)
    }

    /// Taps on another touchscreen; the changes are not recorded.
    mutating func tapOnOtherScreen(_ layout: TouchLayout, at place: Point) {
        changes.removeAll()
        panel.arrange(surface: TouchPlayer.knob, layout)
        for contacts in [[TouchContact(id: 1, position: place)], []] {
            panel.touch(surface: TouchPlayer.knob, contacts: contacts, at: time, into: &changes)
        }
    }

    /// Starts a ramp. The next operation also returns its changes.
    mutating func startRamp(_ motion: RampMotion, on control: Int) {
        earlier.removeAll()
        _ = try? panel.startRamp(motion, on: control, at: time, into: &earlier)
    }

    func played(_ row: Row) -> String {
        var player = self
        return player.play(row.input)
    }

    mutating func play(_ input: String) -> String {
        told = []
        tell(earlier)
        earlier.removeAll()
        for word in input.split(separator: " ").map(String.init) { perform(word) }
        return told.joined(separator: " ")
    }

    private mutating func perform(_ word: String) {
        changes.removeAll()
        switch word {
        case "lock", "unlock": panel.lock(word == "lock", at: time, into: &changes)
        case _ where word.hasPrefix("lock:"):
            panel.lock(names.firstIndex(of: String(word.dropFirst(5))) ?? 0, true, at: time, into: &changes)
        case "page": panel.show(.next, at: time, into: &changes)
        case "dark": isDark = true
        case "lost": panel.cancelTouches(surface: TouchPlayer.screen, at: time, into: &changes)
        case "reload": reload()
        case "unplug":
            contacts = []
            panel.receive(.state(.lost, detail: ""), from: TouchPlayer.screen, at: time, into: &changes)
        case _ where word.hasSuffix("ms"): pass(word)
        case _ where word.contains("@") || word.hasSuffix("-"): frame(word)
        default: other(word)
        }
        tell(changes)
    }

    /// Reloads the same configuration and sets the layout again.
    private mutating func reload() {
        panel.commitAll(at: time, into: &changes)
        var next = Panel(panel.settings)
        next.adopt(panel, Continuity(from: panel.settings, toReloaded: next.settings), at: time, into: &changes)
        panel = next
        if let layout { panel.arrange(surface: TouchPlayer.screen, layout) }
    }

    private mutating func pass(_ word: String) {
        let isLate = word.hasPrefix("late")
        let end = time + .milliseconds(Int64(number(word.dropFirst(isLate ? 4 : 0).dropLast(2))))
        while !isLate, let deadline = panel.deadline, deadline <= end {
            panel.wake(at: max(deadline, time), into: &changes)
        }
        time = end
        if isLate { panel.wake(at: time, into: &changes) }
    }

    private mutating func frame(_ word: String) {
        for part in word.split(separator: "&") {
            let id = Int(part.unicodeScalars.first?.value ?? 0)
            let index = contacts.firstIndex { $0.id == id }
            if part.hasSuffix("-") {
                guard let index else { preconditionFailure("that finger is not down: \(word)") }
                contacts.remove(at: index)
            } else {
                let parts = part.dropFirst(2).split(separator: ",")
                let contact = TouchContact(
                    id: id, position: Point(x: number(parts[0]), y: number(parts[1])), isPalm: parts.count > 2)
                if let index { contacts[index] = contact } else { contacts.append(contact) }
            }
        }
        panel.receive(
            .touched(contacts), from: TouchPlayer.screen, at: time, onlyLights: isDark, into: &changes)
        isDark = false
    }

    private mutating func other(_ word: String) {
        guard let place = word.firstIndex(where: { "=+>".contains($0) }),
            let control = names.firstIndex(of: String(word[..<place]))
        else { preconditionFailure("no such word: \(word)") }
        let rest = String(word[word.index(after: place)...])
        switch word[place] {
        case "=":
            let isNumber = panel.controls[control].settings.number != nil
            let value = isNumber ? GivenValue.number(number(rest)) : .position(Int(number(rest)))
            _ = try? panel.set([(control, value)], by: .client(1), at: time, into: &changes)
        case "+":
            panel.focus(TouchPlayer.knob, on: control, at: time, into: &changes)
            panel.turn(TouchPlayer.knob, by: Int(number(rest)) * 120, at: time, into: &changes)
        default: panel.changeSpeed(of: control, to: .named(rest), at: time, into: &changes)
        }
    }

    // MARK: Output

    private mutating func tell(_ changes: Changes) {
        var isRamp = false
        for change in changes.list {
            let word = text(of: change.event, in: changes)
            if case .value(let value) = change.event, value.source == .ramp {
                if isRamp { told.removeLast() }
                isRamp = true
            } else {
                isRamp = false
            }
            if let word { told.append(word) }
        }
    }

    private func text(of event: Change.Event, in changes: Changes) -> String? {
        switch event {
        case .value(let value):
            return "\(names[value.control])\(value.source == .ramp ? "~" : "")=\(text(of: value.reading, in: changes))"
        case .commit(let control, let reading, _): return "\(names[control])!\(text(of: reading, in: changes))"
        case .pending(let control, let reading, _, _):
            return "\(names[control])?\(reading.map { text(of: $0, in: changes) } ?? "")"
        case .speed(let control, let speed):
            return "\(names[control])>\(panel.controls[control].settings.speeds[speed].name)"
        case .limit(let control, let end, _): return "\(names[control])|\(end.rawValue)"
        case .press: return nil
        case .focus(let input, let control): return input == TouchPlayer.screen ? "focus:\(names[control])" : nil
        case .page(let page): return "page:\(panel.settings.pages[page].name)"
        case .lock, .preset: return nil
        case .ramp(let control, let state, let fraction):
            return "\(names[control])~\(state.rawValue)@\(rounded(fraction))"
        }
    }

    private func text(of reading: Reading, in changes: Changes) -> String {
        switch reading {
        case .number(let number): return rounded(number)
        case .integer(let integer): return String(integer)
        case .position(let position): return String(position)
        case .selection(let stored, _):
            var chosen: [String] = []
            changes.forEachPosition(in: stored) { chosen.append(String($0)) }
            return "{\(chosen.joined(separator: ","))}"
        }
    }

    /// Angles computed from pixels are accurate to a billionth; rounding makes them readable.
    private func rounded(_ number: Double) -> String { TestSupport.text((number * 1e9).rounded() / 1e9) }
}
