import WheelSettings

extension TouchTimings {
    /// How far a tap may stray on a device that gives no resolution.
    public static let slopWithoutResolution = 10.0

    /// How far a tap may stray, in pixels of a display that has so many to a millimetre under this device.
    public func slopPixels(pixelsPerMillimetre: Double?) -> Double {
        guard let pixelsPerMillimetre, pixelsPerMillimetre > 0, pixelsPerMillimetre.isFinite else {
            return TouchTimings.slopWithoutResolution
        }
        return slopMillimetres * pixelsPerMillimetre
    }
}
