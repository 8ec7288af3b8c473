import WheelGeometry

/// A screen and how it is drawn on.
public struct DisplaySettings: Equatable, Sendable {
    public var name: String
    public var output: DisplayOutput
    public var rotation: DisplayRotation
    public var theme: ThemeName
    public var framesPerSecond: Int
    /// When an untouched display goes dark; zero is never.
    public var blankAfter: Interval
    /// A font file, or a family's name; `nil` is DejaVu Sans.
    public var font: String?

    public init(
        name: String, output: DisplayOutput = .automatic, rotation: DisplayRotation = .none, theme: ThemeName = .dark,
        framesPerSecond: Int = 60, blankAfter: Interval = .zero, font: String? = nil
    ) {
        self.name = name
        self.output = output
        self.rotation = rotation
        self.theme = theme
        self.framesPerSecond = framesPerSecond
        self.blankAfter = blankAfter
        self.font = font
    }
}

/// Where a display's picture goes. A path of `nil` is the first device that works.
public enum DisplayOutput: Equatable, Sendable {
    /// DRM, else fbdev, else none.
    case automatic
    case drm(String?)
    case fbdev(String?)
    case terminal
    case none
}

/// How far the picture is turned clockwise on its screen, in degrees.
public enum DisplayRotation: Int, CaseIterable, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270
}

/// The display's colours.
public enum ThemeName: String, CaseIterable, Sendable {
    case dark
    case light
}
