public import WheelCanvas
import WheelGeometry
import WheelModel
public import WheelScene
public import WheelSettings

/// Draws the instrument: the scenes of a stage.
public final class StagePainter: Painter {
    private let typeface: Typeface
    private let theme: Theme
    private var stage: Stage?
    private var text = TextRendering.drawn

    public init(_ settings: DisplaySettings) throws(CanvasError) {
        typeface = try Typeface(path: FontFile.path(of: settings.font))
        theme =
            switch settings.theme {
            case .dark: .dark
            case .light: .light
            }
    }

    public func begin(_ size: PixelSize, text: TextRendering) {
        if let stage, stage.width == size.width, stage.height == size.height, text == self.text {
            return stage.invalidate()
        }
        self.text = text
        stage = Stage(
            typeface: typeface, theme: theme, width: size.width, height: size.height, keepsTexts: text == .cells)
    }

    public func take(_ state: SceneState, atMicroseconds now: Int64) {
        stage?.show(state, at: Instant(microseconds: now))
    }

    public func draw(into pixels: PixelBuffer, damage: inout DamageRegion, atMicroseconds now: Int64) -> Bool {
        damage.removeAll()
        guard let stage, stage.needsFrame else { return false }
        stage.draw(at: Instant(microseconds: now), into: pixels, damage: &damage)
        return stage.needsFrame
    }

    public var texts: [KeptText] { stage?.texts ?? [] }
}
