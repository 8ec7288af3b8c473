import WheelModel
import WheelSettings

/// Reads how a display draws a control, and warns of keys that its scene does not use.
struct AppearanceReading {
    let reader: TableReader
    /// The scene that the file gives, else the usual one.
    let scene: SceneKind

    /// `range` is `nil` if it contains a mistake.
    func ofNumber(_ range: ValueRange?) -> ControlAppearance {
        let steppers = reader.read(AppearanceKeys.steppers)
        let origin = reader.read(AppearanceKeys.origin)
        let compass = reader.read(AppearanceKeys.compass)
        let tapStarts = reader.read(AppearanceKeys.tapStarts)
        warn(steppers, AppearanceKeys.steppers.name, unless: [.angle, .wheel, .rotor])
        warn(origin, AppearanceKeys.origin.name, unless: [.wheel])
        warn(compass, AppearanceKeys.compass.name, unless: [.rotor])
        warn(tapStarts, AppearanceKeys.tapStarts.name, unless: [.rotor])
        if let range, let value = origin.value { check(value, range, origin.place) }
        return ControlAppearance(
            steppers: steppers.value, origin: origin.value, hasCompass: compass.value, tapStarts: tapStarts.value)
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

    func ofPositions(layout: Read<PositionLayout?>) -> ControlAppearance {
        let perspective = reader.read(AppearanceKeys.perspective)
        warn(layout, PositionKeys.layout.name, unless: [.positions])
        warn(perspective, AppearanceKeys.perspective.name, unless: [.positions])
        return ControlAppearance(hasPerspective: perspective.value)
    }

    /// Warns of a key that only other scenes use.
    func warn<Value>(_ read: Read<Value>, _ key: String, unless scenes: [SceneKind]) {
        guard read.isGiven, !scenes.contains(scene) else { return }
        reader.mistakes.warn(read.place, "\(quoted(key)) has no effect on the scene \"\(scene.rawValue)\"")
    }
}
