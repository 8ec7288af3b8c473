import WheelSettings

extension TouchTimings {
    /// The slop of a tap, in pixels, on a device without a known resolution.
    public static let slopWithoutResolution = 10.0

    /// The slop of a tap in pixels, for a display with this many pixels per millimetre under the device.
    public func slopPixels(pixelsPerMillimetre: Double?) -> Double {
        guard let pixelsPerMillimetre, pixelsPerMillimetre > 0, pixelsPerMillimetre.isFinite else {
            return TouchTimings.slopWithoutResolution
        }
        return slopMillimetres * pixelsPerMillimetre
    }
}
