/// The part of the settings that the model of the panel (`WheelModel`) uses.
public struct PanelSettings: Equatable, Sendable {
    public var controls: [ControlSettings]
    public var ramps: [RampSettings]
    public var inputs: [InputSettings]
    public var pages: [PageSettings]
    public var presets: [PresetSettings]
    public var buttons: ButtonTimings
    public var touch: TouchTimings
    /// Whether the panel is locked at start.
    public var isLocked: Bool

    public init(
        controls: [ControlSettings] = [], ramps: [RampSettings] = [], inputs: [InputSettings] = [],
        pages: [PageSettings] = [], presets: [PresetSettings] = [], buttons: ButtonTimings = ButtonTimings(),
        touch: TouchTimings = TouchTimings(), isLocked: Bool = false
    ) {
        self.controls = controls
        self.ramps = ramps
        self.inputs = inputs
        self.pages = pages
        self.presets = presets
        self.buttons = buttons
        self.touch = touch
        self.isLocked = isLocked
    }
}

/// The durations that distinguish a button's gestures.
public struct ButtonTimings: Equatable, Sendable {
    /// The longest pause between the two clicks of a double click.
    public var double: Interval
    /// How long a button is held for a long press.
    public var long: Interval

    public init(double: Interval = .milliseconds(400), long: Interval = .milliseconds(600)) {
        self.double = double
        self.long = long
    }
}

/// The limits within which a touch is a tap, and two taps are a double tap.
public struct TouchTimings: Equatable, Sendable {
    /// The longest duration of a tap.
    public var tap: Interval
    /// The longest pause between the taps of a double tap.
    public var double: Interval
    /// The shortest pause between the taps of a double tap. Taps with a shorter pause count as one tap that bounced.
    public var doubleLeast: Interval
    /// How far the finger may move during a tap, in millimetres. The limit is 10 pixels for devices that report no
    /// resolution.
    public var slopMillimetres: Double
    public var firstTap: FirstTap
    public var twoFingerDouble: TwoFingerDouble

    public init(
        tap: Interval = .milliseconds(180), double: Interval = .milliseconds(300),
        doubleLeast: Interval = .milliseconds(40), slopMillimetres: Double = 1.3, firstTap: FirstTap = .act,
        twoFingerDouble: TwoFingerDouble = .none
    ) {
        self.tap = tap
        self.double = double
        self.doubleLeast = doubleLeast
        self.slopMillimetres = slopMillimetres
        self.firstTap = firstTap
        self.twoFingerDouble = twoFingerDouble
    }
}

/// What the first tap on a cell does, besides marking the cell, while another cell is marked.
public enum FirstTap: String, CaseIterable, Sendable {
    /// The tap acts if it hits a plate, a row, a seat, a digit, − or +, because these show what a tap does.
    case act
    /// The tap has no other effect, unless it hits Apply, Revert or an open chooser.
    case mark
}

/// What a double tap with two fingers on one control does.
public enum TwoFingerDouble: String, CaseIterable, Sendable {
    case none
    case reset
}
