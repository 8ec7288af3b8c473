import WheelCore

/// The focus of inputs, and the shown page.
extension Instrument {
    /// The control that an input turns; `nil` if the panel has no controls.
    public func focus(ofInput input: Int) -> Int? { inputs[input].focus }

    /// The control of its own list that an input turns while no page gives it another.
    public func ownFocus(ofInput input: Int) -> Int? { inputs[input].ownFocus }

    /// The control that an input moves: that of its ramp if it scrubs one, else its focus.
    func target(of input: Int) -> Int? {
        inputs[input].ramp.map { settings.ramps[$0].control } ?? inputs[input].focus
    }

    /// Makes an input turn another control.
    package mutating func moveFocus(of input: Int, to control: Int, _ changes: inout Changes) {
        if pageControl(of: input) == nil { inputs[input].ownFocus = control }
        guard inputs[input].focus != control else { return }
        inputs[input].focus = control
        changes.append(.focus(input: input, control: control))
    }

    /// Moves the focus by `count` places in the input's own list, wrapping around.
    mutating func moveFocus(of input: Int, by count: Int, _ changes: inout Changes) {
        let list = pageControl(of: input).map { [$0] } ?? settings.inputs[input].controls
        guard !list.isEmpty else { return }
        let place = inputs[input].focus.flatMap { list.firstIndex(of: $0) } ?? (count > 0 ? -1 : 0)
        let next = (place + count % list.count + list.count) % list.count
        moveFocus(of: input, to: list[next], &changes)
    }

    /// Shows a page. The inputs that the page names turn its controls.
    package mutating func show(_ choice: PageChoice, _ changes: inout Changes) {
        guard let page, !settings.pages.isEmpty else { return }
        let count = settings.pages.count
        let next =
            switch choice {
            case .next: (page + 1) % count
            case .previous: (page + count - 1) % count
            case .page(let index): index
            }
        guard next != page else { return }
        self.page = next
        changes.append(.page(next))
        for input in inputs.indices {
            let focus = pageControl(of: input) ?? inputs[input].ownFocus
            guard let focus, inputs[input].focus != focus else { continue }
            inputs[input].focus = focus
            changes.append(.focus(input: input, control: focus))
        }
    }

    mutating func assignFocus(ofPage page: Int) {
        for input in inputs.indices {
            if let control = pageControl(of: input) { inputs[input].focus = control }
        }
    }

    /// The control that the shown page assigns to an input.
    func pageControl(of input: Int) -> Int? {
        guard let page else { return nil }
        let shown = settings.pages[page]
        guard let place = shown.inputs.firstIndex(of: input), place < shown.controls.count else { return nil }
        return shown.controls[place]
    }
}

/// A page, by its index or relative to the current one.
public enum PageChoice: Equatable, Sendable {
    case next
    case previous
    case page(Int)
}
