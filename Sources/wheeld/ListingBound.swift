import WheelCore
import WheelModel
import WheelWire

/// The maximum length, in bytes of JSON, that the state of the definitions can reach by later requests that set values
/// and store presets. The state of the definitions has about the same length in the state file.
///
/// The bound follows from the settings, so it is checked only when a client defines something or when definitions are
/// tried again. A stored preset repeats the values of its controls, and a value can contain all positions of a
/// selection: without the bound, a definition of 260 KB with a hundred presets could make a listing of 250 MB.
struct ListingBound {
    /// The bound of each definition, in the order of `definitions`.
    let bytes: [Int]

    /// The definitions must be part of the panel.
    init(of panel: Instrument, _ definitions: [Definition]) {
        let settings = panel.settings
        var measure = JSONMeasure()
        let values = settings.controls.map { measure.value(of: $0) }
        let texts = settings.controls.map { measure.text(of: $0) }
        let controls = Dictionary(grouping: settings.controls.indices) { settings.controls[$0].owner }
        let presets = Dictionary(
            settings.presets.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        bytes = definitions.map { definition in
            let own = controls[definition.owner] ?? []
            let ownPresets = definition.names(.presets).compactMap { presets[$0] }
            let listing = Listing(
                controls: own.map { panel.state(of: $0, at: Instant(microseconds: 0)) }, inputs: [],
                presets: ownPresets.map { PresetState($0, of: panel) })
            // A control can be set to a value, and with `confirm` also to a pending value.
            let set = own.reduce(0) { sum, control in
                sum + values[control] * (settings.controls[control].confirmTimeout == nil ? 1 : 2) + texts[control]
            }
            let stored = ownPresets.map { settings.presets[$0] }.filter(\.isWritable).flatMap(\.values)
                .compactMap { panel.directory.place(ofControl: $0.control) }
            return (listing.asWritten().written?.count ?? 0) + set + stored.reduce(0) { $0 + values[$1] }
        }
    }

    /// The mistake of a definition that would let the state grow to this number of bytes.
    static func mistake(_ bytes: Int) -> DefinitionMistake {
        DefinitionMistake(
            path: "controls",
            message:
                "the state of all that clients define, with all positions selected and all presets stored, may have "
                + "\(Budget.listingBytes) bytes, and with this definition it could have \(bytes)")
    }
}

/// Measures the length of text in JSON, where an escaped character is up to six bytes long.
private struct JSONMeasure: ~Copyable {
    private var line = LineBuffer()

    private mutating func length(_ text: String) -> Int {
        line.removeAll()
        line.string(text)
        return line.count
    }

    private static let number = 25

    /// The length of a control's longest value. The longest value of a selection contains all positions.
    mutating func value(of control: ControlSettings) -> Int {
        switch control.quantity {
        case .float, .int: return Self.number
        case .choice(let list): return longest(list.positions.map(\.name))
        case .selection(let list):
            var sum = 0
            for position in list.positions { sum += length(position.name) + 1 }
            return sum
        }
    }

    /// The length of a value's longest text for people, with the position under a selection's cursor.
    mutating func text(of control: ControlSettings) -> Int {
        switch control.quantity {
        case .float(let number), .int(let number):
            let units = [number.shown?.unit, number.unit].compactMap { $0 }
            return 2 * Self.number + longest(number.texts.map(\.text) + units)
        case .choice(let list): return longest(list.positions.map(\.label))
        // The text has at most three labels.
        case .selection(let list): return 3 * longest(list.positions.map(\.label)) + longest(list.positions.map(\.name))
        }
    }

    private mutating func longest(_ texts: [String]) -> Int {
        var longest = 0
        for text in texts { longest = max(longest, length(text)) }
        return longest
    }
}
