import WheelGeometry
import WheelSettings

/// A finger that is down, and what it does.
struct Finger: Sendable {
    let id: Int
    /// What it came down on.
    let target: ArrangedTarget?
    /// The control that it is on.
    let control: Int?
    /// Where it came down, on the display.
    let touchedAt: Point
    /// Where it is, on the display and on the page.
    var onDisplay: Point
    var onPage: Point
    var hasStrayed = false
    var isPalm = false
    /// Whether it is in the frame that is being read.
    var isSeen = true
    var role = FingerRole.resting

    /// Where it is, in the coordinates of what it came down on.
    var place: Point { target?.toOwn.apply(to: onPage) ?? onPage }

    /// Which finger it is and where, small enough to be copied at every frame.
    var spot: Spot { Spot(id: id, onDisplay: onDisplay, onPage: onPage) }

    struct Spot: Sendable {
        let id: Int
        let onDisplay: Point
        let onPage: Point

        /// The angle of the line to another finger; `nil` where they are too near one another for one.
        func angle(to other: Spot, least: Double) -> Angle? {
            let way = other.onPage - onPage
            return way.length < least || way == .zero ? nil : way.angle
        }
    }

    /// Whether it counts with others on the same control, or with others on none.
    var isShared: Bool { target?.kind.sharesFingers ?? true }
}

/// What a finger does until it lifts.
enum FingerRole: Sendable {
    /// Moves nothing; may be a tap.
    case resting
    case wheel(WheelPull)
    case arm(ArmPull)
    case slider(SliderPull)
    case stepper(StepperPress)
    /// Does something when it lifts where it came down.
    case pressing
    case rampButton(RampPress)
    /// One of the two fingers of a `FingerPair`.
    case paired
    /// Its gesture has ended: ignored until it lifts.
    case over
    /// No finger at all; ignored, and keeps no finger from its gesture.
    case palm
}

/// A finger that drags a wheel.
struct WheelPull: Sendable {
    let axis: TouchAxis
    let length: Double
    var grip: Grip
}

/// A finger that turns an arm about its vertex.
struct ArmPull: Sendable {
    let vertex: Point
    let ignoredRadius: Double
    let valuePerTurn: Double
    let valueOnBaseline: Double
    /// `nil` while the finger is too near the vertex for an angle.
    var grip: Grip?

    /// The angle from the baseline to a place, clockwise; `nil` too near the vertex.
    func angle(at place: Point) -> Angle? {
        let way = vertex - place
        return way.length < ignoredRadius || way == .zero ? nil : way.angle
    }

    var gear: Grip.Gear { Grip.Gear(amount: valuePerTurn, length: Angle.turn.degrees) }
}

/// A finger on a slider.
struct SliderPull: Sendable {
    let ramp: Int?
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
    /// When it moves again if it is still held.
    var next: Instant

    static let firstRepeat = Interval.milliseconds(400)
    static let repeats = Interval.milliseconds(100)
}

/// Which way a finger is followed.
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

    /// Right and up are more.
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
