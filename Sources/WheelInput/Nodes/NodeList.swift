import LinuxSystem

/// The event devices that are there.
struct NodeList {
    static let folder = "/dev/input"
    private static let udevControl = "/run/udev/control"

    /// Whether udev runs, so that devices are to be used when it is done with them, and it tells of changes.
    static var udevRuns: Bool { (try? FileStatus(path: udevControl)) != nil }

    let udev: Udev

    init?() {
        guard let udev = Udev() else { return nil }
        self.udev = udev
    }

    /// What a look found.
    struct Found {
        /// In the order of their numbers.
        var nodes: [InputNode] = []
        /// Whether udev has not finished with one yet. It sends a message when it has, but not into another network
        /// namespace.
        var isUnfinished = false
    }

    /// Throws where the folder cannot be read. That it is not there is no error: there is no device then.
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

    /// The devices that are there now, for a program that looks once.
    static var nodes: [InputNode] { (try? NodeList()?.scan(waitingForUdev: udevRuns))?.nodes ?? [] }
}

extension InputNode {
    /// Whether it is still the device that it was. Asked without opening anything: a process may have no descriptor left.
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
    /// What to do where a device may not be opened, to be put behind the error.
    func remedy(group: String) -> String {
        switch self {
        case .accessDenied: "; add the user to the group \(group)"
        // The rights of the file do not matter then.
        case .notPermitted: "; the service or the container does not allow the device (DeviceAllow=char-input rw)"
        default: ""
        }
    }
}
