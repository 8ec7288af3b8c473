import WheelGeometry
import WheelModel

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
