import WheelGeometry
import WheelSettings

/// A finger that is down, and its gesture.
struct Finger: Sendable {
    let id: Int
    /// The target on which it came down.
    var target: ArrangedTarget?
    /// The control of that target.
    var control: Int?
    /// The place on the display where it came down.
    let touchedAt: Point
    /// Its current place, on the display and on the page.
    var onDisplay: Point
    var onPage: Point
    var hasStrayed = false
    /// Whether it came down on a cell of a bank that was not marked: its tap only marks the cell.
    var marksOnly = false
    var isPalm = false
    /// Whether it is contained in the current frame.
    var isSeen = true
    var role = FingerRole.resting

    /// Its current place, in the coordinates of its target.
    var place: Point { target?.toOwn.apply(to: onPage) ?? onPage }

    /// When a held − or + steps again.
    var nextStep: Instant? {
        guard case .stepper(let press) = role, press.isInside else { return nil }
        return press.next
    }

    /// The finger's id and place, small enough to be copied at every frame.
    var spot: Spot { Spot(id: id, onDisplay: onDisplay, onPage: onPage) }

    struct Spot: Sendable {
        let id: Int
        let onDisplay: Point
        let onPage: Point

        /// The angle of the line to another finger; `nil` if they are too close together for an angle.
        func angle(to other: Spot, least: Double) -> Angle? {
            let way = other.onPage - onPage
            return way.length < least || way == .zero ? nil : way.angle
        }
    }

    /// Whether it forms pairs with other fingers on the same control, or with others on no control.
    var isShared: Bool { target?.kind.sharesFingers ?? true }
}

/// The gesture of a finger until it lifts.
enum FingerRole: Sendable {
    /// Moves nothing; may become a tap.
    case resting
    case wheel(WheelPull)
    case arm(ArmPull)
    case slider(SliderPull)
    case digit(DigitPull)
    case stepper(StepperPress)
    /// Performs its target's action if it lifts where it came down.
    case pressing
    case rampButton(RampPress)
    /// Drags a chart.
    case chart(ChartGrip)
    /// Scrolls chips, or chooses one by a tap.
    case scroll(ScrollGrip)
    /// One of the two fingers of a `FingerPair`.
    case paired
    /// The gesture has ended. The finger is ignored until it lifts.
    case over
    /// Ignored as a palm. It does not prevent gestures of other fingers.
    case palm
}

/// A finger that drags a wheel.
struct WheelPull: Sendable {
    let axis: TouchAxis
    let length: Double
    var grip: Grip
}

/// A finger that rotates an arm about its vertex.
struct ArmPull: Sendable {
    let vertex: Point
    let ignoredRadius: Double
    let valuePerTurn: Double
    let valueOnBaseline: Double
    /// `nil` while the finger is too close to the vertex for an angle.
    var grip: Grip?

    /// The angle from the baseline to a place, clockwise; `nil` too close to the vertex.
    func angle(at place: Point) -> Angle? {
        let way = vertex - place
        return way.length < ignoredRadius || way == .zero ? nil : way.angle
    }

    var gear: Grip.Gear { Grip.Gear(amount: valuePerTurn, length: Angle.turn.degrees) }
}

/// A finger on a slider.
struct SliderPull: Sendable {
    var ramp: Int?
    let axis: TouchAxis
    let length: Double
    var hold: Hold

    enum Hold: Sendable {
        case value(Grip)
        case ramp(RampGrip)

        var isRamp: Bool {
            switch self {
            case .value: false
            case .ramp: true
            }
        }

        /// The last place along the slider.
        var reading: Double {
            switch self {
            case .value(let grip): grip.reading
            case .ramp(let grip): grip.reading
            }
        }
    }
}

/// A finger that holds − or +.
struct StepperPress: Sendable {
    let direction: StepDirection
    var isInside = true
    /// When the next step is due if the finger stays.
    var next: Instant

    static let firstRepeat = Interval.milliseconds(400)
    static let repeats = Interval.milliseconds(100)
}

/// The axis along which a finger is followed.
enum TouchAxis: Sendable {
    case horizontal
    case vertical

    init(_ orientation: WheelOrientation, area: Rect) {
        switch orientation {
        case .horizontal: self = .horizontal
        case .vertical: self = .vertical
        case .auto: self = area.height > area.width ? .vertical : .horizontal
        }
    }

    /// The reading increases to the right and upwards.
    func reading(at place: Point) -> Double {
        switch self {
        case .horizontal: place.x
        case .vertical: -place.y
        }
    }

    func length(of area: Rect) -> Double {
        switch self {
        case .horizontal: area.width
        case .vertical: area.height
        }
    }
}

/// A finger of a touch surface, as a source of changes and a holder of interactions.
struct Hand: Sendable {
    let surface: Int
    let finger: Int

    var source: Source { .input(surface) }
    var holder: Interaction.Holder { .finger(surface: surface, id: finger) }
}
