/// An encoder, a button or both on GPIO lines.
public struct GPIOSettings: Equatable, Sendable {
    /// The chip's name, label or path. `nil` means the chip that has the named lines; for lines without names, the chip
    /// of a Raspberry Pi's header, or else the only chip.
    public var chip: String?
    public var encoder: GPIOEncoderSettings?
    public var button: GPIOLine?
    public var bias: GPIOBias
    public var isActiveLow: Bool
    /// Whether the button's level is reported when its line is opened.
    public var reportsInitialLevel: Bool

    public init(
        chip: String? = nil, encoder: GPIOEncoderSettings? = nil, button: GPIOLine? = nil,
        bias: GPIOBias = .pullUp, isActiveLow: Bool = false, reportsInitialLevel: Bool = false
    ) {
        self.chip = chip
        self.encoder = encoder
        self.button = button
        self.bias = bias
        self.isActiveLow = isActiveLow
        self.reportsInitialLevel = reportsInitialLevel
    }
}

/// The two lines of an encoder, and how they are decoded.
public struct GPIOEncoderSettings: Equatable, Sendable {
    public var a: GPIOLine
    public var b: GPIOLine
    public var transitionsPerDetent: Int
    public var rest: EncoderRest
    public var debounce: Interval
    public var isReversed: Bool

    public init(
        a: GPIOLine, b: GPIOLine, transitionsPerDetent: Int = 4, rest: EncoderRest = .open,
        debounce: Interval = .zero, isReversed: Bool = false
    ) {
        self.a = a
        self.b = b
        self.transitionsPerDetent = transitionsPerDetent
        self.rest = rest
        self.debounce = debounce
        self.isReversed = isReversed
    }

    /// The default debounce: 2 ms for an encoder with contacts if every change of a line counts, else 0.
    ///
    /// If every change counts, bounce would appear as turns back and forth. An encoder with more changes per revolution
    /// than contacts can make is optical or magnetic. Such an encoder does not bounce, and its changes may follow each
    /// other faster than a debounce allows.
    public static func usualDebounce(detents: Int, transitionsPerDetent: Int, isDetentless: Bool) -> Interval {
        let countsEachChange = isDetentless || transitionsPerDetent == 1
        return countsEachChange && detents * transitionsPerDetent <= mostByContacts ? .milliseconds(2) : .zero
    }

    private static let mostByContacts = 256
}

/// The state of an encoder's contacts at a detent. The raw values are the words of the configuration.
///
/// With two transitions per detent `open` and `closed` are equivalent, because they alternate from detent to detent. So
/// are `a` and `b`. With one transition per detent every state means `any`.
public enum EncoderRest: String, CaseIterable, Sendable {
    /// Both contacts are open.
    case open
    /// Both contacts are closed.
    case closed
    /// Only the contact of line A is closed.
    case a
    /// Only the contact of line B is closed.
    case b
    /// The encoder may stop in every state. Only the number of transitions then separates the detents.
    case any
}

/// A line, by its name or by its offset on the chip.
public enum GPIOLine: Equatable, Hashable, Sendable {
    case named(String)
    case offset(UInt32)
}

/// The pull resistor that sets a line's level while its contact is open.
public enum GPIOBias: String, CaseIterable, Sendable {
    case pullUp = "pull-up"
    case pullDown = "pull-down"
    case disabled
    case asIs = "as-is"
}
