import WheelCore

/// An event of an input: an action of a hand, or a change of the device's state.
public enum InputEvent: Equatable, Sendable {
    /// All units that an encoder has turned in one frame of events, with the configured reversal applied. A detent has
    /// 120 units. `detents` is the number of detents per revolution of a known product, which is used if the
    /// configuration gives none.
    case turned(units: Int, detents: Int? = nil)
    /// An axis that reports its position has moved. Positions are fractions of the axis's travel, 0…1, with the
    /// configured reversal applied. `from` is `nil` if the previous position is not known.
    case moved(from: Double?, to: Double)
    /// A button was pressed. `button` is an index into `Instrument.buttonNames(of:)`.
    case pressed(button: Int)
    case released(button: Int)
    /// Whether the level of a button has changed and may still change back. A press or a release that follows has the
    /// time at which the new level began.
    case settling(button: Int, Bool)
    /// The level of a button whose device has just been connected. Nobody has pressed or released the button now.
    case level(button: Int, isDown: Bool)
    /// All contacts that are down.
    case touched([TouchContact])
    /// All gestures end without a result, because the device or some of its events were lost.
    case touchesCancelled
    /// The size of a touch device that is about to be attached.
    case surface(TouchSurfaceSize)
    /// The state of the device. No releases follow `.lost`: the receiver releases the buttons that were held.
    case state(DeviceState, detail: String)
    /// The number of edges of GPIO lines that are known to be lost, or of overflows of an event device's queue.
    case dropped(count: Int)
    /// The number of edges of GPIO lines that were merged with the next edge of the same line. The levels are correct,
    /// and most of these edges were bounce.
    case merged(count: Int)
    /// An event of the device, with the code that recordings use.
    case raw(code: String, value: Int)
}

/// A contact of a touch device in one frame.
public struct TouchContact: Equatable, Sendable {
    /// The number of the contact, which stays the same from the touch to the lift.
    public var id: Int
    /// The contact's point on the display, after the touch matrix was applied.
    public var position: Point
    /// Whether the device reports a palm or another object that is not a finger.
    public var isPalm: Bool

    public init(id: Int, position: Point, isPalm: Bool = false) {
        self.id = id
        self.position = position
        self.isPalm = isPalm
    }
}

public struct TouchSurfaceSize: Equatable, Sendable {
    /// The size in the device's own units.
    public var units: Size
    /// The size that follows from the device's resolution; `nil` if the device reports none.
    public var millimetres: Size?

    public init(units: Size, millimetres: Size? = nil) {
        self.units = units
        self.millimetres = millimetres
    }

    /// The resolution of the display that lies under this touch device and has the size `pixels`; `nil` if the size in
    /// millimetres is unknown.
    public func pixelsPerMillimetre(on pixels: Size) -> Double? {
        guard let millimetres, millimetres.width > 0, pixels.width > 0 else { return nil }
        return pixels.width / millimetres.width
    }
}
