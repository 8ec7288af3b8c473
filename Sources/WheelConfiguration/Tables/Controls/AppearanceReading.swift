import WheelCore
import WheelModel

/// Reads how a display draws a control, and warns of keys that its scene does not use.
struct AppearanceReading {
    private let reader: TableReader
    /// The scene that draws the control. `nil` after a mistake: then warnings do not count.
    private let scene: SceneKind?

    /// `scene` is the one that the file gives.
    init(_ reader: TableReader, of quantity: Quantity?, scene: SceneKind?, movedByHands: Bool) {
        self.reader = reader
        self.scene = reader.mistakes.isEmpty ? scene ?? quantity?.usualScene(movedByHands: movedByHands) : nil
    }

    /// `range` is `nil` without a range, and if it contains a mistake.
    func read(_ kind: ControlKind, range: ValueRange?) -> ControlAppearance {
        guard !kind.hasPositions else {
            _ = read(PositionKeys.layout, for: [.positions])
            return ControlAppearance(hasPerspective: read(AppearanceKeys.perspective, for: [.positions]).value)
        }
        _ = read(NumberKeys.orientation, for: [.wheel])
        _ = read(NumberKeys.arm, for: [.angle, .rotor])
        let origin = read(AppearanceKeys.origin, for: [.wheel])
        if let range, let value = origin.value { check(value, range, origin.place) }
        return ControlAppearance(
            steppers: read(AppearanceKeys.steppers, for: [.angle, .wheel, .rotor]).value, origin: origin.value,
            hasCompass: read(AppearanceKeys.compass, for: [.rotor]).value,
            tapStarts: read(AppearanceKeys.tapStarts, for: [.rotor]).value)
    }

    /// Reads a key that only these scenes use.
    private func read<Value>(_ key: Key<Value>, for scenes: [SceneKind]) -> Read<Value> {
        let read = reader.read(key)
        if let scene, read.isGiven, !scenes.contains(scene) {
            reader.mistakes.warn(
                read.place, "\(quoted(key.name)) has no effect on the scene \"\(scene.rawValue)\"")
        }
        return read
    }

    /// An end may be the origin even if the control cannot have its value.
    private func check(_ origin: Double, _ range: ValueRange, _ place: Place) {
        guard range.lower <= origin, origin <= range.upper else {
            reader.mistakes.add(place, "'origin' must lie in \(range.text), but is \(decimal(origin))")
            return
        }
        guard !range.isFinite else { return }
        reader.mistakes.warn(
            place, "'origin' has no effect on the open-ended range \(range.text), which has no level bars")
    }
}
