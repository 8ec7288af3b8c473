internal import CEvdev
import WheelCore

/// A knob whose events do not show how far it is turned. Only its ids do.
struct KnownKnob: Equatable {
    /// How many detents are a revolution, unless the configuration says.
    var detents: Int?
    /// How many counts of REL_DIAL are a revolution, if a count is no detent.
    var countsPerTurn: Int?

    /// It presses this key when it wakes, and never releases it.
    func isStuck(_ key: UInt16) -> Bool { Int32(key) == KEY_WAKEUP }

    init?(vendor: UInt16, product: UInt16) {
        switch (vendor, product) {
        // The Griffin PowerMate, and the SoundKnob that it was at first. The kernel's driver says "approximately 94".
        case (0x077d, 0x0410), (0x077d, 0x04aa): self.init(detents: 96)
        // The Surface Dial. It offers several resolutions, of which the kernel always chooses the finest. The kernel then
        // reports the counts of a REL_DIAL as they are.
        case (0x045e, 0x091b): self.init(countsPerTurn: 3600)
        default: return nil
        }
    }

    init(detents: Int? = nil, countsPerTurn: Int? = nil) {
        self.detents = detents
        self.countsPerTurn = countsPerTurn
    }
}

extension InputNode {
    var known: KnownKnob? { KnownKnob(vendor: vendor, product: product) }

    /// Whether the axis that turns counts more finely than detents.
    package var countsFinely: Bool { known?.countsPerTurn != nil && relative.contains(REL_DIAL) }
}
