public import WheelCore

/// The number by which a display calls the knob of a control.
struct KnobNumber: Equatable, Sendable {
    let number: Int
    /// The knob, if it may turn another control instead; `nil` if it always turns this one.
    let chooser: Int?
}

/// The inputs that turn each control, and the numbers by which a display calls them.
public struct KnobNumbers: Sendable {
    private let settings: PanelSettings
    /// The inputs that turn controls.
    private let knobs: [Int]
    /// The knobs that have a number.
    private let numbered: [Int]

    /// `keys`: those of a view, which turn the marked control.
    public init(_ settings: PanelSettings, keys: Int? = nil) {
        self.settings = settings
        let named = Set(settings.pages.flatMap(\.inputs))
        let knobs = settings.inputs.indices.filter { index in
            let input = settings.inputs[index]
            guard input.ramp == nil else { return false }
            if index == keys { return true }
            if let isKnob = input.source.isKnob { return isKnob }
            // A client that draws the display and sends touches has an input for all controls, and so has a client that
            // feeds one knob. Steppers do no harm beside a knob, but are needed where there is none.
            return named.contains(index) || input.controls.count < settings.controls.count
        }
        self.knobs = knobs
        numbered = knobs.filter { $0 != keys }
    }

    func turners(of control: Int, on page: Int?) -> [Int] {
        guard settings.controls[control].movedByHands else { return [] }
        return knobs.filter { knob in
            // As in the model: on its page an input turns the control of its place, and no other.
            if let page, let place = settings.pages[page].place(of: knob) {
                return settings.pages[page].controls[place] == control
            }
            return settings.inputs[knob].controls.contains(control)
        }
    }

    /// Marks for each control whether a knob that turns it is there. A control that no knob turns misses none.
    public func mark(_ marks: inout [KnobPicture], on page: Int?, isAttached: (Int) -> Bool) {
        marks.removeAll(keepingCapacity: true)
        for _ in settings.controls { marks.append(.present) }
        // First the controls of missing knobs, then those that another one turns.
        for (isThere, mark) in [(false, KnobPicture.waiting), (true, .present)] {
            for knob in knobs where isAttached(knob) == isThere {
                if let page, let place = settings.pages[page].place(of: knob) {
                    marks[settings.pages[page].controls[place]] = mark
                } else {
                    for control in settings.inputs[knob].controls { marks[control] = mark }
                }
            }
        }
        for (index, control) in settings.controls.enumerated() where !control.movedByHands { marks[index] = .present }
    }

    func number(of control: Int, on page: Int?) -> KnobNumber? {
        guard numbered.count > 1 else { return nil }
        let turners = turners(of: control, on: page).filter(numbered.contains)
        if let page, !settings.pages[page].inputs.isEmpty {
            // Other knobs have no number here: it could be that of one of the page's own.
            let places = turners.lazy.compactMap { settings.pages[page].place(of: $0) }
            return places.first.map { KnobNumber(number: $0 + 1, chooser: nil) }
        }
        guard let turner = turners.first, turners.count == 1 else { return nil }
        let chooses = settings.inputs[turner].controls.count > 1
        return numbered.firstIndex(of: turner).map { KnobNumber(number: $0 + 1, chooser: chooses ? turner : nil) }
    }
}
