import WheelGeometry
import WheelSettings

/// What lies where under the fingers of one touch device.
public struct TouchLayout: Equatable, Sendable {
    /// The last lies on top.
    public var targets: [TouchTarget]
    /// Of the display, in pixels.
    public var size: Size
    /// From the page to the display.
    public var pageTransform: AffineTransform
    public var swipes: SwipePages

    public init(
        targets: [TouchTarget] = [], size: Size = .zero, pageTransform: AffineTransform = .identity,
        swipes: SwipePages = .aroundPanels
    ) {
        self.targets = targets
        self.size = size
        self.pageTransform = pageTransform
        self.swipes = swipes
    }

    /// The layout of a touchscreen without a display: all of it is a wheel for its input's focused control.
    public static func wheelOfFocus(size: Size) -> TouchLayout {
        TouchLayout(targets: [TouchTarget(.wheelOfFocus, area: Rect(origin: .zero, size: size))], size: size)
    }
}

/// Where two fingers that go sideways lead to.
public enum SwipePages: Equatable, Sendable {
    /// To the pages before and after the panel's.
    case aroundPanels
    case to(before: Int, after: Int)
    case nowhere

    func choice(_ way: PageChoice) -> PageChoice {
        switch (self, way) {
        case (.to(let before, _), .previous): .page(before)
        case (.to(_, let after), .next): .page(after)
        case (_, _): way
        }
    }
}

/// A place that answers to fingers.
public struct TouchTarget: Equatable, Sendable {
    public var kind: TouchKind
    /// In its own coordinates.
    public var area: Rect
    /// From its own coordinates to the page.
    public var transform: AffineTransform

    public init(_ kind: TouchKind, area: Rect, transform: AffineTransform = .identity) {
        self.kind = kind
        self.area = area
        self.transform = transform
    }
}

/// What a finger on a target does. Controls, ramps, positions and pages are indices; lengths and places are in the
/// target's own coordinates.
public enum TouchKind: Equatable, Sendable {
    /// Dragged along its area, whose extent that way is the wheel's length.
    case wheel(control: Int, WheelOrientation)
    /// A wheel for whichever control the input turns when the finger comes down.
    case wheelOfFocus
    /// Turned about `vertex`, nearer to which than `ignoredRadius` no angle is told. On a logarithmic control
    /// `valuePerTurn` is the part of the range. The baseline, where the arm points to the left, stands for
    /// `valueOnBaseline`.
    case arm(
        control: Int, vertex: Point, ignoredRadius: Double, valuePerTurn: Double = 360, valueOnBaseline: Double = 0)
    /// Scrubs the control's ramp, or `ramp` where it has none; without either it drags the value. `length` is all of
    /// the way, along the longer side of its area.
    case slider(control: Int, ramp: Int?, length: Double)
    /// A finger that comes down pauses what moves the control; a tap starts or resumes the ramp, unless it is the first
    /// of a double tap.
    case rampButton(ramp: Int)
    /// A tap chooses the position, or toggles it. Seen through its control's `ChartView`.
    case seat(control: Int, position: Int)
    /// A tap zooms to this part of the chart. Seen through its control's `ChartView`.
    case block(control: Int, Rect)
    /// The window through which the positions' chart is seen: two fingers move it.
    case chart(control: Int)
    /// − or +.
    case stepper(control: Int, StepDirection)
    case tab(page: Int)
    /// All of a control's cell.
    case stage(control: Int)
}

/// − or +.
public enum StepDirection: Int, Equatable, Sendable {
    case down = -1
    case up = 1
}
