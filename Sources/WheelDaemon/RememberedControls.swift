import WheelProtocol
import WheelSettings

/// What was set of controls and presets that clients have defined, and that are not defined now.
struct RememberedControls {
    private var controls: [String: (saved: SavedControl, number: Int)] = [:]
    private var lastNumber = 0
    /// The control that an input turned before it went, by the input's name.
    var focus: [String: String] = [:]
    /// The values that were stored in presets whose definition is put aside.
    var presets: [String: [Assignment]] = [:]

    static let most = 4096

    var isEmpty: Bool { controls.isEmpty && focus.isEmpty }

    mutating func add(_ saved: SavedControl) {
        lastNumber += 1
        controls[saved.name] = (saved, lastNumber)
    }

    mutating func take(_ name: String) -> SavedControl? { controls.removeValue(forKey: name)?.saved }

    /// The newest of them, the oldest first.
    var newest: [SavedControl] {
        controls.values.sorted { $0.number < $1.number }.suffix(RememberedControls.most).map(\.saved)
    }

    /// Forgets the oldest beyond the limit.
    mutating func limit() {
        guard controls.count > RememberedControls.most else { return }
        for (saved, _) in controls.values.sorted(by: { $0.number < $1.number }).dropLast(RememberedControls.most) {
            controls[saved.name] = nil
        }
    }
}
