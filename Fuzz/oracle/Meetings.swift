import WheelCore
import WheelModel

/// Counts how often each kind of move met each state of its control, so that a generator shows what it leaves out.
///
/// A control that is in several states counts in each of them.
struct Meetings {
    private var counts: [String: Int] = [:]
    private var layouts: [Int: TouchLayout] = [:]
    /// What each finger came down on, by surface and number.
    private var fingers: [String: TouchTarget] = [:]

    mutating func layOut(_ surface: Int, _ layout: TouchLayout) { layouts[surface] = layout }

    mutating func note(_ act: Step.Act, in panel: borrowing Panel) {
        switch act {
        case .ask(_, let line):
            guard let op = value(of: "op", in: line).map(String.init) else { return }
            let control = value(of: "control", in: line).flatMap { name in
                panel.settings.controls.firstIndex { $0.name == name }
            }
            note(op, control, in: panel)
        case .input(let input, let event, _):
            guard panel.settings.inputs.indices.contains(input) else { return }
            switch event {
            case .turned: note("(knob)", panel.focus(ofInput: input), in: panel)
            case .moved: note("(axis)", panel.focus(ofInput: input), in: panel)
            case .pressed: note("(press)", panel.focus(ofInput: input), in: panel)
            case .released: note("(release)", panel.focus(ofInput: input), in: panel)
            case .touched(let contacts): note(contacts, on: input, in: panel)
            case .level, .settling, .cancelled, .lost: break
            }
        case .leave, .layOut, .reload, .define, .restart, .wait: break
        }
    }

    private mutating func note(_ contacts: [Step.Contact], on surface: Int, in panel: borrowing Panel) {
        for contact in contacts {
            let key = "\(surface) \(contact.id)"
            if fingers[key] == nil {
                let place = Point(x: contact.x, y: contact.y)
                fingers[key] = layouts[surface]?.targets.last { $0.area.contains(place) }
            }
            guard let kind = fingers[key]?.kind else { continue }
            let words = String(describing: kind)
            let control = kind.control(ramps: panel.settings.ramps) ?? panel.focus(ofInput: surface)
            note("(\(words.prefix { $0 != "(" }))", control, in: panel)
        }
        let down = Set(contacts.map { "\(surface) \($0.id)" })
        for key in fingers.keys where key.hasPrefix("\(surface) ") && !down.contains(key) { fingers[key] = nil }
    }

    private mutating func note(_ move: String, _ control: Int?, in panel: borrowing Panel) {
        guard let control, panel.controls.indices.contains(control) else { return }
        let it = panel.controls[control]
        var states: [String] = []
        if it.rampStatus(at: Instant(microseconds: 0))?.state == .running { states.append("ramp") }
        if panel.isPending(control) { states.append("draft") }
        if it.isLocked || panel.isLocked { states.append("lock") }
        if it.isEditing { states.append("held") }
        if it.end != nil { states.append("end") }
        for state in states.isEmpty ? ["rest"] : states { counts["\(move) \(state)", default: 0] += 1 }
    }

    mutating func add(_ other: Meetings) { counts.merge(other.counts, uniquingKeysWith: +) }

    func print() {
        for (meeting, count) in counts { Swift.print("count \(meeting) \(count)") }
    }

    /// A member of a flat object, without an understanding of JSON: the games are written by our own generator.
    private func value(of member: String, in line: String) -> Substring? {
        let parts = line.split(separator: "\"")
        guard let place = parts.firstIndex(of: Substring(member)), place + 2 < parts.count else { return nil }
        return parts[place + 2]
    }
}
