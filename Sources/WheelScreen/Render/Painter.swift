import WheelCanvas
import WheelGeometry
import WheelModel
import WheelScene
import WheelSettings

/// Draws the scenes of a display. Only the render thread uses it.
final class Painter {
    private let typeface: Typeface
    private let theme: Theme
    private var stage: Stage?
    private var text = TextRendering.drawn

    init(_ settings: DisplaySettings) throws(CanvasError) {
        typeface = try Typeface(FontFile.family(of: settings.font))
        theme = Theme.named(settings.theme)
    }

    /// Starts a picture of this size. The next frame is drawn in full.
    func begin(_ size: PixelSize, text: TextRendering) {
        if let stage, stage.width == size.width, stage.height == size.height, text == self.text {
            return stage.invalidate()
        }
        self.text = text
        stage = Stage(
            typeface: typeface, theme: theme, width: size.width, height: size.height, keepsTexts: text == .cells)
    }

    func apply(_ state: SceneState, at now: Instant) {
        stage?.show(state, at: now)
    }

    /// Draws the picture of this moment and sets `damage` to the pixels that it wrote.
    ///
    /// Returns `true` while something moves: then the next frame must be drawn even without a newer state.
    func draw(into pixels: PixelBuffer, damage: inout DamageRegion, at now: Instant) -> Bool {
        damage.removeAll()
        guard let stage, stage.needsFrame(at: now) else { return false }
        stage.draw(at: now, into: pixels, damage: &damage)
        return stage.needsFrame
    }

    /// When a text of the picture changes next with time alone.
    func nextChange(after now: Instant) -> Instant? { stage?.nextChange(after: now) }

    /// The texts that are not in the picture, with `TextRendering.cells`.
    var texts: [KeptText] { stage?.texts ?? [] }
}

/// How text gets onto a display.
enum TextRendering: Sendable {
    /// As pixels of the picture.
    case drawn
    /// As characters, which the output writes.
    case cells
}
