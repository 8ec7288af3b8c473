public import WheelCanvas
import WheelGeometry
public import WheelModel

/// The picture of an instrument on one display: takes states, moves from one to the next, and draws what has changed.
///
///     let stage = Stage(typeface: typeface, theme: .dark, width: 800, height: 480)
///     stage.show(state, at: now)                           // whenever there is a newer one
///     while stage.needsFrame {                   // at every frame of the screen; otherwise sleep
///         stage.draw(at: now, into: pixels, damage: &damage)
///     }
///
/// It has no clock and no thread of its own; who draws with it calls it from one thread. The picture is upright: a
/// screen that is mounted otherwise turns the pixels (`DisplayRotation`).
public final class Stage {
    public let theme: Theme
    public let width: Int
    public let height: Int
    private let typeface: Typeface
    private let canvas: Canvas
    private var state: SceneState?
    private var motion: Motion?
    private var page: PageView?
    private var turning: PageTurn?
    private var layer: LayerKey?
    private var moving: Sketch
    private var isDue = false
    private let keepsTexts: Bool
    private var stillTexts: [KeptText] = []

    /// `keepsTexts`: text is not drawn, but told by `texts`.
    public init(typeface: Typeface, theme: Theme, width: Int, height: Int, keepsTexts: Bool = false) {
        self.typeface = typeface
        self.theme = theme
        self.width = width
        self.height = height
        canvas = Canvas(width: width, height: height)
        moving = Sketch(theme: theme, keepsTexts: keepsTexts)
        self.keepsTexts = keepsTexts
    }

    /// The lines of text of the frame that was drawn last, where they are not drawn.
    public var texts: [KeptText] { stillTexts + moving.list.keptTexts }

    /// Takes a newer state. What a hand has moved will be where it is, what moved by itself sets out from where it is
    /// seen now.
    public func show(_ new: SceneState, at time: Instant) {
        if let state, state.instrument === new.instrument {
            guard new != state else { return }
            motion?.apply(new, after: state, at: time)
            if new.view != state.view { turn(from: state.view, to: new.view, at: time) }
        } else {
            motion = Motion(new)
            turning = nil
            page = nil
        }
        if page == nil { page = view(new.view, of: new.instrument) }
        state = new
        isDue = true
    }

    /// Whether there is something to draw: a newer state, or a motion that is not over. Without either nothing has to
    /// run until the next `show`.
    public var needsFrame: Bool { isDue || isMoving }

    /// Draws the picture of this moment into pixels that hold what was drawn last; what was written is in `damage`.
    public func draw(at time: Instant, into pixels: PixelBuffer, damage: inout DamageRegion) {
        compose(at: time)
        canvas.draw(moving.list, into: pixels, damage: &damage)
        motion?.rest(at: time)
        if turning?.glide.isOver(at: time) == true { turning = nil }
        isDue = false
    }

    /// Says that the pixels no longer hold what was drawn, or are others: the next frame is drawn in full.
    public func invalidate() {
        canvas.invalidate()
        layer = nil
        isDue = true
    }

    private var isMoving: Bool {
        guard let motion, let page else { return false }
        return turning != nil || page.controls.contains { motion.isMoving($0) }
    }

    private func view(_ view: SceneView, of instrument: Instrument) -> PageView {
        PageView(
            instrument, view, size: Size(width: Double(width), height: Double(height)), typeface: typeface)
    }

    private func turn(from old: SceneView, to new: SceneView, at time: Instant) {
        guard let state, let leaving = page else { return }
        page = view(new, of: state.instrument)
        if case .page(let from) = old, case .page(let to) = new {
            turning = PageTurn(
                leaving: leaving, isForward: to > from, glide: Glide(start: time, duration: Glide.page))
        } else {
            turning = nil
        }
    }

    private func compose(at time: Instant) {
        moving.list.removeAll()
        guard let state, let page, let motion else { return }
        let figures = { (control: Int) in Figure(control, of: state, in: motion, at: time) }
        let places = turning?.places(width: Double(width), at: time) ?? (leaving: 0, coming: 0)
        let key = LayerKey(state, page.controls + (turning?.leaving.controls ?? []), motion, places.coming, at: time)
        if key != layer {
            layer = key
            var still = Sketch(theme: theme, keepsTexts: keepsTexts)
            if let turning {
                still.offset = Vector(dx: places.leaving, dy: 0)
                turning.leaving.drawLayer(figures, focus: state.focus, into: &still)
            }
            still.offset = Vector(dx: places.coming, dy: 0)
            page.drawLayer(figures, focus: state.focus, into: &still)
            still.offset = .zero
            page.drawTabs(into: &still)
            canvas.setLayer(still.list, on: theme.background)
            stillTexts = still.list.keptTexts
        }
        if let turning {
            moving.offset = Vector(dx: places.leaving, dy: 0)
            turning.leaving.drawMoving(figures, into: &moving)
        }
        moving.offset = Vector(dx: places.coming, dy: 0)
        page.drawMoving(figures, into: &moving)
        moving.offset = .zero
    }
}
