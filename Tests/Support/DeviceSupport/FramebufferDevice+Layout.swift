internal import CDeviceSupport
public import LinuxSystem

extension FramebufferDevice {
    /// FBIOPUT_VSCREENINFO: requests a size, a depth and a first row. The driver may choose other values; see `layout`.
    public func setLayout(
        width: Int, height: Int, virtualWidth: Int, virtualHeight: Int, bitsPerPixel: Int, yOffset: Int
    ) throws(Errno) {
        var variable = fb_var_screeninfo()
        try descriptor.control(UInt(FBIOGET_VSCREENINFO), &variable)
        (variable.xres, variable.yres) = (UInt32(width), UInt32(height))
        (variable.xres_virtual, variable.yres_virtual) = (UInt32(virtualWidth), UInt32(virtualHeight))
        (variable.xoffset, variable.yoffset) = (0, UInt32(yOffset))
        variable.bits_per_pixel = UInt32(bitsPerPixel)
        // Transparency would take bits from the colours.
        variable.transp.length = 0
        variable.activate = UInt32(FB_ACTIVATE_NOW)
        try descriptor.control(UInt(FBIOPUT_VSCREENINFO), &variable)
    }
}
