internal import CLinux
internal import Glibc

/// What the kernel says of devices as they come, change and go, netlink(7) NETLINK_KOBJECT_UEVENT.
///
/// It comes before udev has done its part: the device's file may not be there yet, or be closed to us for a moment.
public final class DeviceAnnouncements {
    public let descriptor: Descriptor
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 8)

    public init() throws(Errno) {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = Descriptor(owning: try system { socket(AF_NETLINK, type, NETLINK_KOBJECT_UEVENT) })
        var address = sockaddr_nl()
        address.nl_family = UInt16(AF_NETLINK)
        // The kernel's own; the second group is what udev says.
        address.nl_groups = 1
        let number = descriptor.number
        let size = socklen_t(MemoryLayout<sockaddr_nl>.size)
        _ = try withUnsafePointer(to: &address) { pointer throws(Errno) in
            try system { bind(number, UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), size) }
        }
        self.descriptor = descriptor
    }

    deinit {
        buffer.deallocate()
    }

    /// Reads what has been said, and tells whether any of it is about devices of these subsystems, as "drm".
    public func concern(_ subsystems: [String]) -> Bool {
        var isConcerned = false
        while true {
            do throws(Errno) {
                let count = try descriptor.read(into: buffer)
                if Self.isAbout(subsystems, UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isConcerned = true }
            } catch .wouldBlock {
                return isConcerned
            } catch {
                // ENOBUFS: too much was said at once, and some of it is lost.
                return true
            }
        }
    }

    /// "change@/devices/…", then NAME=VALUE after NAME=VALUE, each with a zero behind it.
    static func isAbout(_ subsystems: [String], _ message: UnsafeRawBufferPointer) -> Bool {
        message.split(separator: 0).contains { assignment in
            subsystems.contains { assignment.elementsEqual("SUBSYSTEM=\($0)".utf8) }
        }
    }
}
