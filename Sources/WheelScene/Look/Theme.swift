public import WheelCanvas
public import WheelCore

/// The colours of a display by their roles. Orange marks the value, and blue the hand. No two states differ by hue
/// alone.
///
/// Text has a contrast of at least 4.5:1 to everything behind it. Touch targets and the signs of a state have at least
/// 3:1.
public struct Theme: Equatable, Sendable {
    /// The background behind the cells.
    public var ground: Color
    public var cell: Color
    /// The colour of plates and of the tracks of bars.
    public var raised: Color
    /// The border of a cell, which only decorates the cell.
    public var edge: Color
    /// The border of touch targets.
    public var outline: Color
    public var text: Color
    /// The colour of labels, units and inactive parts.
    public var secondary: Color
    /// The colour of the value and of chosen positions.
    public var accent: Color
    public var onAccent: Color
    /// The colour of a chosen position that means "off". It contrasts with the cell, but less than the colour of a
    /// position that is on.
    public var off: Color
    public var onOff: Color
    /// The colour of the marked control's frame, of its speed, and of a pending value.
    public var hand: Color
    public var onHand: Color
    /// The colour of alarms. "!" and a word always mark an alarm as well.
    public var alarm: Color
    public var onAlarm: Color
    /// Whether the theme has only two colours, so that states are shown by frames and inverse text.
    public var isMono = false

    public static let dark = Theme(
        ground: Color(0x0D1014), cell: Color(0x14181E), raised: Color(0x252C36), edge: Color(0x2C333D),
        outline: Color(0x768397), text: Color(0xF6F8FA), secondary: Color(0xA9B3C0), accent: Color(0xFFA528),
        onAccent: Color(0x140E02), off: Color(0x5F6B7A), onOff: Color(0xF6F8FA), hand: Color(0x5CB8F2),
        onHand: Color(0x04121C), alarm: Color(0xFF7A85),
        onAlarm: Color(0x1E0206))

    public static let light = Theme(
        ground: Color(0xF1F2F0), cell: Color(0xFFFFFF), raised: Color(0xE6E9ED), edge: Color(0xD3D8DE),
        outline: Color(0x717C8A), text: Color(0x15181D), secondary: Color(0x4F5866), accent: Color(0xA84300),
        onAccent: Color(0xFFFFFF), off: Color(0x858F9C), onOff: Color(0x15181D), hand: Color(0x00629F),
        onHand: Color(0xFFFFFF), alarm: Color(0xB00040),
        onAlarm: Color(0xFFFFFF))

    public static let mono: Theme = {
        let (black, white) = (Color(0x000000), Color(0xFFFFFF))
        return Theme(
            ground: black, cell: black, raised: black, edge: black, outline: white, text: white, secondary: white,
            accent: white, onAccent: black, off: white, onOff: black, hand: white, onHand: black, alarm: white,
            onAlarm: black, isMono: true)
    }()

    /// Black on white, for the bar with the label of the marked control.
    static let inverse: Theme = {
        let (black, white) = (mono.ground, mono.text)
        return Theme(
            ground: white, cell: white, raised: white, edge: white, outline: black, text: black, secondary: black,
            accent: black, onAccent: white, off: black, onOff: white, hand: black, onHand: white, alarm: black,
            onAlarm: white, isMono: true)
    }()

    /// The colour of a seat (a position on a chart) that is not chosen.
    var seat: Color { outline }

    public static func named(_ name: ThemeName) -> Theme {
        switch name {
        case .dark: dark
        case .light: light
        case .mono: mono
        }
    }
}
