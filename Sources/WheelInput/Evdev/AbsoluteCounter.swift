internal import CEvdev

/// A relative axis that reports its position instead of a distance: an eight-bit counter that wraps.
///
/// The kernel drops relative events with value 0, so the device seems to skip the position 0.
struct AbsoluteCounter: Equatable {
    static let modulus = 256

    private var position: UInt8?

    /// The distance from the last position, the shorter way around. The first value yields the distance 0.
    mutating func distance(to value: Int) -> Int {
        let next = UInt8(truncatingIfNeeded: value)
        defer { position = next }
        guard let position else { return 0 }
        return Int(Int8(bitPattern: next &- position))
    }

    /// Whether this axis of the product is an `AbsoluteCounter`. The jog wheels of the Contour ShuttlePRO and
    /// ShuttleXpress are, and can be recognised only by their vendor and product IDs.
    static func isAxis(_ code: UInt16, ofVendor vendor: UInt16, product: UInt16) -> Bool {
        let shuttles: [(vendor: UInt16, product: UInt16)] = [
            (0x05f3, 0x0240), (0x0b33, 0x0010), (0x0b33, 0x0011), (0x0b33, 0x0020), (0x0b33, 0x0030),
        ]
        return Int32(code) == REL_DIAL && shuttles.contains { $0 == (vendor, product) }
    }
}

extension InputNode {
    func countsAbsolutely(_ code: UInt16) -> Bool {
        AbsoluteCounter.isAxis(code, ofVendor: vendor, product: product)
    }

    /// Converts recorded events of this device: replaces the positions of counters by distances.
    public func distances(in events: [(code: String, value: Int)]) -> [(code: String, value: Int)] {
        var counter = AbsoluteCounter()
        return events.map { code, value in
            guard let event = KernelName.event(named: code), Int32(event.type) == EV_REL, countsAbsolutely(event.code)
            else { return (code, value) }
            return (code, counter.distance(to: value))
        }
    }
}
