/// Keys that are pressed together, in the order of their presses.
package struct KeyChord: Equatable, Sendable {
    package var codes: [UInt16]

    package init(_ codes: [UInt16] = []) { self.codes = codes }

    package var isEmpty: Bool { codes.isEmpty }

    /// The maximum number of keys: a longer chord is surely a mistake.
    static let most = 8
}

/// The virtual device for a key or an axis. Keys and a joystick need two devices, because a desktop ignores the keys of
/// a device that has a joystick's axes.
package enum UinputDevice: CaseIterable, Sendable {
    /// Keys, mouse buttons and wheels.
    case keys
    /// Axes, and buttons of joysticks and gamepads.
    case axes

    package static func of(key code: UInt16) -> UinputDevice {
        joystickButtons.contains { $0.contains(code) } ? .axes : .keys
    }

    /// The codes from BTN_TRIGGER to BTN_THUMBR, and those of BTN_DPAD_… and BTN_TRIGGER_HAPPY….
    private static let joystickButtons: [ClosedRange<UInt16>] = [0x120...0x13f, 0x220...0x223, 0x2c0...0x2e7]
}

/// The keys that are down. A key that several chords hold is released with the last of these chords.
struct HeldKeys {
    private var holders: [UInt16: Int] = [:]

    mutating func press(_ chord: KeyChord, _ act: (UinputAction) -> Void) {
        let pressed = chord.codes.filter { holders[$0] == nil }
        for code in chord.codes { holders[code, default: 0] += 1 }
        if !pressed.isEmpty { act(.keys(pressed, isDown: true)) }
    }

    mutating func release(_ chord: KeyChord, _ act: (UinputAction) -> Void) {
        for code in chord.codes { holders[code] = holders[code].flatMap { $0 > 1 ? $0 - 1 : nil } }
        let released = chord.codes.reversed().filter { holders[$0] == nil }
        if !released.isEmpty { act(.keys(released, isDown: false)) }
    }
}
