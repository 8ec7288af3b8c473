import WheelCore
import WheelModel

/// The inputs whose control a display marks.
///
/// The inputs are the keys of a view, or else the fingers on the display, which choose a control by a tap. Without keys
/// and fingers, the inputs are the knobs whose `display` is this display, or else the knobs without a `display`. A mark
/// shows what a turn would change. Of several knobs, the first that can choose among several controls determines the
/// marked control. If no knob can choose, a control is marked only if no knob turns another control on the display: on
/// a page of eight knobs, the numbers on the cards show which knob turns which control.
struct MarkingInputs: Sendable {
    private let settings: PanelSettings
    private let keys: Int?
    private let surfaces: [Int]
    private let knobs: [Int]

    init(_ settings: PanelSettings, display: Int) {
        self.settings = settings
        let inputs = settings.inputs
        keys = nil
        surfaces = inputs.indices.filter { inputs[$0].touchedDisplay == display }
        // A client's input for all controls may be a knob, or the fingers on a picture. Here such an input counts as a
        // knob.
        let knobs = inputs.indices.filter { inputs[$0].source.isKnob ?? true && inputs[$0].ramp == nil }
        let own = knobs.filter { inputs[$0].display == display }
        self.knobs = own.isEmpty ? knobs.filter { inputs[$0].display == nil } : own
    }

    /// The input of a view: `hand`, whose events come from keys or from fingers. A view without an input marks nothing.
    init(_ settings: PanelSettings, hand: Int?, hasKeys: Bool) {
        self.settings = settings
        keys = hasKeys ? hand : nil
        surfaces = hasKeys ? [] : hand.map { [$0] } ?? []
        knobs = []
    }

    var isTouched: Bool { keys != nil || !surfaces.isEmpty }

    /// The marked control. `isUsed` returns whether a touchscreen is attached, and `isShown` whether the display shows
    /// a control.
    func marked(_ panel: Instrument, isUsed: (Int) -> Bool, isShown: (Int) -> Bool) -> Int? {
        let hand = keys ?? surfaces.first(where: isUsed)
        if let hand = hand ?? (knobs.isEmpty ? surfaces.first : nil) { return panel.focus(ofInput: hand) }
        var (only, count) = (Int?.none, 0)
        for knob in knobs {
            guard let focus = panel.focus(ofInput: knob), isShown(focus) else { continue }
            if chooses(knob, on: panel.page) { return focus }
            // Two knobs that turn the same control count as one.
            if only != focus { count += 1 }
            only = focus
        }
        return count == 1 ? only : nil
    }

    /// Whether a knob can choose among several controls while the panel shows `page`.
    private func chooses(_ knob: Int, on page: Int?) -> Bool {
        guard settings.inputs[knob].controls.count > 1 else { return false }
        return page.map { settings.pages[$0].place(of: knob) == nil } ?? true
    }
}

extension PageSettings {
    /// The place of the control that the page assigns to an input, in the page's list of controls.
    func place(of input: Int) -> Int? { inputs.firstIndex(of: input).flatMap { $0 < controls.count ? $0 : nil } }
}
