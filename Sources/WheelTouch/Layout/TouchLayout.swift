import WheelCore
import WheelModel

/// The touch targets of one touch device.
public struct TouchLayout: Equatable, Sendable {
    /// The last target is on top.
    public var targets: [TouchTarget]
    /// Of the display, in pixels.
    public var size: Size
    /// From the page to the display.
    public var pageTransform: AffineTransform
    public var swipes: SwipePages
    /// The display that shows it.
    public var display: Int
    /// Whether it has the cells of several controls. Then a tap on a cell that is not marked may only mark it.
    public var isBank: Bool

    public init(
        targets: [TouchTarget] = [], size: Size = .zero, pageTransform: AffineTransform = .identity,
        swipes: SwipePages = .aroundPanels, display: Int = 0, isBank: Bool = false
    ) {
        self.targets = targets
        self.size = size
        self.pageTransform = pageTransform
        self.swipes = swipes
        self.display = display
        self.isBank = isBank
    }

    /// For a touchscreen without a display: the whole surface is a wheel for the control that its input turns.
    public static func wheelOfFocus(size: Size) -> TouchLayout {
        TouchLayout(targets: [TouchTarget(.wheelOfFocus, area: Rect(origin: .zero, size: size))], size: size)
    }
}

/// Where a tab or a swipe leads.
public enum PageGoal: Equatable, Sendable {
    case page(Int)
    /// The screen with this control. A page that does not fit on its display has several screens, and shows the one of the marked
    /// control. So the touch device's input turns this control from then on.
    case screen(control: Int)
}

/// Where a sideways swipe of two fingers leads.
public enum SwipePages: Equatable, Sendable {
    /// To the previous and next page of the panel.
    case aroundPanels
    case to(before: PageGoal, after: PageGoal)
    case nowhere
}

/// An area that reacts to fingers.
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

/// What a target does. Controls, ramps, positions and pages are indices; lengths and places are in the target's own coordinates.
public enum TouchKind: Equatable, Sendable {
    /// Dragged along its area, whose extent in that direction is the length of the wheel.
    case wheel(control: Int, WheelOrientation)
    /// A wheel for the control that the input turns at the time of the touch.
    case wheelOfFocus
    /// A finger rotates it about `vertex`; closer than `ignoredRadius` it has no angle. Where the taper is not linear,
    /// `valuePerTurn` is a fraction of the range. On the baseline, where the arm points to the left, the value is
    /// `valueOnBaseline`.
    case arm(
        control: Int, vertex: Point, ignoredRadius: Double, valuePerTurn: Double = 360, valueOnBaseline: Double = 0)
    /// Scrubs the control's present ramp, or else `ramp`; without either it drags the value. `length` is the whole distance,
    /// along the longer side of its area.
    case slider(control: Int, ramp: Int?, length: Double)
    /// A touch pauses the ramp that moves the control. A tap starts or resumes the ramp, unless it is the first of a double tap,
    /// or the control has `tapStarts == false`.
    case rampButton(ramp: Int)
    /// A tap chooses or toggles the position. Visible through its control's `ChartView`.
    case seat(control: Int, position: Int)
    /// The same outside of a chart.
    case chip(control: Int, position: Int)
    /// Chips that scroll under a finger. A tap chooses or toggles a position; on the chosen one of a choice it opens the
    /// `chooser`, if there is one.
    case chips(control: Int, ChipRows, chooser: ChipRows? = nil)
    /// A tap opens the chooser, which shows these chips.
    case opener(control: Int, ChipRows)
    /// A tap takes the other one of two positions.
    case toggle(control: Int)
    /// Closes the chooser.
    case closer(control: Int)
    /// A tap zooms to this part of the chart. Visible through its control's `ChartView`.
    case block(control: Int, Rect)
    /// The window through which the chart of positions is visible. Fingers move the chart.
    case chart(control: Int)
    /// A tap applies or drops the pending value.
    case apply(control: Int)
    case revert(control: Int)
    /// A digit of a number. A drag up by `length` adds `amount`, a drag down subtracts it. A tap selects the speed `speed`.
    case digit(control: Int, amount: Double, speed: Int, length: Double)
    /// A number whose digits are too small for fingers. A drag up or down by `length` is a detent at the current speed. A tap
    /// selects the next speed.
    case number(control: Int, length: Double)
    /// − or +.
    case stepper(control: Int, StepDirection)
    case tab(PageGoal)
    /// The whole cell of a control.
    case stage(control: Int)
}

public enum StepDirection: Int, Equatable, Sendable {
    case down = -1
    case up = 1
}
