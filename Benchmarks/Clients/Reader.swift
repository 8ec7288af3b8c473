import Glibc
import LinuxSystem

/// A client that reads as fast as possible and parses only what it needs.
final class Reader: EventHandler {
    let socket: Int32
    private(set) var lines = 0
    private(set) var commits = 0
    /// The number of received values.
    private(set) var received = 0
    /// The last value of each control.
    private(set) var values = Hand.controls.map { _ in -1 }
    /// The age of the newest value at each read, in µs.
    private(set) var ages: [Int32] = []
    private var buffer = [UInt8](repeating: 0, count: 32 * 1024)
    private var filled = 0

    init(_ socket: Int32) {
        self.socket = socket
        ages.reserveCapacity(16 * 1024)
    }

    func begin() {
        received = 0
        commits = 0
        ages.removeAll(keepingCapacity: true)
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        let room = buffer.count - filled
        let count = buffer[filled...].withUnsafeMutableBytes { recv(socket, $0.baseAddress, room, Int32(MSG_DONTWAIT)) }
        guard count > 0 else { return }
        let end = filled + count
        let now = MonotonicClock.now.microseconds
        buffer.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var start = 0
            while let newline = memchr(base + start, 10, end - start) {
                let stop = base.distance(to: UnsafeRawPointer(newline))
                consume(UnsafeRawBufferPointer(rebasing: bytes[start..<stop]), at: now)
                start = stop + 1
            }
            filled = end - start
        }
        if filled > 0 { buffer.replaceSubrange(0..<filled, with: buffer[end - filled..<end]) }
    }

    private func consume(_ line: UnsafeRawBufferPointer, at now: Int64) {
        lines += 1
        // {"event":"value",… or {"event":"commit",…
        guard line.count > 20, line[10] == UInt8(ascii: "v") || line[10] == UInt8(ascii: "c") else { return }
        guard let control = after("\"control\":\"", in: line) else { return }
        if line[10] == UInt8(ascii: "c") {
            commits += 1
            return
        }
        received += 1
        if let start = after("\"value\":", in: line) {
            values[Int(line[control]) - 97] = Int(number(line, from: start))
        }
        if let start = after("\"time\":", in: line) {
            ages.append(Int32(clamping: now - Int64((number(line, from: start) * 1e6).rounded())))
        }
    }

    /// The offset after the first occurrence of `text`.
    private func after(_ text: StaticString, in line: UnsafeRawBufferPointer) -> Int? {
        guard let base = line.baseAddress else { return nil }
        let length = text.utf8CodeUnitCount
        return (0..<max(0, line.count - length)).first { memcmp(base + $0, text.utf8Start, length) == 0 }
            .map { $0 + length }
    }

    /// A number in a line is always followed by another character.
    private func number(_ line: UnsafeRawBufferPointer, from start: Int) -> Double {
        line.baseAddress.map { strtod(($0 + start).assumingMemoryBound(to: CChar.self), nil) } ?? .nan
    }
}
