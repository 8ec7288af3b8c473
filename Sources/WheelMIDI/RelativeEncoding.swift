/// The encoding of a knob's steps in a controller's value of 7 bits.
package enum RelativeEncoding: String, CaseIterable, Sendable {
    /// For 1 to 63 steps: 1…63 up, 127…65 down.
    case twosComplement = "twos-complement"
    /// For 1 to 63 steps: 65…127 up, 63…1 down.
    case binaryOffset = "binary-offset"
    /// For 1 to 63 steps: 1…63 up, 65…127 down.
    case signMagnitude = "sign-magnitude"
    /// 127 for one step up, 0 for one step down, as programs for radios expect.
    case upDown = "up-down"

    package var largest: Int { self == .upDown ? 1 : 63 }

    /// The value for 1 to `largest` steps up, or for as many steps down (negative).
    package func value(for steps: Int) -> Int {
        switch self {
        case .twosComplement: steps & 0x7f
        case .binaryOffset: 64 + steps
        case .signMagnitude: steps < 0 ? 0x40 | -steps : steps
        case .upDown: steps > 0 ? 127 : 0
        }
    }

    /// The number of steps that a value of 7 bits means; negative for steps down.
    package func steps(of value: Int) -> Int {
        switch self {
        case .twosComplement: value < 64 ? value : value - 128
        case .binaryOffset: value - 64
        case .signMagnitude: value & 0x40 == 0 ? value : -(value & 0x3f)
        case .upDown: value < 64 ? -1 : 1
        }
    }
}
