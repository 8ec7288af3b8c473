import WheelGeometry
import WheelSettings

/// A motion of one number over time that can be paused, scrubbed and resumed.
///
/// Its fraction is always the fraction of time, whether it is read or set, and the value is the curve at that fraction:
/// how the fraction was reached makes no difference.
struct Ramp: Sendable {
    let motion: RampMotion
    /// Which of the panel's named ramps it is.
    let name: Int?
    /// Where it starts and ends, unwrapped, inside the range where the control does not wrap.
    let start: UnwrappedNumber
    let end: UnwrappedNumber
    private(set) var state: RampState
    /// The fraction at which it stands, or from which it last went on.
    private var standing: Double
    private var resumed: Instant
    /// Whether it plays from its end to its beginning.
    private var isReversed = false
    private var knobs = KnobGrip(0)
    /// When the value moves next, while it runs.
    private(set) var nextTick: Instant

    static let tick = Interval(microseconds: 16_667)

    init(_ motion: RampMotion, name: Int?, start: UnwrappedNumber, end: UnwrappedNumber, at time: Instant) {
        self.motion = motion
        self.name = name
        self.start = start
        self.end = end
        state = .running
        standing = 0
        resumed = time
        nextTick = min(time + Ramp.tick, time + motion.duration)
    }

    /// The fraction of its time that has passed, 0…1.
    func fraction(at time: Instant) -> Double {
        switch state {
        case .running:
            guard motion.duration > .zero, time < endTime else { return last }
            let passed = max(0, (time - resumed).seconds / motion.duration.seconds)
            return isReversed ? max(standing - passed, 0) : min(standing + passed, 1)
        case .paused, .ended, .cancelled: return standing
        }
    }

    /// The value at a fraction of its time.
    func value(at fraction: Double, law: NumberLaw) -> UnwrappedNumber {
        if fraction <= 0 { return start }
        if fraction >= 1 { return end }
        let progress = motion.curve.value(at: fraction)
        var value = start
        switch law.taper {
        case .linear: value.number += law.way(from: start, to: end) * progress
        case .log:
            let way = law.position(of: end.number) - law.position(of: start.number)
            value.number = law.moved(start.number, byPosition: way * progress)
        }
        return value
    }

    /// Steps on to `time`; true when it has just ended.
    mutating func advance(to time: Instant) -> Bool {
        guard state == .running else { return false }
        if time >= endTime || motion.duration <= .zero {
            standing = last
            state = .ended
            return true
        }
        skipTicks(before: time)
        nextTick = min(nextTick + Ramp.tick, endTime)
        return false
    }

    /// Leaves out the ticks that were missed, but for the last one by `time`. The beat stays.
    mutating func skipTicks(before time: Instant) {
        guard state == .running, time > nextTick else { return }
        let missed = (time - nextTick).microseconds / Ramp.tick.microseconds
        nextTick = min(nextTick + Interval(microseconds: missed * Ramp.tick.microseconds), endTime)
    }

    mutating func pause(at time: Instant) {
        standing = fraction(at: time)
        state = .paused
    }

    /// Goes on from where it stands, with the time that remains.
    mutating func resume(at time: Instant) {
        resumed = time
        state = .running
        nextTick = min(time + Ramp.tick, endTime)
    }

    /// Stands still at a fraction of its time.
    mutating func scrub(to fraction: Double) {
        standing = min(max(fraction, 0), 1)
        state = .paused
    }

    /// Pauses where a knob's turn by `units` leads it.
    mutating func scrub(by units: Int64, unitsPerTurn: Int64, at time: Instant) {
        let current = fraction(at: time)
        scrub(to: knobs.turn(by: units, unitsPerTurn: unitsPerTurn, from: current))
    }

    /// Begins anew where it began, towards the same end.
    mutating func replay(at time: Instant) {
        standing = 0
        isReversed = false
        resume(at: time)
    }

    /// Plays the other way, from where it is.
    mutating func reverse(at time: Instant) {
        standing = fraction(at: time)
        isReversed.toggle()
        resume(at: time)
    }

    mutating func cancel(at time: Instant) {
        standing = fraction(at: time)
        state = .cancelled
    }

    /// When it ends if nobody stops it, to the microsecond.
    private var endTime: Instant {
        resumed + .seconds(motion.duration.seconds * (isReversed ? standing : 1 - standing))
    }

    /// The fraction at which it ends.
    var last: Double { isReversed ? 0 : 1 }
}

/// Where a control's ramp stands, for whoever shows it.
public struct RampStatus: Equatable, Sendable {
    public var state: RampState
    /// The fraction of its time.
    public var fraction: Double
    /// Which of the panel's named ramps it is; `nil` for one that a client made up.
    public var name: Int?
}
