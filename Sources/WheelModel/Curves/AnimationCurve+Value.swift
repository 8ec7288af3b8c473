extension AnimationCurve {
    /// How far the motion has gone at a fraction of its time.
    func value(at fraction: Double) -> Double { fraction }
}
