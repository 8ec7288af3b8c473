public import WheelCanvas
public import WheelSettings

/// The colours of a display. Text has the foreground, secondary or accent colour. Each has a contrast of at least 4.5:1
/// to everything behind it.
public struct Theme: Equatable, Sendable {
    public var background: Color
    public var foreground: Color
    /// For titles, units, frames and ticks.
    public var secondary: Color
    /// For the parts of a drawing that show the value.
    public var accent: Color
    /// For text and marks on the accent colour.
    public var onAccent: Color
    /// For buttons, tracks and the body of the wheel.
    public var surface: Color

    public static let dark = Theme(
        background: Color(0x0E1116), foreground: Color(0xF4F6F8), secondary: Color(0x9AA4B2), accent: Color(0xFFA629),
        onAccent: Color(0x14100A), surface: Color(0x262C35))

    public static let light = Theme(
        background: Color(0xFAFAF8), foreground: Color(0x15181D), secondary: Color(0x59616E), accent: Color(0xB84A00),
        onAccent: Color(0xFFFFFF), surface: Color(0xE4E7EB))

    /// The colour of a seat that is not chosen.
    var seat: Color { surface.mixed(with: secondary, fraction: 0.22) }

    /// The theme with this name in the configuration.
    public static func named(_ name: ThemeName) -> Theme {
        switch name {
        case .dark: dark
        case .light: light
        case .mono: dark
        }
    }
}
