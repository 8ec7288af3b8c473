internal import CDRM
import LinuxSystem
import WheelCanvas

@testable import WheelScreen

/// Reads the picture that a card shows now, without the output's code: it asks the kernel for the current buffer, and
/// reads the buffer.
final class CardReader {
    private let descriptor: Descriptor

    /// Must be opened after the output, so that the output is the card's master.
    init(_ path: String) throws {
        descriptor = try Descriptor.open(path, .readWrite)
    }

    /// The ID of the buffer that is shown; 0 if there is none.
    func shownBuffer() -> UInt32 {
        guard let resources = drmModeGetResources(descriptor.number) else { return 0 }
        defer { drmModeFreeResources(resources) }
        guard let crtc = drmModeGetCrtc(descriptor.number, resources.pointee.crtcs[0]) else { return 0 }
        defer { drmModeFreeCrtc(crtc) }
        return crtc.pointee.buffer_id
    }

    /// Calls `body` with the picture that is shown; nil if it cannot be read.
    func withShownPixels<Answer>(_ body: (PixelBuffer) -> Answer) throws -> Answer? {
        guard let buffer = drmModeGetFB(descriptor.number, shownBuffer()) else { return nil }
        defer { drmModeFreeFB(buffer) }
        var offset: UInt64 = 0
        guard drmModeMapDumbBuffer(descriptor.number, buffer.pointee.handle, &offset) == 0 else { return nil }
        let length = Int(buffer.pointee.pitch * buffer.pointee.height)
        let memory = try MemoryMap(descriptor, byteCount: length, offset: Int64(offset))
        guard let base = memory.bytes.baseAddress else { return nil }
        return body(
            PixelBuffer(
                base: base, width: Int(buffer.pointee.width), height: Int(buffer.pointee.height),
                bytesPerRow: Int(buffer.pointee.pitch), format: buffer.pointee.bpp == 16 ? .rgb565 : .xrgb8888))
    }
}
