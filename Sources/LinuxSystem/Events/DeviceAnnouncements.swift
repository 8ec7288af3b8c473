internal import CLinux
internal import Glibc

/// The kernel's messages about added, changed and removed devices, netlink(7) NETLINK_KOBJECT_UEVENT.
///
/// A message arrives before udev has handled the device. The device's file may not exist yet, or may not have its final
/// permissions.
public final class DeviceAnnouncements {
    public let descriptor: Descriptor
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 8)

    public init() throws(Errno) {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = Descriptor(owning: try system { socket(AF_NETLINK, type, NETLINK_KOBJECT_UEVENT) })
        var address = sockaddr_nl()
        address.nl_family = UInt16(AF_NETLINK)
        // Group 1 receives the kernel's messages, group 2 udev's messages.
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

    /// Reads all messages. Returns whether a message is about one of these subsystems, such as "drm".
    public func concern(_ subsystems: [String]) -> Bool {
        var isConcerned = false
        while true {
            do throws(Errno) {
                let count = try descriptor.read(into: buffer)
                if Self.isAbout(subsystems, UnsafeRawBufferPointer(rebasing: buffer[..<count])) { isConcerned = true }
            } catch .wouldBlock {
                return isConcerned
            } catch {
                // ENOBUFS: the socket's buffer was full, and messages were lost. A lost message may have been about one
                // of the subsystems.
                return true
            }
        }
    }

    /// Whether a message is about one of the subsystems. A message is "change@/devices/…", followed by NAME=VALUE
    /// entries. Each part ends in a NUL.
    static func isAbout(_ subsystems: [String], _ message: UnsafeRawBufferPointer) -> Bool {
        let assignments = message.split(separator: 0)
        // LEASE=1: a lease of a graphics card has ended. This program's own leases cause such messages, so they are
        // ignored.
        if assignments.contains(where: { $0.elementsEqual("LEASE=1".utf8) }) { return false }
        return assignments.contains { assignment in
            subsystems.contains { assignment.elementsEqual("SUBSYSTEM=\($0)".utf8) }
        }
    }
}
