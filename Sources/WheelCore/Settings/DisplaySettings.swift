/// A display: its device, and how the picture is drawn.
public struct DisplaySettings: Equatable, Sendable {
    public var name: String
    public var output: DisplayOutput
    public var rotation: DisplayRotation
    public var theme: ThemeName
    /// Whether the configuration gives the theme. If not, a screen may choose its own theme.
    public var isThemeGiven = false
    /// The size of the picture in millimetres. `nil` means the size that the screen reports, else an estimate from its
    /// pixels.
    public var millimetres: Size?
    /// The distance of the eyes from the display, in metres. `nil` means a default that depends on the size.
    public var distance: Double?
    /// The radius of the corners of the controls' cards, in millimetres. `nil` means the radius that all other plates
    /// have.
    public var cornerMillimetres: Double?
    public var motion = DisplayMotion.full
    public var framesPerSecond: Int
    /// How long the display stays on without a touch, a turn or a press. Zero keeps the display on.
    public var blankAfter: Interval
    public var blanking = DisplayBlanking.off
    public var waking = DisplayWaking.touch
    /// The path of a font file, or the name of a font family. `nil` means B612, or DejaVu Sans if B612 is not
    /// installed. With the theme `mono` `nil` means Terminus, else DejaVu Sans, else B612.
    public var font: String?
    /// The connectors that other displays name. This display does not use these connectors.
    public var namedElsewhere: Set<String> = []

    public init(
        name: String, output: DisplayOutput = .automatic, rotation: DisplayRotation = .none, theme: ThemeName = .dark,
        millimetres: Size? = nil, distance: Double? = nil, framesPerSecond: Int = 60, blankAfter: Interval = .zero,
        font: String? = nil
    ) {
        self.name = name
        self.output = output
        self.rotation = rotation
        self.theme = theme
        self.millimetres = millimetres
        self.distance = distance
        self.framesPerSecond = framesPerSecond
        self.blankAfter = blankAfter
        self.font = font
    }
}

/// The device that shows a display's picture. A path that is `nil` means the first device that works.
public enum DisplayOutput: Equatable, Sendable {
    /// The first DRM device that works, else the first fbdev device, else none.
    case automatic
    case drm(String?)
    /// The screen at this connector of any graphics card, such as "DSI-1".
    case connector(String)
    case fbdev(String?)
    /// Clients watch the picture, which has this size in pixels.
    case remote(width: Int, height: Int)
    case none
}

extension DisplayOutput {
    public var isRemote: Bool {
        if case .remote = self { true } else { false }
    }
}

/// How far the picture is rotated clockwise on the screen, in degrees.
public enum DisplayRotation: Int, CaseIterable, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270
}

/// The colour scheme of a display.
public enum ThemeName: String, CaseIterable, Sendable {
    case dark
    case light
    /// Two colours, for screens with one bit per pixel.
    case mono
}

/// Whether displays animate the change to a new value, or show the new value at once.
public enum DisplayMotion: String, CaseIterable, Sendable {
    case full
    case reduced
}

/// How a display becomes dark.
public enum DisplayBlanking: String, CaseIterable, Sendable {
    /// The screen is switched off.
    case off
    /// The screen shows black.
    case black
}

/// Which inputs do nothing but light the display while it is dark.
public enum DisplayWaking: String, CaseIterable, Sendable {
    /// A touch on the display.
    case touch
    /// A touch on the display, a detent and a press.
    case all
    /// Every input lights the display and also acts.
    case none
}

/// How a terminal shows pictures.
public enum TerminalGraphics: String, CaseIterable, Sendable {
    /// Pictures of the Kitty graphics protocol.
    case kitty
    case sixel
    /// Characters alone.
    case cells
}
