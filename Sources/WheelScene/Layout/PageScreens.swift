/// The screens of a page on one display. A screen shows as many controls as fit. The following controls are on the next
/// screen.
///
/// The display shows the screen of the marked control, so the number of the screen is not stored.
struct PageScreens: Equatable, Sendable {
    /// The controls of all screens.
    let controls: [Int]
    /// The number of cells on one screen.
    let cells: Int

    var count: Int { max(1, (controls.count + cells - 1) / cells) }

    func controls(on screen: Int) -> ArraySlice<Int> { controls.dropFirst(screen * cells).prefix(cells) }

    /// The first control of this screen. A tab or a swipe that leads to the screen refers to this control.
    func first(on screen: Int) -> Int { controls[screen * cells] }

    /// The screen of the marked control, or the first screen if no control is marked. If controls are being edited on
    /// other screens but not on that screen, the result is the first screen with an edited control.
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
