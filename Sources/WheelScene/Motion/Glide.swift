import WheelCore
import WheelModel

/// A motion with a start and a duration. The motion follows the default curve of ramps.
struct Glide: Equatable, Sendable {
    let start: Instant
    let duration: Interval

    static let value = Interval.milliseconds(250)
    static let page = Interval.milliseconds(300)

    func progress(at time: Instant) -> Double {
        AnimationCurve.easeInOut.value(at: (time - start).seconds / duration.seconds)
    }

    func isOver(at time: Instant) -> Bool { time - start >= duration }
}

/// A change of pages: the new page pushes the old one out sideways.
struct PageTurn {
    let leaving: PageView
    /// Whether the new page moves in from the right.
    let isForward: Bool
    let glide: Glide

    /// The horizontal shifts of both pages, in whole pixels.
    func places(width: Double, at time: Instant) -> (leaving: Double, coming: Double) {
        let way = (width * glide.progress(at: time)).rounded()
        return isForward ? (-way, width - way) : (way, way - width)
    }
}
