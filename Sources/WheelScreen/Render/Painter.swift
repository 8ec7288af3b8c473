import WheelCanvas
import WheelCore
import WheelModel
import WheelScene

/// Draws the scenes of a display. Only the render thread uses it.
final class Painter {
    private(set) var typeface: Typeface?
    /// The size of the pictures that have used the typeface.
    private var typefaceSize: PixelSize?
    private let theme: Theme
    private let settings: DisplaySettings
    private var stage: Stage?

    /// Every screen but a terminal shows pictures, which need a font. It is looked for before the screen is opened.
    init(_ settings: DisplaySettings) throws(CanvasError) {
        theme = Theme.named(settings.theme)
        self.settings = settings
        guard settings.output != .terminal else { return }
        typeface = try FontFile.typeface(settings.font, for: theme)
    }

    /// Starts a picture of this size for a screen. The next frame is drawn in full.
    ///
    /// Returns the measures of the picture. Fingers hit what they draw only with the same ones. A picture needs a font, and
    /// characters need none.
    func begin(_ size: PixelSize, text: TextRendering, on output: any ScreenOutput) throws(CanvasError) -> Measures {
        var measures = measures(size, on: output)
        // Characters need no picture.
        guard text == .drawn else {
            stage = nil
            return measures
        }
        let theme = theme(on: output)
        measures = measures.drawn(in: theme, Size(width: Double(size.width), height: Double(size.height)))
        if let stage, stage.width == size.width, stage.height == size.height, stage.measures == measures,
            stage.theme == theme
        {
            stage.invalidate()
            return measures
        }
        let typeface = try typeface(of: size, for: theme)
        (self.typeface, typefaceSize) = (typeface, size)
        stage = Stage(
            typeface: typeface, theme: theme, measures: measures, motion: settings.motion, width: size.width,
            height: size.height)
        return measures
    }

    /// A new one for another size: the glyphs of a typeface stay in memory, and those of the old size are used no more. If
    /// the font has gone since, the last one is used.
    private func typeface(of size: PixelSize, for theme: Theme) throws(CanvasError) -> Typeface {
        if let typeface, typefaceSize ?? size == size, typeface.isSharp == theme.isMono { return typeface }
        do throws(CanvasError) {
            return try FontFile.typeface(settings.font, for: theme)
        } catch {
            guard let typeface else { throw error }
            return typeface
        }
    }

    private func measures(_ size: PixelSize, on output: any ScreenOutput) -> Measures {
        if let density = output.pixelsPerMillimetre {
            return Measures(pixelsPerMillimetre: density, distance: settings.distance)
        }
        return Measures(
            picture: Size(width: Double(size.width), height: Double(size.height)), configured: settings.millimetres,
            reported: output.millimetres, distance: settings.distance)
    }

    /// The cells of the page in the picture.
    var cells: [PixelRect] { stage?.cells ?? [] }

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

    /// A picture of its own as a PNG file, if there is a font. The next frame needs `begin`.
    func png(of state: SceneState, on output: any ScreenOutput, at now: Instant) -> [UInt8]? {
        let bitmap = Bitmap(width: output.size.width, height: output.size.height)
        var damage = DamageRegion()
        guard (try? begin(output.size, text: .drawn, on: output)) != nil else { return nil }
        apply(state, at: now)
        _ = draw(into: bitmap.pixels, damage: &damage, at: now)
        return try? bitmap.pixels.png()
    }

    /// When a text of the picture changes next with time alone.
    func nextChange(after now: Instant) -> Instant? { stage?.nextChange(after: now) }

    /// The theme that goes with a screen.
    func theme(on output: any ScreenOutput) -> Theme {
        // A screen with one bit a pixel can show no other theme.
        if output.hasTwoColours { return .mono }
        return settings.followsGround ? output.ground.map { $0.isLight ? .light : .dark } ?? theme : theme
    }
}

extension Color {
    /// Whether black is easier to read on it than white: by its luminance, with the weights of Rec. 709.
    fileprivate var isLight: Bool { 2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) > 10000 * 140 }
}

/// How a display shows what it shows.
enum TextRendering: Sendable {
    /// As a picture.
    case drawn
    /// As the cell face: characters alone.
    case cells
}
