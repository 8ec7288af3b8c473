import WheelGeometry

/// A finger on rows of chips: a tap chooses, a drag scrolls.
struct ScrollGrip: Sendable {
    let rows: ChipRows
    /// Whether the rows stood still when it came down. A finger that has stopped them chooses nothing.
    let mayChoose: Bool
    /// The offset of the rows when it came down.
    let offset: Double
    /// Where it has left the slop, once it drags.
    private(set) var anchor: Double?
    /// Its last place, and when it was there.
    private var last: Double
    private var lastTime: Instant
    /// In rows a second.
    private var speed = 0.0

    /// A finger that has rested for this long before it lifts throws nothing.
    private static let rest = Interval.milliseconds(80)
    private static let smoothing = Interval.milliseconds(10)

    init(_ rows: ChipRows, at place: Point, mayChoose: Bool, offset: Double, _ time: Instant) {
        self.rows = rows
        self.mayChoose = mayChoose
        self.offset = offset
        last = place.y
        lastTime = time
    }

    var isDragging: Bool { anchor != nil }

    /// Begins to drag where the finger has left the slop, so that the rows do not jump.
    mutating func begin(at place: Point) { anchor = place.y }

    /// Follows the finger, and returns the offset of the rows under it. Beyond an end nothing moves.
    mutating func move(to place: Point, at time: Instant) -> Double {
        let seconds = (time - lastTime).seconds
        if seconds > 0 {
            let now = (last - place.y) / rows.pitch.height / seconds
            // Reports jitter, so that one of them counts the less the shorter it is.
            let share = seconds / (seconds + ScrollGrip.smoothing.seconds)
            speed += (now - speed) * share
            (last, lastTime) = (place.y, time)
        }
        guard let anchor else { return offset }
        let wanted = offset + (anchor - place.y) / rows.pitch.height
        guard wanted.isFinite else { return offset }
        let kept = rows.kept(wanted)
        // At an end the drag starts again, so that moving back has an effect at once.
        if kept != wanted { self.anchor = place.y + (kept - offset) * rows.pitch.height }
        return kept
    }

    /// The speed with which it lifts, in rows a second.
    func speed(at time: Instant) -> Double { time - lastTime > ScrollGrip.rest || !speed.isFinite ? 0 : speed }
}
