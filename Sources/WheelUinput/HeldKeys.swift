/// The keys that are down. Several chords may hold the same key: it goes up with the last of them.
struct HeldKeys {
    private var holders: [UInt16: Int] = [:]

    mutating func press(_ chord: KeyChord, _ act: (UinputAction) -> Void) {
        for code in chord.codes {
            let before = holders[code, default: 0]
            holders[code] = before + 1
            if before == 0 { act(.key(code, isDown: true)) }
        }
    }

    mutating func release(_ chord: KeyChord, _ act: (UinputAction) -> Void) {
        for code in chord.codes.reversed() {
            guard let count = holders[code] else { continue }
            holders[code] = count > 1 ? count - 1 : nil
            if count == 1 { act(.key(code, isDown: false)) }
        }
    }
}
