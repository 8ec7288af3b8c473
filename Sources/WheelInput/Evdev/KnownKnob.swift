internal import CEvdev
import WheelCore

/// Facts about a knob that its events do not show. The product is recognised by its vendor and product IDs.
struct KnownKnob: Equatable {
    /// How many detents a revolution has, unless the configuration sets the number.
    var detents: Int?
    /// How many counts of REL_DIAL a revolution has, if a count is less than a detent.
    var countsPerTurn: Int?

    /// Whether the knob presses this key when it wakes, and never releases it.
    func isStuck(_ key: UInt16) -> Bool { Int32(key) == KEY_WAKEUP }

    init?(vendor: UInt16, product: UInt16) {
        switch (vendor, product) {
        // The Griffin PowerMate, and its first version, the SoundKnob, which has another product ID. The kernel's
        // driver says that the knob has "approximately 94" detents; 96 are assumed here.
        case (0x077d, 0x0410), (0x077d, 0x04aa): self.init(detents: 96)
        // The Surface Dial. This knob offers several resolutions (counts per revolution). The kernel always chooses the
        // finest, and reports its counts as REL_DIAL without scaling them.
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
