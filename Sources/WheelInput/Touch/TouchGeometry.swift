import WheelCore
import WheelModel

/// The transform from the units of a touch device to positions.
struct TouchGeometry: Equatable {
    /// One axis: the members of `struct input_absinfo` that matter for positions.
    struct Axis: Equatable {
        var minimum: Int32
        var maximum: Int32
        /// Units per millimetre. 0 if unknown.
        var resolution: Int32

        /// A device without a range cannot report positions.
        var hasRange: Bool { maximum > minimum }

        var extent: Double { max(1, Double(maximum) - Double(minimum) + 1) }
    }

    var x: Axis
    var y: Axis
    /// libinput's calibration matrix, for positions from 0 to 1.
    var calibration: AffineTransform

    /// `matrix` has six numbers, or none if the touchscreen is not calibrated.
    init(x: Axis, y: Axis, matrix: [Double]) {
        self.x = x
        self.y = y
        calibration = AffineTransform(calibrationMatrix: matrix) ?? .identity
    }

    var size: TouchSurfaceSize {
        var millimetres: Size?
        if x.resolution > 0, y.resolution > 0 {
            millimetres = Size(width: x.extent / Double(x.resolution), height: y.extent / Double(y.resolution))
        }
        return TouchSurfaceSize(units: Size(width: x.extent, height: y.extent), millimetres: millimetres)
    }

    /// Maps the device's units to a touch area of this size. Without a size the area has the device's own extent.
    func transform(to size: Size?) -> AffineTransform {
        let size = size ?? self.size.units
        return AffineTransform(
            a: 1 / x.extent, b: 0, c: 0, d: 1 / y.extent, tx: -Double(x.minimum) / x.extent,
            ty: -Double(y.minimum) / y.extent
        ).then(calibration).then(AffineTransform(a: size.width, b: 0, c: 0, d: size.height, tx: 0, ty: 0))
    }
}
