internal import CLinux
internal import Glibc
public import WheelCore

/// A framebuffer of the kernel, /dev/fbN: memory whose contents a screen shows directly.
public final class FramebufferDevice {
    /// The bits of a colour in a pixel: `length` bits, of which the lowest is bit `offset` of the pixel.
    public struct Channel: Hashable, Sendable {
        public let offset: Int
        public let length: Int
    }

    /// The size and pixel format of the memory.
    public struct Layout: Hashable, Sendable {
        public let width: Int
        public let height: Int
        /// The screen's size; `nil` if the driver does not report it.
        public let millimetres: Size?
        /// The first column and row of the memory that are visible.
        public let xOffset: Int
        public let yOffset: Int
        public let bitsPerPixel: Int
        public let red: Channel
        public let green: Channel
        public let blue: Channel
        /// Whether each pixel consists of a red, a green and a blue channel; false, for example, for palettes.
        public let isTrueColor: Bool
        /// Whether a bit of 1 is white, in a format with one bit per pixel. `nil` for other formats.
        public var whiteBit: Bool?
        public let bytesPerRow: Int
        /// The size of the memory, and the offset at which it begins in its first page.
        public let byteCount: Int
        public let byteOffset: Int
        public let driver: String
    }

    public let descriptor: Descriptor

    public init(path: String) throws(Errno) {
        descriptor = try Descriptor.open(path, .readWrite)
    }

    /// FBIOGET_VSCREENINFO and FBIOGET_FSCREENINFO. Throws `.noDevice` if the driver was removed.
    public func layout() throws(Errno) -> Layout {
        var variable = fb_var_screeninfo()
        var fixed = fb_fix_screeninfo()
        try descriptor.control(UInt(FBIOGET_VSCREENINFO), &variable)
        try descriptor.control(UInt(FBIOGET_FSCREENINFO), &fixed)
        return Layout(variable, fixed)
    }

    /// The size that a driver reports. `nil` if a number is 0 or −1, which drivers write for an unknown size.
    static func millimetres(_ width: UInt32, _ height: UInt32) -> Size? {
        guard (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
        return Size(width: Double(width), height: Double(height))
    }

    public func map(_ layout: Layout) throws(Errno) -> MemoryMap {
        try MemoryMap(descriptor, byteCount: layout.byteOffset + layout.byteCount)
    }

    /// FBIO_WAITFORVSYNC. Many drivers do not support this call.
    public func waitForVerticalSync() throws(Errno) {
        var head: UInt32 = 0
        try descriptor.control(UInt(linux_fbio_waitforvsync), &head)
    }

    /// FBIOBLANK: switches the screen off or on. Many drivers do not support this call.
    public func setBlank(_ isBlank: Bool) throws(Errno) {
        try descriptor.control(UInt(FBIOBLANK), number: UInt(isBlank ? FB_BLANK_POWERDOWN : FB_BLANK_UNBLANK))
    }
}

extension FramebufferDevice.Layout {
    fileprivate init(_ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo) {
        width = Int(variable.xres)
        height = Int(variable.yres)
        millimetres = FramebufferDevice.millimetres(variable.width, variable.height)
        xOffset = Int(variable.xoffset)
        yOffset = Int(variable.yoffset)
        bitsPerPixel = Int(variable.bits_per_pixel)
        red = FramebufferDevice.Channel(variable.red)
        green = FramebufferDevice.Channel(variable.green)
        blue = FramebufferDevice.Channel(variable.blue)
        isTrueColor =
            fixed.type == UInt32(FB_TYPE_PACKED_PIXELS)
            && (fixed.visual == UInt32(FB_VISUAL_TRUECOLOR) || fixed.visual == UInt32(FB_VISUAL_DIRECTCOLOR))
        whiteBit =
            switch (variable.bits_per_pixel, fixed.type, fixed.visual) {
            case (1, UInt32(FB_TYPE_PACKED_PIXELS), UInt32(FB_VISUAL_MONO10)): true
            case (1, UInt32(FB_TYPE_PACKED_PIXELS), UInt32(FB_VISUAL_MONO01)): false
            default: nil
            }
        bytesPerRow = Int(fixed.line_length)
        byteCount = Int(fixed.smem_len)
        byteOffset = Int(fixed.smem_start) & (Int(getpagesize()) - 1)
        driver = withUnsafeBytes(of: fixed.id) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension FramebufferDevice.Channel {
    fileprivate init(_ field: fb_bitfield) {
        self.init(offset: Int(field.offset), length: Int(field.length))
    }
}
