import LinuxSystem

package struct NodeList {
    static let folder = "/dev/input"
    private static let udevControl = "/run/udev/control"

    /// Whether udev runs. If udev runs, a device is used only after udev has set it up, and udev reports changes.
    static var udevRuns: Bool { (try? FileStatus(path: udevControl)) != nil }

    let udev: Udev

    init?() {
        guard let udev = Udev() else { return nil }
        self.udev = udev
    }

    struct Found {
        /// The event devices, sorted by their numbers.
        var nodes: [InputNode] = []
        /// Whether udev is still setting up a device. udev reports when it has finished, but not to other network
        /// namespaces.
        var isUnfinished = false
    }

    /// Finds the event devices. Throws if the folder cannot be read. If the folder is missing, there are no devices.
    func scan(waitingForUdev: Bool) throws(SystemError) -> Found {
        var names: [String] = []
        do throws(Errno) {
            names = try Directory.names(in: Self.folder)
        } catch .noSuchFile {
            return Found()
        } catch {
            throw SystemError("list", Self.folder, error)
        }
        let numbers = names.compactMap { name in
            name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil
        }
        var found = Found()
        for number in numbers.sorted() {
            if let node = udev.node(named: "event\(number)", waitingForUdev: waitingForUdev) {
                found.nodes.append(node)
            } else {
                found.isUnfinished = waitingForUdev || found.isUnfinished
            }
        }
        return found
    }

    /// The event devices at this moment, for a program that does not watch for changes.
    package static var nodes: [InputNode] { (try? NodeList()?.scan(waitingForUdev: udevRuns))?.nodes ?? [] }
}

extension InputNode {
    /// The name of the device's kernel driver, if the device is a platform device, such as an encoder wired to a board.
    var driver: String? {
        // The node is /sys/devices/platform/NAME/input/inputN/eventN, and NAME has the link to the driver.
        let link = try? FilePath.destination(ofLink: "\(place)/../../../driver")
        return link?.split(separator: "/").last.map(String.init)
    }

    /// Whether the device is still plugged in. The check opens no file, since the process may have no free descriptor.
    var isPluggedIn: Bool {
        do throws(Errno) {
            _ = try FileStatus(path: place)
            return true
        } catch {
            return error != .noSuchFile && error != .notDirectory && error != .noDevice
        }
    }
}

extension Errno {
    /// The remedy for an error of access rights, to be appended to the message of the error. Empty for other errors.
    package func remedy(group: String) -> String {
        switch self {
        case .accessDenied: "; add the user to the group \(group)"
        // EPERM is not caused by the file's permissions, which cause EACCES.
        case .notPermitted: "; the service or the container does not allow the device (DeviceAllow=char-input r)"
        default: ""
        }
    }
}
