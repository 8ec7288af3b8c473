import WheelCore

/// A motion of a number over time. A ramp can be paused, scrubbed, reversed and resumed.
///
/// The *fraction* of a ramp is the part of its time that has passed. The curve gives the value for each fraction,
/// however the fraction was reached.
///
///     from 0 to 100 in 2 s, linear    after 0.5 s      fraction 0.25     value 25
///       reversed there                after 0.25 s     fraction 0.125    value 12.5
///     scrubbed to 0.9                 it is paused     fraction 0.9      value 90
///       resumed there                 it runs for the remaining 0.2 s
///
/// A ramp has no clock: its owner calls `advance` at `nextTick`, 60 times a second. Missed ticks are skipped, which
/// does not change the times of the later ticks. An event with a time before the last move does not move the ramp back.
struct Ramp: Sendable {
    let motion: RampMotion
    /// The index of the ramp in the settings; `nil` if the settings do not contain this ramp.
    var rampIndex: Int?
    /// The first value of the ramp, inside the range. If the range wraps, the number may also be the excluded end.
    let start: UnwrappedNumber
    let end: UnwrappedNumber
    private(set) var state: RampState
    /// The present fraction while the ramp does not run; while it runs, the fraction that it had at `resumed`.
    private var standing: Double
    private var resumed: Instant
    /// The time of the ramp's last move.
    private var moved: Instant
    /// Whether the ramp runs from its end to its start.
    private var isReversed = false
    private var knobs = KnobGrip(0)
    /// When the value of a running ramp moves next.
    private(set) var nextTick: Instant

    static let tick = Interval(microseconds: 16_667)

    init(_ motion: RampMotion, rampIndex: Int?, start: UnwrappedNumber, end: UnwrappedNumber, at time: Instant) {
        self.motion = motion
        self.rampIndex = rampIndex
        self.start = start
        self.end = end
        state = .running
        standing = 0
        resumed = time
        moved = time
        nextTick = min(time + Ramp.tick, time + motion.duration)
    }

    func fraction(at time: Instant) -> Double {
        switch state {
        case .running:
            let time = max(time, moved)
            guard motion.duration > .zero, time < endTime else { return last }
            let passed = (time - resumed).seconds / motion.duration.seconds
            return isReversed ? max(standing - passed, 0) : min(standing + passed, 1)
        case .paused, .ended, .cancelled: return standing
        }
    }

    func value(at fraction: Double, scale: ValueScale) -> UnwrappedNumber {
        if fraction <= 0 { return start }
        if fraction >= 1 { return end }
        let progress = motion.curve.value(at: fraction)
        var value = start
        switch scale.taper {
        case .linear: value.number += scale.way(from: start, to: end) * progress
        case .log, .square:
            let way = scale.position(of: end.number) - scale.position(of: start.number)
            value.number = scale.moved(start.number, byPosition: way * progress)
        }
        return value
    }

    /// Advances the ramp to `time`. Returns true if the ramp has just ended.
    mutating func advance(to time: Instant) -> Bool {
        guard state == .running else { return false }
        moved = max(moved, time)
        if time >= endTime || motion.duration <= .zero {
            standing = last
            state = .ended
            return true
        }
        skipTicks(before: time)
        nextTick = min(nextTick + Ramp.tick, endTime)
        return false
    }

    /// Skips missed ticks, except the last tick before `time`.
    mutating func skipTicks(before time: Instant) {
        guard state == .running, time > nextTick else { return }
        let missed = (time - nextTick).microseconds / Ramp.tick.microseconds
        nextTick = min(nextTick + Interval(microseconds: missed * Ramp.tick.microseconds), endTime)
    }

    mutating func pause(at time: Instant) {
        standing = fraction(at: time)
        state = .paused
    }

    /// Continues from the present fraction, for the remaining time.
    mutating func resume(at time: Instant) {
        resumed = time
        moved = time
        state = .running
        nextTick = min(time + Ramp.tick, endTime)
    }

    /// Moves the ramp to a fraction and pauses it there.
    mutating func scrub(to fraction: Double) {
        standing = min(max(fraction, 0), 1)
        state = .paused
    }

    /// Moves the ramp by a knob's turn and pauses it there.
    mutating func scrub(by units: Int64, unitsPerTurn: Int64, at time: Instant) {
        let current = fraction(at: time)
        scrub(to: knobs.turn(by: units, unitsPerTurn: unitsPerTurn, from: current))
    }

    /// Runs the ramp again from its start to its end.
    mutating func replay(at time: Instant) {
        standing = 0
        isReversed = false
        resume(at: time)
    }

    mutating func reverse(at time: Instant) {
        standing = fraction(at: time)
        isReversed.toggle()
        resume(at: time)
    }

    mutating func cancel(at time: Instant) {
        standing = fraction(at: time)
        state = .cancelled
    }

    /// The time at which the ramp ends, to the microsecond.
    private var endTime: Instant {
        resumed + .seconds(motion.duration.seconds * (isReversed ? standing : 1 - standing))
    }

    /// The fraction at which the ramp ends: 0 if it runs in reverse.
    var last: Double { isReversed ? 0 : 1 }
}

public struct RampStatus: Equatable, Sendable {
    public var state: RampState
    public var fraction: Double
    /// The index of the ramp in the settings; `nil` if the settings do not contain this ramp.
    public var rampIndex: Int?
}
