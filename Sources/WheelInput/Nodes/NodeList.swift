import LinuxSystem

/// The event devices of the machine.
package struct NodeList {
    static let folder = "/dev/input"
    private static let udevControl = "/run/udev/control"

    /// Whether udev runs. Then a device is used after udev has set it up, and udev reports changes.
    static var udevRuns: Bool { (try? FileStatus(path: udevControl)) != nil }

    let udev: Udev

    init?() {
        guard let udev = Udev() else { return nil }
        self.udev = udev
    }

    struct Found {
        /// Sorted by number.
        var nodes: [InputNode] = []
        /// Whether udev has yet to set up a device. It reports when it has, but not into another network namespace.
        var isUnfinished = false
    }

    /// Throws if the folder cannot be read. If it is missing there are no devices.
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

    /// For a program that looks once.
    package static var nodes: [InputNode] { (try? NodeList()?.scan(waitingForUdev: udevRuns))?.nodes ?? [] }
}

extension InputNode {
    /// The kernel's driver of the device, if it is a platform device, as on a board.
    var driver: String? {
        // /sys/devices/platform/NAME/input/inputN/eventN
        let link = try? FilePath.destination(ofLink: "\(place)/../../../driver")
        return link?.split(separator: "/").last.map(String.init)
    }

    /// Whether the device is still plugged in. The check opens nothing, since the process may have no descriptor left.
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
    /// The remedy for a device that may not be opened, to be appended to the error.
    package func remedy(group: String) -> String {
        switch self {
        case .accessDenied: "; add the user to the group \(group)"
        // The rights of the file do not cause EPERM.
        case .notPermitted: "; the service or the container does not allow the device (DeviceAllow=char-input r)"
        default: ""
        }
    }
}
