import WheelCore
import WheelModel

/// `[[control]]`: the keys that define how a display draws the control, besides its scene.
enum AppearanceTable {
    private static let usual = ControlAppearance()
    private static let numbers = ControlTable.numbers

    @SettingList<ControlDraft> static var settings: [Setting<ControlDraft>] {
        Setting(
            "stale_after_s", .seconds(.closed(0.1...86_400)), otherwise: "never", { $0.settings.staleAfter = $1 },
            "The age from which the display shows the value as stale, unless the value is set again.")
        Setting(
            "steppers", .word(), default: usual.steppers, of: numbers, { $0.settings.appearance.steppers = $1 },
            "Whether a touchscreen shows − and +. `auto` leaves − and + out where a knob turns the control.")
        Setting(
            "origin", .number(), otherwise: "0 where it lies inside the range, else the low end", of: numbers,
            { $0.settings.appearance.origin = $1 },
            "The value at which the level bars of the wheel begin.")
        Setting(
            "compass", .flag, default: usual.hasCompass, of: numbers, { $0.settings.appearance.hasCompass = $1 },
            "Whether the ring of the rotor has N, E, S and W instead of numbers.")
        Setting(
            "tap_starts", .flag, default: usual.tapStarts, of: numbers, { $0.settings.appearance.tapStarts = $1 },
            "Whether a tap on the rotor starts its ramp. With `false` only buttons and clients start the ramp. A tap "
                + "pauses a running ramp in any case.")
        Setting(
            "perspective", .flag, default: usual.hasPerspective, of: ControlTable.positions,
            { $0.settings.appearance.hasPerspective = $1 },
            "Whether the seats of the scene `\"positions\"` are skewed towards the middle, as in a hall.")
    }

    /// The keys that only some scenes use, each with these scenes.
    private static let scenes: [(key: String, scenes: [SceneKind])] = [
        ("layout", [.positions]), ("perspective", [.positions]), ("orientation", [.wheel]), ("arm", [.angle, .rotor]),
        ("origin", [.wheel]), ("steppers", [.angle, .wheel, .rotor]), ("compass", [.rotor]), ("tap_starts", [.rotor]),
    ]

    /// Checks the origin, and warns of keys that the scene does not use.
    static func check(_ draft: ControlDraft, _ reader: TableReader) {
        if let origin = draft.settings.appearance.origin, let range = draft.range {
            check(origin, range, reader.valuePlace("origin"), reader.mistakes)
        }
        let scene = draft.settings.drawnScene
        for (key, scenes) in scenes where reader.isGiven(key) && !scenes.contains(scene) {
            reader.warn(at: key, "\(quoted(key)) has no effect on the scene \"\(scene.rawValue)\"")
        }
    }

    /// The origin may also equal an excluded end of the range.
    private static func check(_ origin: Double, _ range: ValueRange, _ place: Place, _ mistakes: MistakeList) {
        if !(range.lower <= origin && origin <= range.upper) {
            mistakes.add(place, "'origin' must lie in \(range.text), but is \(decimal(origin))")
        } else if !range.isFinite {
            mistakes.warn(
                place, "'origin' has no effect on the open-ended range \(range.text), which has no level bars")
        }
    }
}
