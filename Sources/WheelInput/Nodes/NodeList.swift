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

    /// In the order of their numbers.
    func nodes(waitingForUdev: Bool) -> [InputNode] {
        let names = (try? Directory.names(in: Self.folder)) ?? []
        let numbers = names.compactMap { name in
            name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil
        }
        return numbers.sorted().compactMap { udev.node(named: "event\($0)", waitingForUdev: waitingForUdev) }
    }
}
