/// The keys that are down. A key that several chords hold goes up with the last of them.
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
