/// The screens of a page on one display: as many controls as have cells of the least size, the others on the next screen.
///
/// Which screen is shown follows from the marked control, so it has no state of its own: to mark a control shows its screen.
struct PageScreens: Equatable, Sendable {
    /// The controls of all screens.
    let controls: [Int]
    /// The cells of one screen.
    let cells: Int

    var count: Int { max(1, (controls.count + cells - 1) / cells) }

    func controls(on screen: Int) -> ArraySlice<Int> { controls.dropFirst(screen * cells).prefix(cells) }

    /// Where a tab or a swipe to this screen leads.
    func first(on screen: Int) -> Int { controls[screen * cells] }

    /// The screen that shows this state: that of the marked control, else the first. What a hand changes comes into sight,
    /// too, unless it also changes something on the usual screen.
    func screen(of state: SceneState) -> Int {
        guard count > 1 else { return 0 }
        let usual = state.focus.flatMap { controls.firstIndex(of: $0) }.map { $0 / cells } ?? 0
        var other: Int?
        for (place, control) in controls.enumerated() where state.controls[control].isEditing {
            if place / cells == usual { return usual }
            other = other ?? place / cells
        }
        return other ?? usual
    }
}
