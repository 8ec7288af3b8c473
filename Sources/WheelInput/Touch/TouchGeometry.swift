import WheelGeometry
import WheelModel

/// How a touch device's units become places.
struct TouchGeometry: Equatable {
    /// One axis: `struct input_absinfo`, what of it concerns places.
    struct Axis: Equatable {
        var minimum: Int32
        var maximum: Int32
        /// Units per millimetre; 0 unknown.
        var resolution: Int32

        /// A device that gives none cannot say where anything is.
        var hasRange: Bool { maximum > minimum }

        var extent: Double { max(1, Double(maximum) - Double(minimum) + 1) }
    }

    var x: Axis
    var y: Axis
    /// libinput's calibration matrix, over 0…1.
    var calibration: AffineTransform

    /// `matrix` has six numbers, or none.
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

    /// From the device's units to a size, its own units where none was given.
    func transform(to size: Size?) -> AffineTransform {
        let size = size ?? self.size.units
        return AffineTransform(
            a: 1 / x.extent, b: 0, c: 0, d: 1 / y.extent, tx: -Double(x.minimum) / x.extent,
            ty: -Double(y.minimum) / y.extent
        ).then(calibration).then(AffineTransform(a: size.width, b: 0, c: 0, d: size.height, tx: 0, ty: 0))
    }
}
