import WheelCore
import WheelModel

/// Chips that are scrolled now: those of a list after a drag, or those of the chooser.
public struct ScrolledChips: Equatable, Sendable {
    public internal(set) var control: Int
    var rows: ChipRows
    public internal(set) var scroll: Scroll
    /// When the chooser closes, or the list shows its chosen row in the middle again.
    var until: Instant

    /// How long they stay without a touch.
    static let patience = Interval.seconds(8)
}
