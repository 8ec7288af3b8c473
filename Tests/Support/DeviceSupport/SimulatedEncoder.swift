public import LinuxSystem

/// An encoder's contacts with pull-ups: a closed contact is low.
public final class SimulatedEncoder {
    public let chip: SimulatedChip
    /// The position, in transitions.
    public private(set) var position = 0
    public private(set) var edges = 0

    /// `position`: the position of the shaft at the start. At 0 both contacts are open, at 1 contact A is closed, at 2
    /// both contacts, at 3 contact B.
    public init(_ label: String, position: Int = 0) throws(SystemError) {
        self.position = position
        chip = try SimulatedChip(label: label, lines: ["ENC_A", "ENC_B", "ENC_PUSH"])
        try chip.pull(0, high: !closed.a)
        try chip.pull(1, high: !closed.b)
        try chip.pull(2, high: true)
    }

    private var closed: (a: Bool, b: Bool) { ([1, 2].contains(position & 3), [2, 3].contains(position & 3)) }

    /// Turns by one transition. The contact bounces `bounces` times first.
    public func step(forward: Bool, bounces: Int = 0, pause: Int = 2) throws(SystemError) {
        let before = closed
        position += forward ? 1 : -1
        let line = closed.a != before.a ? 0 : 1
        let isClosed = line == 0 ? closed.a : closed.b
        for _ in 0..<bounces {
            try set(line, closed: isClosed, pause)
            try set(line, closed: !isClosed, pause)
        }
        try set(line, closed: isClosed, pause)
    }

    public func set(_ line: Int, closed: Bool, _ pause: Int = 2) throws(SystemError) {
        try chip.pull(line, high: !closed)
        edges += 1
        Patience.pass(milliseconds: pause)
    }
}
