import WheelGeometry

/// Chips that are scrolled now: those of a list after a drag, or those of the chooser of a display.
public struct ScrolledChips: Equatable, Sendable {
    public internal(set) var control: Int
    /// The display that shows the chooser; `nil` for a list, which all displays show alike.
    public let display: Int?
    var rows: ChipRows
    public internal(set) var scroll: Scroll
    /// When the chooser closes, or the list shows its chosen row in the middle again.
    var until: Instant

    /// How long they stay without a touch.
    static let patience = Interval.seconds(8)

    /// The chips of the same rows: of this control in its list, or in the chooser of this display.
    func isSame(as place: ChipRows.Place, of control: Int, onDisplay display: Int) -> Bool {
        guard self.control == control else { return false }
        return switch place {
        case .list: self.display == nil
        case .chooser: self.display == display
        }
    }
}
