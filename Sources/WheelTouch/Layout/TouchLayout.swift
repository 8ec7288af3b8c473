import WheelCore
import WheelModel

/// The touch targets of one touch device.
public struct TouchLayout: Equatable, Sendable {
    /// The targets, of which the last is on top.
    public var targets: [TouchTarget]
    /// The size of the display, in pixels.
    public var size: Size
    /// The transform from the page to the display.
    public var pageTransform: AffineTransform
    public var swipes: SwipePages
    /// The display that shows this layout.
    public var display: Int
    /// Whether the layout has the cells of several controls. In such a layout, a tap on an unmarked cell may mark the
    /// cell without acting (`FirstTap`).
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

    /// The layout of a touchscreen without a display: the whole surface is a wheel for the control that its input
    /// turns.
    public static func wheelOfFocus(size: Size) -> TouchLayout {
        TouchLayout(targets: [TouchTarget(.wheelOfFocus, area: Rect(origin: .zero, size: size))], size: size)
    }
}

/// The page or screen to which a tab or a swipe leads.
public enum PageGoal: Equatable, Sendable {
    case page(Int)
    /// The screen with this control. A page that does not fit on its display has several screens, and the display shows
    /// the screen of the marked control. So a tab or a swipe that leads to this screen marks the control, which the
    /// touch device's input then turns.
    case screen(control: Int)
}

/// The pages to which a sideways swipe of two fingers leads.
public enum SwipePages: Equatable, Sendable {
    /// The previous and the next page of the panel.
    case aroundPanels
    case to(before: PageGoal, after: PageGoal)
    case nowhere
}

public struct TouchTarget: Equatable, Sendable {
    public var kind: TouchKind
    /// The area in the target's own coordinates.
    public var area: Rect
    /// The transform from the target's own coordinates to the page.
    public var transform: AffineTransform

    public init(_ kind: TouchKind, area: Rect, transform: AffineTransform = .identity) {
        self.kind = kind
        self.area = area
        self.transform = transform
    }
}

/// The function of a target. Controls, ramps, positions and pages are indices. Lengths and points are in the target's
/// own coordinates.
public enum TouchKind: Equatable, Sendable {
    /// A wheel that is dragged sideways, or up and down. The area's extent in this direction is the length of the
    /// wheel.
    case wheel(control: Int, WheelOrientation)
    /// A wheel for the control that the input turns at the time of the touch.
    case wheelOfFocus
    /// An arm that a finger rotates about `vertex`. A finger closer to the vertex than `ignoredRadius` has no angle.
    /// `valuePerTurn` is how far one revolution moves the value; if the taper is not linear, it is a fraction of the
    /// range. `valueOnBaseline` is the value of an arm on the baseline, which points to the left.
    case arm(
        control: Int, vertex: Point, ignoredRadius: Double, valuePerTurn: Double = 360, valueOnBaseline: Double = 0)
    /// A slider that scrubs the ramp that the control has at the moment, or else `ramp`. Without a ramp the slider
    /// drags the value. `length` is the distance for the whole ramp or range, along the longer side of the area.
    case slider(control: Int, ramp: Int?, length: Double)
    /// A touch pauses the running ramp of the control. If none is running, a tap or a longer touch starts or resumes
    /// `ramp`, unless the tap becomes a double tap, or the control has `tapStarts == false`.
    case rampButton(ramp: Int)
    /// A tap chooses or toggles the position. The target moves with the chart.
    case seat(control: Int, position: Int)
    /// A chip outside a chart. A tap chooses or toggles its position.
    case chip(control: Int, position: Int)
    /// Chips that scroll under a finger. A tap chooses or toggles a position. A tap on the chosen position of a choice
    /// opens the `chooser`, unless it is `nil`.
    case chips(control: Int, ChipRows, chooser: ChipRows? = nil)
    /// A tap opens the chooser with these chips.
    case opener(control: Int, ChipRows)
    /// A tap chooses the one of two positions that is not chosen now.
    case toggle(control: Int)
    /// A tap closes the chooser.
    case closer(control: Int)
    /// A tap zooms in to this part of the chart. The target moves with the chart.
    case block(control: Int, Rect)
    /// The window in which a chart of positions is visible. Fingers move the chart.
    case chart(control: Int)
    /// A tap applies or drops the pending value.
    case apply(control: Int)
    case revert(control: Int)
    /// A digit of a number. A drag up by `length` adds `amount`, and a drag down subtracts `amount`. A tap selects the
    /// speed `speed`.
    case digit(control: Int, amount: Double, speed: Int, length: Double)
    /// A number whose digits are too small for fingers. A drag up or down by `length` is a detent at the current speed.
    /// A tap selects the next speed.
    case number(control: Int, length: Double)
    /// The − or + of a stepper.
    case stepper(control: Int, StepDirection)
    case tab(PageGoal)
    /// The whole cell of a control, under the cell's other targets. A single finger on it moves no value.
    case stage(control: Int)
}

public enum StepDirection: Int, Equatable, Sendable {
    case down = -1
    case up = 1
}
