import WheelCanvas
import WheelCore
import WheelModel
import WheelScene

/// Draws the scenes of a display. Only the render thread uses a painter.
final class Painter {
    private(set) var typeface: Typeface
    /// The size of the pictures that were drawn with the typeface.
    private var typefaceSize: PixelSize?
    private let theme: Theme
    private let settings: DisplaySettings
    private var stage: Stage?

    /// Finds the font before the screen is opened.
    init(_ settings: DisplaySettings) throws(CanvasError) {
        theme = Theme.named(settings.theme)
        self.settings = settings
        typeface = try FontFile.typeface(settings.font, for: theme)
    }

    /// Starts a picture of this size for a screen. The next frame is drawn in full.
    ///
    /// Returns the measures of the picture. The touch layout must be computed with the same measures.
    func begin(_ size: PixelSize, on output: any ScreenOutput) -> Measures {
        let theme = theme(on: output)
        let measures = measures(size, on: output).drawn(
            in: theme, Size(width: Double(size.width), height: Double(size.height)))
        if let stage, stage.width == size.width, stage.height == size.height, stage.measures == measures,
            stage.theme == theme
        {
            stage.invalidate()
            return measures
        }
        let typeface = typeface(of: size, for: theme)
        (self.typeface, typefaceSize) = (typeface, size)
        stage = Stage(
            typeface: typeface, theme: theme, measures: measures, motion: settings.motion, width: size.width,
            height: size.height)
        return measures
    }

    /// Opens the typeface again for another size or sharpness: a typeface keeps its glyphs in memory, and glyphs of the
    /// old size are no longer needed. If the font was removed in the meantime, the last typeface is used.
    private func typeface(of size: PixelSize, for theme: Theme) -> Typeface {
        if typefaceSize ?? size == size, typeface.isSharp == theme.isMono { return typeface }
        do throws(CanvasError) {
            return try FontFile.typeface(settings.font, for: theme)
        } catch {
            return typeface
        }
    }

    private func measures(_ size: PixelSize, on output: any ScreenOutput) -> Measures {
        Measures(
            picture: Size(width: Double(size.width), height: Double(size.height)), configured: settings.millimetres,
            reported: output.millimetres, distance: settings.distance)
    }

    func apply(_ state: SceneState, at now: Instant) {
        stage?.show(state, at: now)
    }

    /// Draws the picture of this moment and sets `damage` to the pixels that were written.
    ///
    /// Returns `true` while something moves: then the next frame must be drawn even without a newer state.
    func draw(into pixels: PixelBuffer, damage: inout DamageRegion, at now: Instant) -> Bool {
        damage.removeAll()
        guard let stage, stage.needsFrame(at: now) else { return false }
        stage.draw(at: now, into: pixels, damage: &damage)
        return stage.needsFrame
    }

    /// The time at which a text of the picture changes next without a new state.
    func nextChange(after now: Instant) -> Instant? { stage?.nextChange(after: now) }

    func theme(on output: any ScreenOutput) -> Theme {
        // A screen with one bit per pixel can show no other theme.
        output.hasTwoColours ? .mono : theme
    }
}
