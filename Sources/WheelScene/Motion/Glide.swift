import WheelModel

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

/// One page that pushes another one out sideways.
struct PageTurn {
    let leaving: PageView
    /// Whether the new page comes from the right.
    let isForward: Bool
    let glide: Glide

    /// How far to the right both pages stand, on whole pixels.
    func places(width: Double, at time: Instant) -> (leaving: Double, coming: Double) {
        let way = (width * glide.progress(at: time)).rounded()
        return isForward ? (-way, width - way) : (way, way - width)
    }
}
