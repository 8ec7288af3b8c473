import WheelCore

/// An event of an input: an action of a hand, or a change of the device's state.
public enum InputEvent: Equatable, Sendable {
    /// A complete frame of a turn, with the configured reversal applied. A detent has 120 units. `detents` are those of a
    /// revolution, if the product is known to have so many; they count where the configuration gives none.
    case turned(units: Int, detents: Int? = nil)
    /// An axis that reports its position has moved, in fractions of its way, 0…1, with the configured reversal applied.
    /// `from` is `nil` if the axis was not touched before, so that nobody knows where it stood.
    case moved(from: Double?, to: Double)
    /// `button` is an index into `Instrument.buttonNames(of:)`.
    case pressed(button: Int)
    case released(button: Int)
    /// Whether the level of a button has changed and may still change back. A press or release that comes of it has the time
    /// at which its level began.
    case settling(button: Int, Bool)
    /// The level of a button whose device is new. It is no press and no release: nobody has moved the button now.
    case level(button: Int, isDown: Bool)
    /// All contacts that are currently down.
    case touched([TouchContact])
    /// Gestures end without a result, because the device was lost or some of its events were.
    case touchesCancelled
    /// The size of a touch device that is about to be attached.
    case surface(TouchSurfaceSize)
    /// No release follows `.lost` for buttons that were held: the receiver releases them.
    case state(DeviceState, detail: String)
    /// For GPIO lines the number of edges known to be lost, for an event device the number of overflows of its queue.
    case dropped(count: Int)
    /// So many edges of GPIO lines became one with the next of their line. The levels are right, and mostly it was bounce.
    case merged(count: Int)
    /// An event of the device with the code that a recording uses for it.
    case raw(code: String, value: Int)
}

/// A contact of a touch device in one frame.
public struct TouchContact: Equatable, Sendable {
    /// Constant from touching until lifting.
    public var id: Int
    /// Its place on the display, after the touch matrix.
    public var position: Point
    /// Whether the device reports a palm or another object that is not a finger.
    public var isPalm: Bool

    public init(id: Int, position: Point, isPalm: Bool = false) {
        self.id = id
        self.position = position
        self.isPalm = isPalm
    }
}

/// The size of a touch device.
public struct TouchSurfaceSize: Equatable, Sendable {
    /// In the device's own units.
    public var units: Size
    /// Computed from the device's resolution; `nil` if it gives none.
    public var millimetres: Size?

    public init(units: Size, millimetres: Size? = nil) {
        self.units = units
        self.millimetres = millimetres
    }

    /// Pixels per millimetre of a display that has `pixels` and lies under this device; `nil` if the size is unknown.
    public func pixelsPerMillimetre(on pixels: Size) -> Double? {
        guard let millimetres, millimetres.width > 0, pixels.width > 0 else { return nil }
        return pixels.width / millimetres.width
    }
}
