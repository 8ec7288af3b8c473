import WheelGeometry
import WheelModel

/// What every event carries: its number in the daemon's life, and the time of its cause.
public struct EventStamp: Equatable, Sendable {
    public var seq: Int
    public var time: Instant

    public init(seq: Int, time: Instant) {
        self.seq = seq
        self.time = time
    }
}

extension LineBuffer {
    mutating func beginEvent(_ name: StaticString, _ stamp: EventStamp) {
        append("{\"event\":\"")
        append(name)
        append("\",\"seq\":")
        integer(stamp.seq)
        append(",\"time\":")
        seconds(microseconds: stamp.time.microseconds)
    }
}
