import LinuxSystem
import WheelCanvas
import WheelWire

/// A remote display's picture, composed of its frames and kept in a file.
struct ComposedPicture {
    private let file: String
    private var bitmap: Bitmap?

    init(file: String) { self.file = file }

    mutating func add(_ frame: PictureFrame) throws(Failure) {
        let png: [UInt8]
        do throws(CanvasError) {
            png = try composed(with: frame)
        } catch {
            throw Failure(.refused, "the picture of \(frame.display)", "\(error)")
        }
        do throws(Errno) {
            try NamedFile.replace(file, with: png)
        } catch {
            throw .cannotWrite(file, error)
        }
    }

    private mutating func composed(with frame: PictureFrame) throws(CanvasError) -> [UInt8] {
        let part = try Bitmap(png: frame.png)
        if frame.isWhole {
            bitmap = part
        } else if let bitmap, !bitmap.pixels.copy(part.pixels, toX: frame.x, y: frame.y) {
            throw .picture(path: "a frame", reason: "it is larger than the picture")
        }
        return try bitmap?.pixels.png(fast: true) ?? []
    }
}
