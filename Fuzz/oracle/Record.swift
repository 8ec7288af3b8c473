import WheelCore
import WheelWire

/// What came of a game: its lines, or only their checksum, which is compared a thousand times faster.
struct Record: ~Copyable {
    /// FNV-1a of all lines.
    private(set) var checksum: UInt64 = 0xcbf2_9ce4_8422_2325
    private let prints: Bool

    init(prints: Bool) {
        self.prints = prints
    }

    /// The step is printed between its consequences, but is not part of the checksum.
    func step(_ step: Step) {
        if prints { print("> \(step.text)") }
    }

    /// When the loop performed what follows: nothing may be late.
    mutating func clock(_ now: Instant) {
        add(UInt64(bitPattern: now.microseconds))
        if prints { print("@ \(now.microseconds)") }
    }

    mutating func line(_ line: borrowing LineBuffer) {
        line.withUnsafeBytes { bytes in
            for byte in bytes { add(byte) }
        }
        if prints { print(line.text, terminator: "") }
    }

    mutating func text(_ text: String) {
        for byte in text.utf8 { add(byte) }
        if prints { print(text) }
    }

    private mutating func add(_ byte: UInt8) { checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01b3 }

    private mutating func add(_ word: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
