import Glibc
import LinuxSystem
import WheelCore

/// All connected clients: those that read, and those that never read.
final class Audience {
    private let loop: EventLoop
    private var readers: [Reader] = []
    private var stuck: [Int32] = []

    init(socket: String, readers count: Int, stuck stuckCount: Int) throws {
        loop = try EventLoop()
        for _ in 0..<stuckCount { stuck.append(try Audience.connect(socket)) }
        for _ in 0..<count {
            let reader = Reader(try Audience.connect(socket))
            _ = try loop.register(descriptorNumber: reader.socket, for: .readable, reader)
            readers.append(reader)
        }
    }

    /// More connections may be pending than the kernel's backlog admits.
    private static func connect(_ socket: String) throws -> Int32 {
        var tries = 0
        while true {
            tries += 1
            if let connection = try? UnixConnection.connect(to: socket) { return connection.release() }
            if tries > 1000 { return try UnixConnection.connect(to: socket).release() }
            usleep(1000)
        }
    }

    /// Lets the clients that never read watch a remote display. Each of these clients has one unsent frame.
    func watch() {
        for socket in stuck {
            let request = Array(#"{"op":"watch-display"}"#.utf8) + [UInt8(ascii: "\n")]
            request.withUnsafeBytes { _ = send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Waits until all clients have received their `hello`.
    func greet() throws {
        while readers.contains(where: { $0.lines == 0 }) { try loop.iterate() }
        for reader in readers { reader.begin() }
    }

    /// Reads until the hand is done and nothing has arrived for half a second.
    func follow(_ hand: Hand) throws {
        var lastLine = MonotonicClock.now
        while true {
            let now = MonotonicClock.now
            if try loop.iterate(wakeAt: now + .milliseconds(500)) > 0 {
                lastLine = now
            } else if hand.isDone.load(ordering: .acquiring), now - lastLine > .milliseconds(400) {
                return
            }
        }
    }

    /// Whether every reading client has the right final values and all commits.
    func isRight(_ hand: Hand) -> Bool {
        readers.allSatisfy { reader in
            reader.commits == hand.commits
                && Hand.controls.indices.allSatisfy { reader.values[$0] == hand.last(of: $0) }
        }
    }

    func report(_ hand: Hand, daemon: ProcessorTime) {
        var ages: [Int32] = []
        for reader in readers { ages += reader.ages }
        ages.sort()
        let received = readers.reduce(0) { $0 + $1.received }
        let perValue = Double(daemon.microseconds) / Double(hand.values * readers.count)
        let right = readers.count { $0.commits == hand.commits && $0.values == Hand.controls.indices.map(hand.last) }
        print(
            """
            \(readers.count) readers and \(stuck.count) who never read, \(hand.values) values, \(hand.commits) commits
              at the right values with all commits: \(right) of \(readers.count)
              values delivered one by one: \(percent(received, of: hand.values * readers.count)), the others merged
              delivery, from the request to the reader: p50 \(at(0.5, ages)) µs, p99 \(at(0.99, ages)) µs
              the daemon's processor time: \(rounded(perValue)) µs for each value and reader
            """)
        print("cost \(perValue)")
        print(
            "delivery \(ages.isEmpty ? 0 : ages.reduce(0.0) { $0 + Double($1) } / Double(ages.count)) \(at(0.5, ages))")
    }

    private func at(_ part: Double, _ ages: [Int32]) -> Int32 {
        ages.isEmpty ? 0 : ages[min(ages.count - 1, Int(part * Double(ages.count)))]
    }

    private func percent(_ part: Int, of whole: Int) -> String {
        "\(rounded(Double(part) * 100 / Double(max(1, whole)))) %"
    }

    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
