import WheelCore
import WheelWire

/// The remembered values of controls and presets that clients have defined before, but not now.
struct RememberedControls {
    private var controls: [String: Remembered] = [:]
    private var lastNumber = 0
    /// The removed controls that inputs turned last, by the inputs' names.
    var focus: [String: String] = [:]
    /// The stored values of presets whose definitions are put aside.
    var presets: [String: [Assignment]] = [:]

    private struct Remembered {
        let saved: SavedControl
        /// Greater than the number of every control remembered before.
        let number: Int
        /// The control's size in the state file.
        let bytes: Int
    }

    static let most = 4096

    /// Whether no controls and no focuses are remembered.
    var isEmpty: Bool { controls.isEmpty && focus.isEmpty }

    mutating func add(_ saved: SavedControl) {
        lastNumber += 1
        controls[saved.name] = Remembered(saved: saved, number: lastNumber, bytes: saved.byteCount)
    }

    mutating func consume(_ name: String) -> SavedControl? { controls.removeValue(forKey: name)?.saved }

    var oldestFirst: [SavedControl] { controls.values.sorted { $0.number < $1.number }.map(\.saved) }

    /// What `limit` has forgotten.
    struct Forgotten: Equatable {
        var controls = 0
        var presets: [String] = []
    }

    /// Forgets the oldest controls beyond the limits, and presets that exceed the limit of bytes.
    mutating func limit() -> Forgotten {
        var forgotten = Forgotten()
        var room = Budget.rememberedBytes
        for (name, values) in presets.sorted(by: { $0.key < $1.key }) {
            let bytes = SavedPreset(name: name, values: values).byteCount
            if bytes <= room {
                room -= bytes
            } else {
                presets[name] = nil
                forgotten.presets.append(name)
            }
        }
        guard controls.count > Self.most || controls.values.reduce(0, { $0 + $1.bytes }) > room else {
            return forgotten
        }
        let count = controls.count
        var places = Self.most
        for remembered in controls.values.sorted(by: { $0.number > $1.number }) {
            room -= remembered.bytes
            places -= 1
            if room < 0 || places < 0 { controls[remembered.saved.name] = nil }
        }
        forgotten.controls = count - controls.count
        return forgotten
    }
}
