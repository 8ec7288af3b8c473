import WheelModel
import WheelSettings

/// What a request that was done is answered with.
public enum Answer: Equatable, Sendable {
    /// Nothing but that it is done.
    case done
    case listing(Listing)
    case control(ControlState)
    case value(ValueAnswer)
    /// The values that were set together; the outcome is that of all of them.
    case values([Assignment], SetOutcome)
    case speed(control: String, speed: String)
    case page(String)
    case ramp(control: String, RampProgress)
    case scrub(ValueAnswer, RampProgress)
    case screenshot(Screenshot)
    case stats(Statistics)
}

/// The value that a control now has.
public struct ValueAnswer: Equatable, Sendable {
    public var control: String
    public var value: ControlValue
    /// The position under a selection's cursor.
    public var cursor: String?
    public var outcome: SetOutcome

    public init(
        control: String, value: ControlValue, cursor: String? = nil, outcome: SetOutcome = SetOutcome()
    ) {
        self.control = control
        self.value = value
        self.cursor = cursor
        self.outcome = outcome
    }
}

/// What the display shows, as a PNG file.
public struct Screenshot: Equatable, Sendable {
    public var png: [UInt8]
    public var widthPixels: Int
    public var heightPixels: Int

    public init(png: [UInt8], widthPixels: Int, heightPixels: Int) {
        self.png = png
        self.widthPixels = widthPixels
        self.heightPixels = heightPixels
    }
}
