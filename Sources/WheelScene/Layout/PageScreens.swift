/// The screens of a page on one display. A screen has as many controls as there is room for. The others are on the next.
///
/// The display shows the screen of the marked control. So no screen has to be remembered.
struct PageScreens: Equatable, Sendable {
    /// The controls of all screens.
    let controls: [Int]
    /// The cells of one screen.
    let cells: Int

    var count: Int { max(1, (controls.count + cells - 1) / cells) }

    func controls(on screen: Int) -> ArraySlice<Int> { controls.dropFirst(screen * cells).prefix(cells) }

    /// Where a tab or a swipe to this screen leads.
    func first(on screen: Int) -> Int { controls[screen * cells] }

    /// The screen of the marked control, or the first one if none is marked. If a hand changes only controls of another
    /// screen, it is that one.
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
