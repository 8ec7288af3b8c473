/// What the virtual devices are told. Each is a frame of its own, so that no reader can take a chord in another order.
package enum UinputAction: Equatable, Sendable {
    case key(UInt16, isDown: Bool)
    /// `units` of 1/120 notch, and the whole notches that they complete.
    case scroll(UinputWheel, units: Int, notches: Int)
    case axis(UInt16, Int)

    package var device: UinputDevice {
        switch self {
        case .key(let code, _): UinputDevice.of(key: code)
        case .scroll: .keys
        case .axis: .axes
        }
    }
}
