internal import CDRM
import LinuxSystem
import WheelCanvas

@testable import WheelScreen

/// Looks from outside at what a card shows now: the kernel is asked which buffer it is, and that is read.
final class CardReader {
    private let descriptor: Descriptor

    /// Opened after the output, so that it does not become the card's master in its place.
    init(_ path: String) throws {
        descriptor = try Descriptor.open(path, .readWrite)
    }

    /// The number of the buffer that is shown, 0 for none.
    func shownBuffer() -> UInt32 {
        guard let resources = drmModeGetResources(descriptor.number) else { return 0 }
        defer { drmModeFreeResources(resources) }
        guard let crtc = drmModeGetCrtc(descriptor.number, resources.pointee.crtcs[0]) else { return 0 }
        defer { drmModeFreeCrtc(crtc) }
        return crtc.pointee.buffer_id
    }

    /// What is shown.
    func withShownPixels<Answer>(_ body: (PixelBuffer) -> Answer) throws -> Answer? {
        guard let buffer = drmModeGetFB(descriptor.number, shownBuffer()) else { return nil }
        defer { drmModeFreeFB(buffer) }
        var offset: UInt64 = 0
        guard drmModeMapDumbBuffer(descriptor.number, buffer.pointee.handle, &offset) == 0 else { return nil }
        let length = Int(buffer.pointee.pitch * buffer.pointee.height)
        let memory = try MemoryMap(descriptor, byteCount: length, offset: Int64(offset), writable: true)
        guard let base = memory.bytes.baseAddress else { return nil }
        return body(
            PixelBuffer(
                base: base, width: Int(buffer.pointee.width), height: Int(buffer.pointee.height),
                bytesPerRow: Int(buffer.pointee.pitch), format: buffer.pointee.bpp == 16 ? .rgb565 : .xrgb8888))
    }
}
