internal import CUdev
import LinuxSystem

/// Watches for hot-plug, through udev and through inotify on /dev.
///
/// udev reports a device after it has set the device up. udev's messages do not reach other network namespaces, not
/// even those where its files in /run are visible, so inotify is needed as well.
final class DeviceWatcher: EventHandler {
    let isUdev: Bool
    private let udev: Udev
    private let monitor: OpaquePointer?
    private let inotify: InotifyDescriptor?
    private let loop: EventLoop
    private unowned let hub: InputHub
    private var registrations: [Registration] = []

    init(udev: Udev, loop: EventLoop, hub: InputHub) throws(SystemError) {
        self.udev = udev
        self.loop = loop
        self.hub = hub
        isUdev = NodeList.udevRuns
        monitor = isUdev ? Self.monitor(udev) : nil
        do throws(SystemError) {
            inotify = try Self.folderWatch()
        } catch {
            inotify = nil
            guard monitor != nil else { throw error }
        }
        do throws(Errno) {
            if let monitor {
                registrations.append(
                    try loop.register(descriptorNumber: udev_monitor_get_fd(monitor), for: .readable, self))
            }
            if let inotify { registrations.append(try loop.register(inotify.descriptor, for: .readable, self)) }
        } catch {
            close()
            throw SystemError("watch for devices", error)
        }
    }

    deinit {
        if let monitor { udev_monitor_unref(monitor) }
    }

    func close() {
        for registration in registrations { loop.deregister(registration) }
        registrations = []
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        // The content of the reports does not matter, since the hub scans all devices.
        if let monitor {
            while let device = udev_monitor_receive_device(monitor) { udev_device_unref(device) }
        }
        if let inotify {
            try? inotify.clear()
            // The kernel may have removed /dev/input and made it again, so the folder is watched again. Watching the
            // same folder twice has no effect.
            Self.watchFolder(inotify)
        }
        hub.devicesChanged()
    }

    private static func monitor(_ udev: Udev) -> OpaquePointer? {
        guard let monitor = udev_monitor_new_from_netlink(udev.pointer, "udev") else { return nil }
        guard udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil) >= 0,
            udev_monitor_filter_add_match_subsystem_devtype(monitor, "gpio", nil) >= 0,
            udev_monitor_enable_receiving(monitor) >= 0
        else {
            udev_monitor_unref(monitor)
            return nil
        }
        return monitor
    }

    private static func folderWatch() throws(SystemError) -> InotifyDescriptor {
        do throws(Errno) {
            let inotify = try InotifyDescriptor()
            // The kernel makes the input folder in /dev with the first device and removes it with the last. GPIO chips
            // are in /dev itself. So /dev is watched as well as the input folder.
            try inotify.watch("/dev", for: [.created, .deleted, .attributesChanged])
            watchFolder(inotify)
            return inotify
        } catch {
            throw SystemError("watch /dev", error)
        }
    }

    private static func watchFolder(_ inotify: InotifyDescriptor) {
        let happening: InotifyDescriptor.Happening = [.created, .deleted, .movedIn, .movedOut, .attributesChanged]
        try? inotify.watch(NodeList.folder, for: happening)
    }
}
