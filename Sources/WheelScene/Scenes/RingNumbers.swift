import WheelCanvas
import WheelCore

/// The numbers of a ring or an arc, at angles whose labels do not touch each other.
struct RingNumbers {
    /// The angles in degrees of at most `most` labels for an arc: whole steps.
    static func steps(from lower: Double, to upper: Double, radius: Double, pixels: Double) -> [Double] {
        let room = radius * .pi / 180
        guard let step = [15.0, 30, 45, 90, 180].first(where: { $0 * room >= pixels * 3.4 }) else { return [] }
        let first = Int((lower / step - 1e-9).rounded(.up))
        let last = Int((upper / step + 1e-9).rounded(.down))
        guard first <= last, last - first < 64 else { return [] }
        return (first...last).map { Double($0) * step }
    }
}
