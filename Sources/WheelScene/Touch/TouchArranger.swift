public import WheelGeometry
public import WheelModel

/// Says what lies where under fingers on a display's screen, by the geometry that its pictures have.
///
/// It needs no font and no pixels, so that the thread that owns the panel can ask it:
///
///     var arranger = TouchArranger(screen: Size(width: 800, height: 480), turn: .none)
///     if let layout = arranger.layout(for: state) { panel.arrange(surface: input, layout) }
public struct TouchArranger: Sendable {
    /// What the last layout was made for.
    private struct Key: Equatable, Sendable {
        var instrument: ObjectIdentifier
        var view: SceneView
        /// One bit for each of the first cells whose seats answer.
        var seats: UInt64
    }

    private let screen: Size
    private let turn: PictureTurn
    private var key: Key?
    private var page: PageLayout?

    /// For a screen of this size in pixels, on which the picture is turned.
    public init(screen: Size, turn: PictureTurn) {
        self.screen = screen
        self.turn = turn
    }

    /// The layout for what is shown now; `nil` while the last one still holds.
    public mutating func layout(for state: SceneState) -> TouchLayout? {
        let page = page(for: state)
        var seats: UInt64 = 0
        for (number, cell) in page.cells.prefix(64).enumerated() where cell.answersBySeats(state) {
            seats |= 1 << number
        }
        let key = Key(instrument: ObjectIdentifier(state.instrument), view: state.view, seats: seats)
        guard key != self.key else { return nil }
        self.key = key
        return TouchLayout(
            targets: page.targets(for: state), size: screen, pageTransform: turn.transform(to: screen),
            swipes: page.swipes)
    }

    private mutating func page(for state: SceneState) -> PageLayout {
        if let page, key?.view == state.view, key?.instrument == ObjectIdentifier(state.instrument) { return page }
        let made = PageLayout(state.instrument, state.view, size: turn.picture(on: screen))
        page = made
        return made
    }
}

extension PageLayout {
    /// The last lies on top.
    func targets(for state: SceneState) -> [TouchTarget] {
        var targets: [TouchTarget] = []
        for cell in cells {
            targets.append(TouchTarget(.stage(control: cell.control), area: cell.rect))
            targets += cell.targets(state)
        }
        return targets + tabs.map { TouchTarget(.tab(page: $0.page), area: $0.rect) }
    }
}

extension PageLayout.Cell {
    /// Whether it has seats, and fingers meet them.
    func answersBySeats(_ state: SceneState) -> Bool {
        guard case .positions(let layout) = scene else { return false }
        return layout.answersBySeats(zoom: state.controls[control].chart.lengthening)
    }

    fileprivate func targets(_ state: SceneState) -> [TouchTarget] {
        let ramp = state.instrument.ramp(of: control)
        switch scene {
        case .angle(let layout): return layout.targets(of: control, in: rect)
        case .wheel(let layout): return layout.targets(of: control)
        case .rotor(let layout):
            guard let number = state.instrument.settings.controls[control].number else { return [] }
            return layout.targets(of: control, number, ramp: ramp, in: rect)
        case .positions(let layout): return layout.targets(of: control, bySeats: answersBySeats(state))
        }
    }
}
