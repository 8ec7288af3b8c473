import Glibc
import LinuxSystem
import Synchronization

/// Sets a value every millisecond, and commits every hundredth value, in a separate thread.
final class Hand: Sendable {
    static let controls = ["a", "b", "c", "d"]
    static let valuesPerSecond = 1000
    static let valuesPerCommit = 100

    let values: Int
    let isDone = Atomic<Bool>(false)

    init(socket: String, seconds: Int) throws {
        values = seconds * Hand.valuesPerSecond
        let connection = try UnixConnection.connect(to: socket)
        let number = connection.release()
        let values = values
        let done: @Sendable () -> Void = { [self] in isDone.store(true, ordering: .releasing) }
        _ = try Thread("hand") {
            Hand.turn(values, at: number)
            done()
        }
    }

    var commits: Int { values / Hand.valuesPerCommit }

    /// The final value of a control.
    func last(of control: Int) -> Int { values - Hand.controls.count + control }

    private static func turn(_ values: Int, at socket: Int32) {
        // Unsubscribes from all events.
        say(#"{"op":"subscribe","events":[]}"#, to: socket)
        let start = MonotonicClock.now.microseconds
        for value in 0..<values {
            let control = controls[value % controls.count]
            say(#"{"op":"set","control":"\#(control)","value":\#(value),"commit":false}"#, to: socket)
            if value % valuesPerCommit == valuesPerCommit - 1 {
                say(#"{"op":"commit","control":"\#(control)"}"#, to: socket)
            }
            let next = start + Int64(value + 1) * 1_000_000 / Int64(valuesPerSecond)
            let left = next - MonotonicClock.now.microseconds
            if left > 0 { usleep(UInt32(left)) }
        }
    }

    private static func say(_ line: String, to socket: Int32) {
        var bytes = Array(line.utf8)
        bytes.append(UInt8(ascii: "\n"))
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 { sent += count } else { usleep(100) }
        }
    }
}
