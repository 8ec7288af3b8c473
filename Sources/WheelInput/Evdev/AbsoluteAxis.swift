internal import CEvdev
import WheelCore
import WheelModel

/// An axis of a knob that reports its position: a potentiometer, a fader, a touch ring, or an encoder whose steps the
/// kernel counts.
///
/// A fader sends its position before and after a move, as fractions of its range: with positions from 0 to 255, a move
/// from 51 to 102 is sent as 0.2 to 0.4. An axis that wraps sends turns, by the shorter way round: a move from 250 to 4
/// of 256 positions is 10 positions forward. A turn of 24 detents has 24 × 120 = 2880 units (120ths of a detent), and
/// 10/256 of them are 112 units and a remainder. The remainder is kept, so that a turn forward and back adds up to
/// zero. A move that is smaller than the noise of the axis is ignored, unless it reaches an end of an axis that does
/// not wrap. On a touch ring, a finger that is lifted and touches another place has not turned the ring: ABS_MISC
/// reports the lift and the touch.
struct AbsoluteAxis: Equatable {
    /// What the kernel reports about the axis (`struct input_absinfo`).
    struct Facts: Equatable {
        var minimum: Int
        var maximum: Int
        var fuzz: Int
        /// The present position; `nil` if no finger is on the axis.
        var position: Int?
        /// Whether the axis is moved by a finger that touches it. When the finger is lifted, the kernel reports
        /// ABS_MISC 0. The axis then reports 0 as well, which is not the finger's position.
        var isTouched: Bool

        var hasRange: Bool { minimum < maximum }
    }

    let code: UInt16
    let facts: Facts
    let wraps: Bool
    private let noise: Double
    private let isReversed: Bool
    /// The number of units (120ths of a detent) in a whole turn.
    private let unitsPerTurn: Int
    /// The position from which the next move is measured; `nil` if no finger is on the axis.
    private(set) var position: Int?
    /// The last position that the kernel has reported, and whether it was reported in this frame.
    private var latest: Int
    private var isNew = false
    /// What ABS_MISC has reported in this frame.
    private var finger: Finger?
    /// The part of earlier moves that is less than a unit, in 1/n units. n is the number of positions per turn.
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

    /// Forgets the events of the current frame.
    mutating func discardFrame() {
        isNew = false
        finger = nil
    }

    /// Sends the move of a complete frame.
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

    /// Measures the next move from the place that a finger has touched. An axis that does not wrap sends this position,
    /// to which the value may jump. An axis that wraps sends nothing, because it has not turned.
    private mutating func begin(at time: Instant, _ merger: InputMerger) {
        position = latest
        if !wraps { merger.send(.moved(from: nil, to: fraction(latest)), at: time) }
    }

    /// Sends the turn from `before` to the latest position, by the shorter way round.
    private mutating func turn(from before: Int, at time: Instant, _ merger: InputMerger) {
        let count = facts.maximum - facts.minimum + 1
        var way = (latest - before) % count
        if way > count / 2 { way -= count }
        if way < -((count - 1) / 2) { way += count }
        guard isMove(way) else { return }
        position = latest
        // Units are rounded down even if negative, so that a turn forward and back adds up to zero wherever it begins.
        let sum = remainder + way * unitsPerTurn
        let rest = (sum % count + count) % count
        let units = (sum - rest) / count
        remainder = rest
        merger.turn(by: isReversed ? -units : units, at: time)
    }

    private mutating func move(from before: Int, at time: Instant, _ merger: InputMerger) {
        // The threshold of the noise must not keep the axis from reaching its ends.
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
