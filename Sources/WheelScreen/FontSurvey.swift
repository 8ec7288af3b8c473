import WheelCanvas
public import WheelCore
import WheelScene

/// The font of a display, determined without opening its screen.
public enum FontSurvey: Equatable, Sendable {
    /// Text is drawn with the font that was configured, or with the usual font if none was configured.
    case meant
    /// Text is drawn with the font in this file, because `package`, which contains the usual font, is not installed.
    case substitute(path: String, package: String)
    /// There is no usable font, for this reason.
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
