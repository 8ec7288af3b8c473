internal import CDRM
import LinuxSystem
import WheelCanvas
import WheelCore

/// A dumb buffer: memory that the processor writes and a card can show.
final class DumbBuffer {
    /// The framebuffer's ID.
    let framebuffer: UInt32
    let pixels: PixelBuffer

    private let card: DRMCard
    private let handle: UInt32
    private let memory: MemoryMap

    init(_ card: DRMCard, size: PixelSize, format: PixelFormat) throws(ScreenProblem) {
        let bits = UInt32(format.bytesPerPixel * 8)
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        var (handle, pitch, length) = (UInt32(0), UInt32(0), UInt64(0))
        try card.check("make a buffer on") {
            drmModeCreateDumbBuffer($0, width, height, bits, 0, &handle, &pitch, &length)
        }
        var framebuffer: UInt32 = 0
        do throws(ScreenProblem) {
            framebuffer = try DumbBuffer.framebuffer(card, size, format, handle: handle, pitch: pitch)
            memory = try DumbBuffer.map(card, handle: handle, length: length)
        } catch {
            if framebuffer != 0 { drmModeRmFB(card.number, framebuffer) }
            drmModeDestroyDumbBuffer(card.number, handle)
            throw error
        }
        guard let base = memory.bytes.baseAddress else { preconditionFailure("the map is empty") }
        self.card = card
        self.handle = handle
        self.framebuffer = framebuffer
        pixels = PixelBuffer(
            base: base, width: size.width, height: size.height, bytesPerRow: Int(pitch), format: format)
    }

    deinit {
        // The buffer may still be shown: the kernel then first disables the plane that shows it.
        drmModeRmFB(card.number, framebuffer)
        drmModeDestroyDumbBuffer(card.number, handle)
    }

    private static func framebuffer(
        _ card: DRMCard, _ size: PixelSize, _ format: PixelFormat, handle: UInt32, pitch: UInt32
    ) throws(ScreenProblem) -> UInt32 {
        let code = format == .rgb565 ? C_DRM_FORMAT_RGB565 : C_DRM_FORMAT_XRGB8888
        let (handles, pitches, offsets) = ([handle, 0, 0, 0], [pitch, 0, 0, 0], [UInt32](repeating: 0, count: 4))
        var framebuffer: UInt32 = 0
        try card.check("add a framebuffer to") {
            drmModeAddFB2(
                $0, UInt32(size.width), UInt32(size.height), code, handles, pitches, offsets, &framebuffer, 0)
        }
        return framebuffer
    }

    private static func map(_ card: DRMCard, handle: UInt32, length: UInt64) throws(ScreenProblem) -> MemoryMap {
        var offset: UInt64 = 0
        try card.check("map a buffer on") { drmModeMapDumbBuffer($0, handle, &offset) }
        do throws(Errno) {
            return try MemoryMap(card.descriptor, byteCount: Int(length), offset: Int64(offset))
        } catch {
            throw .failed(SystemError("map", card.path, error))
        }
    }
}
