import WheelGeometry
import WheelModel

/// One control as it is to be drawn: what it is, where it stands, and where it is on its way there.
struct Figure {
    let settings: ControlSettings
    let state: ControlPicture
    let pose: Pose
    /// Whether hands are kept from changing anything.
    let isLocked: Bool
    /// How the chart of its positions is seen.
    let chart: AffineTransform
    /// How much of the outline of what was chosen is drawn.
    let outline: Double

    /// Whether a ramp of the configuration moves it.
    let hasNamedRamp: Bool

    init(_ control: Int, of scene: SceneState, in motion: Motion, at time: Instant) {
        settings = scene.instrument.settings.controls[control]
        hasNamedRamp = scene.instrument.ramp(of: control) != nil
        isLocked = scene.isLocked
        state = scene.controls[control]
        pose = motion.pose(of: control, at: time)
        chart = motion.chart(of: control, at: time)
        outline = motion.outline(of: control, at: time)
    }
}
