internal import CEvdev
import WheelCore

/// A knob whose events do not show how far it is turned. Only its ids do.
struct KnownKnob: Equatable {
    /// How many counts of REL_DIAL are a revolution.
    var countsPerTurn: Int

    /// It presses this key when it wakes, and never releases it.
    func isStuck(_ key: UInt16) -> Bool { Int32(key) == KEY_WAKEUP }

    /// The Surface Dial. It offers several resolutions, of which the kernel always chooses the finest. The kernel then
    /// reports the counts of a REL_DIAL as they are.
    init?(vendor: UInt16, product: UInt16) {
        guard (vendor, product) == (0x045e, 0x091b) else { return nil }
        countsPerTurn = 3600
    }

    /// A knob of a recording.
    init(countsPerTurn: Int) {
        self.countsPerTurn = countsPerTurn
    }
}

extension InputNode {
    var known: KnownKnob? { KnownKnob(vendor: vendor, product: product) }

    /// Whether the axis that turns counts more finely than detents.
    package var countsFinely: Bool { known != nil && relative.contains(REL_DIAL) }
}
