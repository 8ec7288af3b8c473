internal import CEvdev

/// A relative axis that tells where it stands instead of how far it has turned: a counter of eight bits that wraps.
///
/// The kernel passes on no relative value of 0, so that the device seems to jump over it.
struct AbsoluteCounter: Equatable {
    static let modulus = 256

    private var place: UInt8?

    /// How far it has turned, the shorter way round. The first value tells only where it stands.
    mutating func distance(to value: Int) -> Int {
        let next = UInt8(truncatingIfNeeded: value)
        defer { place = next }
        guard let place else { return 0 }
        return Int(Int8(bitPattern: next &- place))
    }

    /// Whether an axis of this product is one: the jogs of the Contour ShuttlePRO and ShuttleXpress, of which there is
    /// nothing else to tell them by.
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

    /// What its device said as a recording has it, with how far each axis turned.
    public func distances(in events: [(code: String, value: Int)]) -> [(code: String, value: Int)] {
        var counter = AbsoluteCounter()
        return events.map { code, value in
            guard let event = KernelName.event(named: code), Int32(event.type) == EV_REL, countsAbsolutely(event.code)
            else { return (code, value) }
            return (code, counter.distance(to: value))
        }
    }
}
