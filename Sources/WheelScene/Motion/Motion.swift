import WheelCore
import WheelModel

/// The poses of all controls over time. A change of a number is animated if `ControlPicture.jumps` counts it. The
/// motion starts from the pose that is shown when the change arrives. Any other change of a pose is shown at once.
struct Motion: Sendable {
    private struct Leg: Sendable {
        var from: Pose
        var to: Pose
        var glide: Glide?
        var chartFrom: AffineTransform
        var chartTo: AffineTransform
        var chartGlide: Glide?
        /// The gradual drawing of the outlines of newly chosen positions.
        var outline: Glide?
        var shown: Shown?
    }

    /// The pose that was drawn last, and the time since which it has been shown.
    private struct Shown: Sendable {
        var pose: Pose
        /// The speed, because at another speed a wheel has other lines for the same pose.
        var speed: Int
        var since: Instant
    }

    private var legs: [Leg]
    /// Whether changes are animated. If not, every change is shown at once.
    private let moves: Bool

    /// Begins without motion: every control has the pose of its state.
    init(_ state: SceneState, moves: Bool = true) {
        self.moves = moves
        legs = state.controls.indices.map { index in
            let control = state.controls[index]
            let pose = Pose(control, state.pictureSettings.settings.controls[index])
            return Leg(from: pose, to: pose, chartFrom: control.chart, chartTo: control.chart)
        }
    }

    /// The poses after a change of the configuration. The motion of a control continues if its settings are the same.
    init(_ new: SceneState, after old: SceneState, _ motion: Motion, at time: Instant) {
        self.init(new, moves: motion.moves)
        let before = old.pictureSettings.settings.controls
        let places = Dictionary(zip(before.map(\.name), before.indices), uniquingKeysWith: { first, _ in first })
        for (index, settings) in new.pictureSettings.settings.controls.enumerated() {
            guard let place = places[settings.name], before[place] == settings else { continue }
            legs[index] = motion.legs[place]
            guard new.controls[index] != old.controls[place] else { continue }
            apply(new.controls[index], after: old.controls[place], settings, leg: index, at: time)
        }
    }

    /// Applies a newer state with the same settings.
    mutating func apply(_ new: SceneState, after old: SceneState, at time: Instant) {
        for index in legs.indices where new.controls[index] != old.controls[index] {
            let settings = new.pictureSettings.settings.controls[index]
            apply(new.controls[index], after: old.controls[index], settings, leg: index, at: time)
        }
    }

    private mutating func apply(
        _ new: ControlPicture, after old: ControlPicture, _ settings: ControlSettings, leg index: Int, at time: Instant
    ) {
        let target = Pose(new, settings)
        if settings.number != nil, new.jumps != old.jumps {
            legs[index].from = pose(of: index, at: time)
            legs[index].glide = glide(from: time, Glide.value)
            legs[index].to = target
        } else if target != legs[index].to {
            legs[index].glide = nil
            legs[index].to = target
        }
        if new.chartJumps != old.chartJumps {
            legs[index].chartFrom = chart(of: index, at: time)
            legs[index].chartGlide = glide(from: time, Glide.page)
        } else if new.chart != old.chart {
            legs[index].chartGlide = nil
        }
        legs[index].chartTo = new.chart
        if new.selected != old.selected {
            legs[index].outline = glide(from: time, Glide.page)
        }
    }

    private func glide(from time: Instant, _ duration: Interval) -> Glide? {
        moves ? Glide(start: time, duration: duration) : nil
    }

    func pose(of control: Int, at time: Instant) -> Pose {
        guard let glide = legs[control].glide else { return legs[control].to }
        return legs[control].from.interpolated(to: legs[control].to, fraction: glide.progress(at: time))
    }

    func chart(of control: Int, at time: Instant) -> AffineTransform {
        guard let glide = legs[control].chartGlide else { return legs[control].chartTo }
        return legs[control].chartFrom.interpolated(to: legs[control].chartTo, fraction: glide.progress(at: time))
    }

    /// The drawn fraction of the outlines of chosen positions, 0…1.
    func outline(of control: Int, at time: Instant) -> Double {
        legs[control].outline?.progress(at: time) ?? 1
    }

    /// Whether a control moves, or the last frame of its motion has not been drawn yet.
    func isMoving(_ control: Int) -> Bool {
        legs[control].glide != nil || legs[control].chartGlide != nil || legs[control].outline != nil
    }

    /// The pose of the control in the previous frame. The result is `nil` if the pose has not changed since that frame,
    /// if the control was at rest before, if its speed has changed, and in the last frame of a motion.
    func before(_ control: Int, _ state: ControlPicture, at time: Instant) -> Pose? {
        guard moves, let shown = legs[control].shown, shown.speed == state.speed,
            time - shown.since <= Motion.frame, legs[control].glide?.isOver(at: time) != true,
            shown.pose != pose(of: control, at: time)
        else { return nil }
        return shown.pose
    }

    /// If a pose has been shown for longer than this, the control was at rest.
    static let frame = Interval.milliseconds(100)

    /// Records the poses in which a frame has shown these controls.
    mutating func record(_ state: SceneState, _ controls: [Int], at time: Instant) {
        guard moves else { return }
        for index in controls {
            let (pose, speed) = (pose(of: index, at: time), state.controls[index].speed)
            guard legs[index].shown?.pose != pose || legs[index].shown?.speed != speed else { continue }
            legs[index].shown = Shown(pose: pose, speed: speed, since: time)
        }
    }

    /// Ends the motions that are over at `time`, after their last frame was drawn.
    mutating func rest(at time: Instant) {
        for index in legs.indices {
            if legs[index].glide?.isOver(at: time) == true { legs[index].glide = nil }
            if legs[index].chartGlide?.isOver(at: time) == true { legs[index].chartGlide = nil }
            if legs[index].outline?.isOver(at: time) == true { legs[index].outline = nil }
        }
    }
}

extension AffineTransform {
    /// Interpolates each element. The result is exactly this transform at the fraction 0, and exactly `end` at the
    /// fraction 1.
    func interpolated(to end: AffineTransform, fraction: Double) -> AffineTransform {
        guard fraction > 0 else { return self }
        guard fraction < 1 else { return end }
        func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * fraction }
        return AffineTransform(
            a: mix(a, end.a), b: mix(b, end.b), c: mix(c, end.c), d: mix(d, end.d), tx: mix(tx, end.tx),
            ty: mix(ty, end.ty))
    }
}
