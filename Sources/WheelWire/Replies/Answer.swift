import WheelCore

/// The answer to a request that was done.
public enum Answer: Equatable, Sendable {
    /// Without members.
    case done
    case listing(Listing)
    case control(ControlState)
    case value(ValueAnswer)
    /// Values that were set together, and one outcome for all of them.
    case values([Assignment], SetOutcome)
    case speed(control: String, speed: String)
    case page(String)
    case ramp(control: String, RampProgress)
    case scrub(ValueAnswer, RampProgress)
    case screenshot(Screenshot)
    case picture(WatchedPicture)
    case view(ViewState)
    case stats(Statistics)
    case clock(ClockReading)
}

/// The value that a control has after the request.
public struct ValueAnswer: Equatable, Sendable {
    public var control: String
    public var value: ControlValue
    /// The position under a selection's cursor.
    public var cursor: String?
    public var outcome = SetOutcome()

    package init(control: String, value: ControlValue, cursor: String? = nil, outcome: SetOutcome = SetOutcome()) {
        self.control = control
        self.value = value
        self.cursor = cursor
        self.outcome = outcome
    }
}

/// The display's picture as a PNG file.
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

extension ValueAnswer: DeclaredObject {
    static let blank = ValueAnswer(control: "", value: .number(0))

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("control", &control, "the control's name")
        visitor.visit("value", &value, "the control's value now")
        visitor.visit("cursor", ifAny: &cursor, when: "for selections", "the name of the position under the cursor")
        outcome.visitMembers(&visitor)
    }
}

extension SetOutcome: DeclaredObject {
    static let blank = SetOutcome()

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("clamped", ifTrue: &clamped, when: "if `true`", "a value lay beyond an end of the range")
        visitor.visit("snapped", ifTrue: &snapped, when: "if `true`", "a value lay between grid points")
    }
}

extension Screenshot: DeclaredObject {
    static let blank = Screenshot(png: [], widthPixels: 0, heightPixels: 0)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("png", base64: &png, "the picture as a PNG file")
        visitor.visit("width", &widthPixels, "its width in pixels")
        visitor.visit("height", &heightPixels, "its height in pixels")
    }
}
