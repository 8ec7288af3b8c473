import WheelGeometry
import WheelModel
import WheelSettings

/// The way from one thing to another in a given time, by the curve of the ramps.
struct Glide: Equatable, Sendable {
    let start: Instant
    let duration: Interval

    static let value = Interval.milliseconds(250)
    static let page = Interval.milliseconds(300)

    /// The share of the way that is behind at `time`.
    func progress(at time: Instant) -> Double {
        AnimationCurve.easeInOut.value(at: (time - start).seconds / duration.seconds)
    }

    func isOver(at time: Instant) -> Bool { time - start >= duration }
}
