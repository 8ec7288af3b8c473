import WheelCanvas
public import WheelCore
import WheelScene

/// The font of a display, without opening its screen.
public enum FontSurvey: Equatable, Sendable {
    /// The font that the display is meant to have.
    case meant
    /// Text is written with the font in this file, because the one in this package is not installed.
    case substitute(path: String, package: String)
    /// Nothing can be drawn.
    case unusable(String)

    public static func look(at settings: DisplaySettings) -> FontSurvey {
        let theme = Theme.named(settings.theme)
        do throws(CanvasError) {
            let path = try FontFile.typeface(settings.font, for: theme).path
            guard settings.font == nil else { return .meant }
            let (meant, package) =
                theme.isMono ? (FontFamily.terminus, "fonts-terminus-otb") : (.b612, "fonts-b612")
            return meant.regular.contains(path) ? .meant : .substitute(path: path, package: package)
        } catch {
            return .unusable(error.description)
        }
    }
}
