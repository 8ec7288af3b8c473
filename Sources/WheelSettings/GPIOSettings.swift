import WheelGeometry

/// An encoder, a button or both on GPIO lines.
public struct GPIOSettings: Equatable, Sendable {
    /// The chip's name, label or path. `nil` means the chip that has the named lines.
    public var chip: String?
    public var encoder: GPIOEncoderSettings?
    public var button: GPIOLine?
    public var bias: GPIOBias
    public var isActiveLow: Bool

    public init(
        chip: String? = nil, encoder: GPIOEncoderSettings? = nil, button: GPIOLine? = nil,
        bias: GPIOBias = .pullUp, isActiveLow: Bool = false
    ) {
        self.chip = chip
        self.encoder = encoder
        self.button = button
        self.bias = bias
        self.isActiveLow = isActiveLow
    }
}

/// The two lines of an encoder, and how they are decoded.
public struct GPIOEncoderSettings: Equatable, Sendable {
    public var a: GPIOLine
    public var b: GPIOLine
    public var transitionsPerDetent: Int
    public var debounce: Interval
    public var isReversed: Bool

    public init(
        a: GPIOLine, b: GPIOLine, transitionsPerDetent: Int = 4, debounce: Interval = .zero, isReversed: Bool = false
    ) {
        self.a = a
        self.b = b
        self.transitionsPerDetent = transitionsPerDetent
        self.debounce = debounce
        self.isReversed = isReversed
    }
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
