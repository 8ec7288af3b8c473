/// What a virtual device sends in one frame.
package enum UinputAction: Equatable, Sendable {
    /// Keys of one device, in this order. The kernel has room for 64 events of a reader: a frame for each key would fill it
    /// sooner.
    case keys([UInt16], isDown: Bool)
    /// `units` of 1/120 notch, and the whole notches that they complete.
    case scroll(UinputWheel, units: Int, notches: Int)
    case axis(UInt16, Int)

    package var device: UinputDevice {
        switch self {
        case .keys(let codes, _): codes.first.map(UinputDevice.of(key:)) ?? .keys
        case .scroll: .keys
        case .axis: .axes
        }
    }
}
