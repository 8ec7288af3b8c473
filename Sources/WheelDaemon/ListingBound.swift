import WheelGeometry
import WheelModel
import WheelProtocol
import WheelSettings

/// How long the listing of a panel can become by what is set and stored, in bytes; about as much goes into the state file.
///
/// It follows from the settings, so that it is checked once, when a client defines something. Otherwise a definition of 260 KB
/// with a hundred presets, each stored with a request of 40 bytes, would make a listing of 250 MB.
struct ListingBound {
    let bytes: Int

    init(of panel: Panel) {
        let settings = panel.settings
        let listing = Listing(
            controls: panel.controls.indices.map { panel.state(of: $0, at: Instant(microseconds: 0)) }, inputs: [])
        let values = settings.controls.map(\.longestValue)
        let indices = Dictionary(
            settings.controls.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let presets = settings.presets.reduce(0) { sum, preset in
            preset.values.reduce(sum + 100 + preset.name.utf8.count + preset.label.utf8.count) { sum, assignment in
                let value = indices[assignment.control].map { values[$0] } ?? 0
                return sum + assignment.control.utf8.count + value + 4
            }
        }
        // A selection's text has the labels of its positions.
        bytes = (listing.asWritten().written?.count ?? 0) + 2 * values.reduce(0, +) + presets
    }
}

extension ControlSettings {
    /// The length of its longest value in JSON; of a selection that of all its positions.
    fileprivate var longestValue: Int {
        switch quantity {
        case .float, .int: 25
        case .choice(let list): list.positions.map(\.bytes).max() ?? 0
        case .selection(let list): list.positions.reduce(0) { $0 + $1.bytes }
        }
    }
}

extension Position {
    /// As its name or its label, with quotation marks and a comma.
    fileprivate var bytes: Int { max(name.utf8.count, label.utf8.count) + 3 }
}
