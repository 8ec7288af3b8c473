public import WheelCore
import WheelModel
public import WheelTouch

/// Computes the touch layout of a display's screen from the geometry with which its pictures are drawn.
///
/// An arranger needs no font and no pixels, so the thread that owns the panel can use it:
///
///     var arranger = TouchArranger(screen: Size(width: 800, height: 480), rotation: .none)
///     if let layout = arranger.layout(for: state) { panel.arrange(surface: input, layout) }
public struct TouchArranger: Sendable {
    /// Everything on which the last layout depended.
    private struct Key: Equatable, Sendable {
        var pictureSettings: PictureSettings
        var view: SceneView
        var screen: Int
        /// A hash of two facts about each cell: whether its seats react to fingers, and whether its control has a
        /// pending value.
        var cells: Int
        /// The control whose chooser covers the page.
        var chooser: Int?
        /// The control that fills a small picture of two colours; `nil` for other pictures.
        var alone: Int?
    }

    private let screen: Size
    private let rotation: DisplayRotation
    private let measures: Measures
    private let typed: CellScreen?
    /// Whether scrolled rows continue to move after the finger has left them.
    private let glides: Bool
    private var cellKey: Int?
    private var key: Key?
    private var page: PageLayout?

    /// An arranger for a screen of this size in pixels, on which the picture is rotated. `measures` are the measures of
    /// the picture (`Stage`), which also determine whether the picture shows only one control.
    public init(
        screen: Size, rotation: DisplayRotation, measures: Measures? = nil, motion: DisplayMotion = .full
    ) {
        self.screen = screen
        glides = motion == .full
        self.rotation = rotation
        self.measures = measures ?? Measures(picture: rotation.turned(screen))
        typed = nil
    }

    /// An arranger for a terminal, which shows a `CellFace`.
    public init(typed: CellScreen, motion: DisplayMotion = .full) {
        self.typed = typed
        glides = motion == .full
        screen = typed.touchSize
        rotation = .none
        measures = Measures(picture: screen)
    }

    /// The layout for this state; `nil` if it is the same as the last layout.
    public mutating func layout(for state: SceneState, at time: Instant = .distantPast) -> TouchLayout? {
        if let typed { return cellLayout(for: state, typed, at: time) }
        let page = page(for: state)
        var cells = Hasher()
        for cell in page.cells {
            let control = state.controls[cell.control]
            cells.combine(cell.scene.touchesSeats(zoom: control.chart.lengthening))
            cells.combine(control.applied != nil)
        }
        let key = Key(
            pictureSettings: state.pictureSettings, view: state.view, screen: page.screen,
            cells: cells.finalize(), chooser: state.chooser?.control, alone: page.alone(state.focus))
        guard key != self.key else { return nil }
        self.key = key
        let chooser = state.chooser.flatMap { targets(ofChooser: $0.control, state) }
        return TouchLayout(
            targets: gliding(chooser ?? page.targets(for: state)), size: screen,
            pageTransform: rotation.transform(to: screen),
            swipes: chooser == nil ? page.swipes : .nowhere, display: state.pictureSettings.display,
            isBank: chooser == nil && page.isBank)
    }

    /// The targets. If motion is disabled, rows stop when the finger leaves them.
    private func gliding(_ targets: [TouchTarget]) -> [TouchTarget] {
        glides ? targets : targets.map(\.withoutGlide)
    }

    /// The targets of the chooser, which covers the page and its tabs; `nil` for a control without positions.
    private func targets(ofChooser control: Int, _ state: SceneState) -> [TouchTarget]? {
        let settings = state.pictureSettings.settings.controls[control]
        return settings.positions.map {
            ChooserLayout(settings, $0, picture: rotation.turned(screen), measures).targets(of: control)
        }
    }

    private mutating func cellLayout(
        for state: SceneState, _ screen: CellScreen, at time: Instant
    ) -> TouchLayout? {
        let key = state.cellKey
        guard key != cellKey else { return nil }
        cellKey = key
        let face = CellFace(state, screen, at: time)
        return TouchLayout(
            targets: gliding(face.targets), size: self.screen, swipes: .nowhere, display: state.pictureSettings.display,
            isBank: face.isBank)
    }

    private mutating func page(for state: SceneState) -> PageLayout {
        if let page, key?.pictureSettings == state.pictureSettings, page.isShown(in: state) { return page }
        let made = PageLayout(state.pictureSettings, state.view, size: rotation.turned(screen), measures: measures) {
            $0.screen(of: state)
        }
        page = made
        return made
    }
}

extension PageLayout {
    /// The touch areas of all cells and tabs. Where targets overlap, a finger hits the target that is later in the
    /// list.
    func targets(for state: SceneState) -> [TouchTarget] {
        if isAlone { return alone(state.focus).map { wheel(alone: $0, state.pictureSettings.settings) } ?? [] }
        var targets: [TouchTarget] = []
        for cell in cells {
            targets.append(TouchTarget(.stage(control: cell.control), area: cell.frame.rect))
            let isPending = state.controls[cell.control].applied != nil
            targets += cell.scene(isPending: isPending).targets(of: cell.control, state)
            if isPending, let plate = cell.pending?.plate { targets += plate.targets(of: cell.control) }
        }
        return targets + tabs.map { TouchTarget(.tab($0.goal), area: $0.rect) }
    }

    /// The control that fills the picture; `nil` if the picture shows a whole page.
    fileprivate func alone(_ focus: Int?) -> Int? {
        isAlone ? MonoPage.shown(cells.map(\.control), focus) : nil
    }

    /// The target of a picture that shows one control. The whole picture is one target, because it is too small for
    /// several.
    private func wheel(alone control: Int, _ settings: PanelSettings) -> [TouchTarget] {
        let shown = settings.controls[control]
        let kind: TouchKind =
            shown.movedByHands
            ? .wheel(control: control, shown.number?.orientation ?? .auto) : .stage(control: control)
        return [TouchTarget(kind, area: area)]
    }
}

extension SceneState {
    /// A hash of everything on which the targets of a `CellFace` depend.
    fileprivate var cellKey: Int {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(pictureSettings))
        switch view {
        case .all: hasher.combine(-1)
        case .page(let page): hasher.combine(page)
        case .control(let control): hasher.combine(-2 - control)
        }
        hasher.combine(focus)
        for (control, settings) in zip(controls, pictureSettings.settings.controls) {
            hasher.combine(control.applied)
            if let number = settings.number {
                // A value that is shown as a word has no digits to touch, and a sign shifts the digits, so both change
                // the targets.
                hasher.combine(control.hasValue && !number.texts.contains { $0.at == control.number })
                hasher.combine(control.number < 0)
            } else {
                // The rows of positions may scroll when the value changes, which moves their targets.
                hasher.combine(control.number)
            }
        }
        return hasher.finalize()
    }
}

extension TouchTarget {
    fileprivate var withoutGlide: TouchTarget {
        var target = self
        switch kind {
        case .chips(let control, let rows, let chooser):
            target.kind = .chips(control: control, rows.withoutGlide, chooser: chooser?.withoutGlide)
        case .opener(let control, let rows): target.kind = .opener(control: control, rows.withoutGlide)
        default: break
        }
        return target
    }
}

extension ChipRows {
    fileprivate var withoutGlide: ChipRows {
        var rows = self
        rows.glides = false
        return rows
    }
}
