/// The events that a virtual device sends in one frame.
package enum UinputAction: Equatable, Sendable {
    /// Keys of one device, in this order. The keys share a frame, because the kernel has room for only 64 events per
    /// reader, and separate frames would need more events.
    case keys([UInt16], isDown: Bool)
    /// Scrolls by `units` of 1/120 notch. `notches` is the number of whole notches that these units complete.
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
