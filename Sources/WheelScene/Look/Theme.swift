public import WheelCanvas

/// The colours of a display. Text stands in the foreground, the secondary and the accent colour alone, each of which
/// has a contrast of 4.5:1 or more to all that it stands on.
public struct Theme: Equatable, Sendable {
    public var background: Color
    public var foreground: Color
    /// Names, units, frames and ticks.
    public var secondary: Color
    /// What shows the value.
    public var accent: Color
    /// What stands on the accent colour.
    public var onAccent: Color
    /// Faces of what can be pressed, tracks, seats that are not chosen.
    public var surface: Color

    public init(
        background: Color, foreground: Color, secondary: Color, accent: Color, onAccent: Color, surface: Color
    ) {
        self.background = background
        self.foreground = foreground
        self.secondary = secondary
        self.accent = accent
        self.onAccent = onAccent
        self.surface = surface
    }

    public static let dark = Theme(
        background: Color(0x0E1116), foreground: Color(0xF4F6F8), secondary: Color(0x9AA4B2), accent: Color(0xFFA629),
        onAccent: Color(0x14100A), surface: Color(0x262C35))

    public static let light = Theme(
        background: Color(0xFAFAF8), foreground: Color(0x15181D), secondary: Color(0x59616E), accent: Color(0xB84A00),
        onAccent: Color(0xFFFFFF), surface: Color(0xE4E7EB))

    /// A seat that is not chosen: between a surface and what is written on it.
    var seat: Color { surface.mixed(with: secondary, fraction: 0.22) }

    /// As the configuration names it.
    public static func named(_ name: String) -> Theme? {
        switch name {
        case "dark": dark
        case "light": light
        default: nil
        }
    }
}
