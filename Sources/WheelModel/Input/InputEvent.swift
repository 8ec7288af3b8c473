import WheelCore

/// An event of an input: what a hand does, or a change of the device's state.
public enum InputEvent: Equatable, Sendable {
    /// A complete frame of a turn, with the configured reversal applied. A detent has 120 units. `detents` is how many a
    /// revolution of a known product has; it counts where the configuration gives no number.
    case turned(units: Int, detents: Int? = nil)
    /// An axis that reports its position has moved, in fractions of its way, 0…1, with the configured reversal applied. `from` is
    /// `nil` if its position before is not known.
    case moved(from: Double?, to: Double)
    /// `button` is an index into `Instrument.buttonNames(of:)`.
    case pressed(button: Int)
    case released(button: Int)
    /// Whether the level of a button has changed and may still change back. If it becomes a press or a release, that has the time
    /// at which the level began.
    case settling(button: Int, Bool)
    /// The level of a button whose device is new. Nobody has pressed or released it now.
    case level(button: Int, isDown: Bool)
    /// All contacts that are down.
    case touched([TouchContact])
    /// Gestures end without a result: events of the device were lost.
    case touchesCancelled
    /// The size of a touch device that is about to be attached.
    case surface(TouchSurfaceSize)
    /// No releases follow `.lost`: the receiver releases the buttons that were held.
    case state(DeviceState, detail: String)
    /// The edges of GPIO lines that are known to be lost, or the overflows of an event device's queue.
    case dropped(count: Int)
    /// The edges of GPIO lines that were merged with the next of their line. The levels are right; mostly it was bounce.
    case merged(count: Int)
    /// An event of the device, with its code in recordings.
    case raw(code: String, value: Int)
}

/// A contact of a touch device in one frame.
public struct TouchContact: Equatable, Sendable {
    /// The same from touching to lifting.
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

public struct TouchSurfaceSize: Equatable, Sendable {
    /// In the device's own units.
    public var units: Size
    /// By the device's resolution; `nil` if it gives none.
    public var millimetres: Size?

    public init(units: Size, millimetres: Size? = nil) {
        self.units = units
        self.millimetres = millimetres
    }

    /// Of a display of `pixels` under this device; `nil` if the size is unknown.
    public func pixelsPerMillimetre(on pixels: Size) -> Double? {
        guard let millimetres, millimetres.width > 0, pixels.width > 0 else { return nil }
        return pixels.width / millimetres.width
    }
}
