internal import CEvdev
import WheelCore
import WheelModel

/// An axis of a knob that reports its position: a potentiometer, a fader, a touch ring, or an encoder that the kernel counts.
/// It is pure, as `KnobFrames` is.
///
/// A fader from 0 to 255 sends where it was and is, as parts of its range: 51 to 102 is 0.2 to 0.4. An axis that wraps sends
/// turns, the shorter way round: from 250 to 4 of 256 positions is 10 further, and with 24 detents in a turn that is 112 units
/// and a remainder. The remainder is kept, so that a turn forth and back is nothing. A move below the noise of the axis is
/// ignored, except at its ends. On a touch ring a finger that touches elsewhere has not turned anything: ABS_MISC reports it.
struct AbsoluteAxis: Equatable {
    /// What the kernel says of the axis (`struct input_absinfo`).
    struct Facts: Equatable {
        var minimum: Int
        var maximum: Int
        var fuzz: Int
        /// `nil` if no finger is on it.
        var position: Int?
        /// Whether a finger moves the axis, and ABS_MISC is 0 when it is lifted. The axis then reports 0 as well, which is not its
        /// position.
        var isTouched: Bool

        var hasRange: Bool { minimum < maximum }
    }

    let code: UInt16
    let facts: Facts
    let wraps: Bool
    private let noise: Double
    private let isReversed: Bool
    /// The units of a whole turn, 120 to a detent.
    private let unitsPerTurn: Int
    /// Its position when it last moved; `nil` if no finger is on it.
    private(set) var position: Int?
    /// The last position that the kernel has reported, and whether that was in this frame.
    private var latest: Int
    private var isNew = false
    /// What ABS_MISC has reported in this frame.
    private var finger: Finger?
    /// Of the units of earlier moves, in units times positions per turn.
    private var remainder = 0

    private enum Finger {
        case touched
        case lifted
    }

    init(_ code: UInt16, _ facts: Facts, _ settings: EvdevSettings, detents: Int) {
        self.code = code
        self.facts = facts
        wraps = settings.axisWraps
        noise =
            settings.axisNoise.map(Double.init) ?? max(Double(facts.fuzz), Double(facts.maximum - facts.minimum) / 512)
        isReversed = settings.isReversed
        unitsPerTurn = detents * QuadratureDecoder.unitsPerDetent
        position = facts.position
        latest = facts.position ?? facts.minimum
    }

    mutating func record(_ code: UInt16, _ value: Int32) {
        if code == self.code {
            latest = min(max(Int(value), facts.minimum), facts.maximum)
            isNew = true
        } else if facts.isTouched, Int32(code) == ABS_MISC {
            finger = value == 0 ? .lifted : .touched
        }
    }

    /// Events were lost, so the frame is incomplete.
    mutating func discardFrame() {
        isNew = false
        finger = nil
    }

    /// The frame is complete.
    mutating func report(at time: Instant, _ merger: InputMerger) {
        defer { discardFrame() }
        if finger == .lifted {
            position = nil
            return
        }
        guard isNew || finger == .touched else { return }
        guard let before = position else { return begin(at: time, merger) }
        if wraps {
            turn(from: before, at: time, merger)
        } else {
            move(from: before, at: time, merger)
        }
    }

    /// A finger has touched. A value may jump to it; nothing has turned.
    private mutating func begin(at time: Instant, _ merger: InputMerger) {
        position = latest
        if !wraps { merger.send(.moved(from: nil, to: fraction(latest)), at: time) }
    }

    /// Turns the shorter way round.
    private mutating func turn(from before: Int, at time: Instant, _ merger: InputMerger) {
        let count = facts.maximum - facts.minimum + 1
        var way = (latest - before) % count
        if way > count / 2 { way -= count }
        if way < -((count - 1) / 2) { way += count }
        guard isMove(way) else { return }
        position = latest
        // Rounded down, so that a turn forth and back is nothing wherever it begins.
        let sum = remainder + way * unitsPerTurn
        let rest = (sum % count + count) % count
        let units = (sum - rest) / count
        remainder = rest
        merger.turn(by: isReversed ? -units : units, at: time)
    }

    private mutating func move(from before: Int, at time: Instant, _ merger: InputMerger) {
        // Noise does not keep it from its ends.
        let isEnd = latest == facts.minimum || latest == facts.maximum
        guard latest != before, isEnd || isMove(latest - before) else { return }
        position = latest
        merger.send(.moved(from: fraction(before), to: fraction(latest)), at: time)
    }

    private func isMove(_ way: Int) -> Bool { way != 0 && Double(way.magnitude) >= noise }

    private func fraction(_ position: Int) -> Double {
        let way = isReversed ? facts.maximum - position : position - facts.minimum
        return Double(way) / Double(facts.maximum - facts.minimum)
    }
}
