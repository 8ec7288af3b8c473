public import WheelCanvas
public import WheelCore

/// The picture of an instrument on one display. The stage accepts states, animates the changes from one to the next,
/// and draws the differences.
///
///     let stage = Stage(typeface: typeface, theme: .dark, width: 800, height: 480)
///     stage.show(state, at: now)                           // whenever there is a newer one
///     while stage.needsFrame {                   // at every frame of the screen; otherwise sleep
///         stage.draw(at: now, into: pixels, damage: &damage)
///     }
///
/// A stage has no clock and no thread. All calls must be made by one thread. The picture is upright: an output with a
/// rotated screen turns the pixels (`DisplayRotation`).
public final class Stage {
    public let theme: Theme
    public let measures: Measures
    public let width: Int
    public let height: Int
    private let typeface: Typeface
    private let canvas: Canvas
    private var state: SceneState?
    private var motion: Motion?
    private var page: PageView?
    private var turning: PageTurn?
    private var chooser: ChooserView?
    /// Whether a list or a chooser was scrolling in the last frame.
    private var isScrolling = false
    private var layer: LayerKey?
    private var moving: Sketch
    private var isDue = false
    /// The time at which a text of the last frame will change, even without a newer state.
    private var changeAt: Instant?
    private let keepsTexts: Bool
    private let moves: Bool
    private var stillTexts: [KeptText] = []

    /// For benchmarks: called with the contents of the layer whenever the layer is drawn.
    package var layerDrawn: ((DisplayList) -> Void)?
    /// For benchmarks: the contents of the frame drawn last, above the layer.
    package var movingList: DisplayList { moving.list }

    public static let longestMotion = max(Glide.value, Glide.page)

    /// With `keepsTexts`, text is listed in `texts` instead of being drawn, for tests.
    ///
    /// If `measures` is `nil`, the measures are derived from the size in pixels.
    public init(
        typeface: Typeface, theme: Theme, measures: Measures? = nil, motion: DisplayMotion = .full, width: Int,
        height: Int, keepsTexts: Bool = false
    ) {
        self.typeface = typeface
        self.theme = theme
        let picture = Size(width: Double(width), height: Double(height))
        let usual = measures ?? Measures(picture: picture)
        self.measures = keepsTexts ? usual : usual.drawn(in: theme, picture)
        self.width = width
        self.height = height
        canvas = Canvas(width: width, height: height, isSharp: theme.isMono)
        moving = Sketch(theme: theme, keepsTexts: keepsTexts)
        self.keepsTexts = keepsTexts
        moves = motion == .full
    }

    /// The texts of the frame drawn last, with `keepsTexts`.
    public var texts: [KeptText] { stillTexts + moving.list.keptTexts }

    /// The cells of the page, at the places in the picture that they have when no change of pages is in progress.
    public var cells: [PixelRect] {
        page?.layout.cells.map { cell in
            let rect = cell.frame.rect
            let (left, top) = (Int(rect.minX.rounded()), Int(rect.minY.rounded()))
            return PixelRect(
                x: left, y: top, width: Int(rect.maxX.rounded()) - left, height: Int(rect.maxY.rounded()) - top)
        } ?? []
    }

    /// Applies a newer state. Changes of numbers that `ControlPicture.jumps` counts are animated, starting from the
    /// picture that is shown now. Other changes of numbers are shown at once. After a change of the configuration,
    /// motions of controls and pages that still exist continue.
    public func show(_ new: SceneState, at time: Instant) {
        if let state, state.pictureSettings === new.pictureSettings {
            guard new != state else { return }
            motion?.apply(new, after: state, at: time)
            if let page, !page.layout.isShown(in: new) {
                turn(from: page, to: new, at: time)
            }
        } else {
            if let state, let motion {
                self.motion = Motion(new, after: state, motion, at: time)
                turning = turning.flatMap { turn($0, from: state, to: new) }
            } else {
                motion = Motion(new, moves: moves)
            }
            page = nil
            chooser = nil
        }
        if new.chooser?.control != chooser?.control { chooser = chooserView(of: new) }
        if page == nil { page = view(of: new) }
        state = new
        isDue = true
    }

    /// Whether there is a newer state to draw or a motion in progress. Otherwise nothing has to be drawn until the next
    /// `show`, or until the time that `nextChange` returns.
    public var needsFrame: Bool { isDue || isMoving || isScrolling || moving.isSmeared }

    /// Whether a frame is needed at `time`. By that time a text may have changed even without a newer state: the age of
    /// a value, or the time until a pending value is dropped.
    public func needsFrame(at time: Instant) -> Bool { needsFrame || changeAt.map { $0 <= time } ?? false }

    /// The next time after `time` at which a visible text changes, if nothing else happens; `nil` if no text will
    /// change. Until then nothing has to be drawn.
    public func nextChange(after time: Instant) -> Instant? {
        guard let state, let page else { return nil }
        return state.nextChange(of: page.controls, after: time)
    }

    /// Draws the picture for `time` into pixels that still hold the previous picture, and sets `damage` to the pixels
    /// that were written.
    public func draw(at time: Instant, into pixels: PixelBuffer, damage: inout DamageRegion) {
        compose(at: time)
        canvas.draw(moving.list, into: pixels, damage: &damage)
        if let state, let page {
            motion?.record(state, page.controls, at: time)
            if let turning { motion?.record(state, turning.leaving.controls, at: time) }
        }
        motion?.rest(at: time)
        isScrolling = isScrolling(at: time)
        if turning?.glide.isOver(at: time) == true { turning = nil }
        isDue = false
        changeAt = nextChange(after: time)
    }

    /// Declares that the pixels no longer hold the previous picture, so that the next frame is drawn in full.
    public func invalidate() {
        canvas.invalidate()
        layer = nil
        isDue = true
    }

    private var isMoving: Bool {
        guard let motion, let page else { return false }
        return turning != nil || page.controls.contains { motion.isMoving($0) }
    }

    private func isScrolling(at time: Instant) -> Bool {
        guard let state, let page else { return false }
        return state.chooser?.scroll.isMoving(at: time) ?? false
            || page.controls.contains { state.controls[$0].list?.isMoving(at: time) ?? false }
    }

    private var picture: Size { Size(width: Double(width), height: Double(height)) }

    private func chooserView(of state: SceneState) -> ChooserView? {
        state.chooser.flatMap {
            ChooserView(state.pictureSettings, $0.control, picture: picture, measures, typeface: typeface)
        }
    }

    private func view(of state: SceneState) -> PageView {
        PageView(state.pictureSettings, state.view, size: picture, measures, typeface: typeface) {
            $0.screen(of: state)
        }
    }

    private func turn(from leaving: PageView, to new: SceneState, at time: Instant) {
        let coming = view(of: new)
        page = coming
        // In small pictures of two colours, pages do not slide.
        turning =
            !moves || coming.mono != nil
            ? nil
            : coming.isAfter(leaving).map {
                PageTurn(leaving: leaving, isForward: $0, glide: Glide(start: time, duration: Glide.page))
            }
    }

    /// The change of pages `turning`, continued in a new configuration; `nil` if the new state shows another page, or
    /// if the old page no longer exists.
    private func turn(_ turning: PageTurn, from old: SceneState, to new: SceneState) -> PageTurn? {
        guard new.pictureSettings.view(after: old.view, of: old.pictureSettings) == new.view,
            let leaving = new.pictureSettings.view(after: turning.leaving.view, of: old.pictureSettings)
        else { return nil }
        let screen = turning.leaving.layout.screen
        let page = PageView(new.pictureSettings, leaving, size: picture, measures, typeface: typeface) {
            min(screen, $0.count - 1)
        }
        return PageTurn(leaving: page, isForward: turning.isForward, glide: turning.glide)
    }

    private func compose(at time: Instant) {
        moving.list.removeAll()
        moving.isSmeared = false
        guard let state, let page, let motion else { return }
        let figures = { (control: Int) in Figure(control, of: state, in: motion, at: time) }
        let places = turning?.places(width: Double(width), at: time) ?? (leaving: 0, coming: 0)
        let key = LayerKey(state, [page] + (turning.map { [$0.leaving] } ?? []), motion, places.coming, at: time)
        if key != layer {
            layer = key
            var still = Sketch(theme: theme, keepsTexts: keepsTexts)
            if let turning, chooser == nil {
                still.offset = Vector(dx: places.leaving, dy: 0)
                turning.leaving.drawLayer(figures, focus: state.focus, into: &still)
            }
            still.offset = Vector(dx: places.coming, dy: 0)
            if chooser == nil { page.drawLayer(figures, focus: state.focus, into: &still) }
            still.offset = .zero
            if chooser == nil { page.drawTabs(into: &still) }
            canvas.setLayer(still.list, on: theme.ground)
            stillTexts = still.list.keptTexts
            layerDrawn?(still.list)
        }
        if let chooser, let shown = state.chooser {
            let offset = shown.scroll.offset(at: time)
            return chooser.draw(figures(chooser.control), offset: offset, picture: picture, into: &moving)
        }
        if let turning {
            moving.offset = Vector(dx: places.leaving, dy: 0)
            turning.leaving.drawMoving(figures, focus: state.focus, into: &moving)
        }
        moving.offset = Vector(dx: places.coming, dy: 0)
        page.drawMoving(figures, focus: state.focus, into: &moving)
        moving.offset = .zero
    }
}
