public import WheelCore

/// The number that a display shows for the knob of a control.
struct KnobNumber: Equatable, Sendable {
    let number: Int
    /// The knob's input, if the knob may turn another control instead; `nil` if it always turns this control.
    let chooser: Int?
}

/// The inputs that turn each control, and the numbers that a display shows for them.
public struct KnobNumbers: Sendable {
    private let settings: PanelSettings
    /// The inputs that turn controls.
    private let knobs: [Int]
    /// The knobs that have a number.
    private let numbered: [Int]

    /// `keys` is the input of a view's keys, which turn the marked control.
    public init(_ settings: PanelSettings, keys: Int? = nil) {
        self.settings = settings
        let named = Set(settings.pages.flatMap(\.inputs))
        let knobs = settings.inputs.indices.filter { index in
            let input = settings.inputs[index]
            guard input.ramp == nil else { return false }
            if index == keys { return true }
            if let isKnob = input.source.isKnob { return isKnob }
            // A client's input for all controls may be one knob, or the touches on a display that the client draws.
            // Unless a page names the input, it does not count as a knob, so that the display has steppers. Without a
            // knob the steppers are needed, and beside a knob they do no harm.
            return named.contains(index) || input.controls.count < settings.controls.count
        }
        self.knobs = knobs
        numbered = knobs.filter { $0 != keys }
    }

    func turners(of control: Int, on page: Int?) -> [Int] {
        guard settings.controls[control].movedByHands else { return [] }
        return knobs.filter { knob in
            // As in `Instrument`, the n-th of the page's `inputs` turns the n-th of the page's controls, and no other
            // control.
            if let page, let place = settings.pages[page].place(of: knob) {
                return settings.pages[page].controls[place] == control
            }
            return settings.inputs[knob].controls.contains(control)
        }
    }

    /// Marks for each control whether one of its knobs is attached. A control that no knob turns is marked as present.
    public func mark(_ marks: inout [KnobPicture], on page: Int?, isAttached: (Int) -> Bool) {
        marks.removeAll(keepingCapacity: true)
        for _ in settings.controls { marks.append(.present) }
        // First all controls of missing knobs are marked as waiting. Then all controls of attached knobs are marked as
        // present, because one attached knob is enough.
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
            // Knobs that are not in the page's `inputs` have no number here, because an input of the page could have
            // the same number.
            let places = turners.lazy.compactMap { settings.pages[page].place(of: $0) }
            return places.first.map { KnobNumber(number: $0 + 1, chooser: nil) }
        }
        guard let turner = turners.first, turners.count == 1 else { return nil }
        let chooses = settings.inputs[turner].controls.count > 1
        return numbered.firstIndex(of: turner).map { KnobNumber(number: $0 + 1, chooser: chooses ? turner : nil) }
    }
}
