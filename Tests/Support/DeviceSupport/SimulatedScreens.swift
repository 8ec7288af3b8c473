public import LinuxSystem

/// Screens that the kernel simulates, as in the kernel bench. Tests may draw on them, since nobody uses them.
public enum SimulatedScreens {
    /// The card of vkms, such as "/dev/dri/card0".
    public static let card = name(in: "/sys/devices/platform/vkms/drm", prefix: "card").map { "/dev/dri/\($0)" }
    /// The frame buffer of vkms, such as "/dev/fb0".
    public static let cardFramebuffer = name(in: "/sys/class/drm/card0/device/graphics", prefix: "fb").map {
        "/dev/\($0)"
    }
    /// The frame buffer of vfb, such as "/dev/fb1".
    public static let framebuffer = name(in: "/sys/devices/platform/vfb.0/graphics", prefix: "fb").map { "/dev/\($0)" }

    /// The forced state of the connector of the vkms card.
    public enum Plug: String, Sendable {
        case on, off, detect
    }

    /// Connects or disconnects the screen of vkms, and triggers the kernel's hot-plug message, which other drivers send
    /// themselves.
    public static func plug(_ plug: Plug) throws(SystemError) {
        let card = KernelFolder(path: "/sys/devices/platform/vkms/drm/card0")
        try KernelFolder(path: "\(card.path)/card0-Virtual-1").set("status", to: plug.rawValue)
        try card.set("uevent", to: "change")
    }

    /// Binds the driver of vfb to its device, or unbinds it.
    public static func setFramebuffer(present: Bool) throws(SystemError) {
        try KernelFolder(path: "/sys/bus/platform/drivers/vfb").set(present ? "bind" : "unbind", to: "vfb.0")
    }

    private static func name(in folder: String, prefix: String) -> String? {
        KernelFolder(path: folder).names().first { $0.hasPrefix(prefix) }
    }
}
