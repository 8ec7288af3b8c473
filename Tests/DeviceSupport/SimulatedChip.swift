internal import Glibc
public import LinuxSystem
internal import Synchronization

/// A GPIO chip of the kernel's gpio-sim driver: a real /dev/gpiochipN whose lines the test pulls.
///
/// An edge arrives at once in the kernel bench, elsewhere on the next timer tick: leave 2 ms between two there
/// (`Patience.pass`). The chip goes with this object.
public final class SimulatedChip {
    static let folder = "/sys/kernel/config/gpio-sim"
    private static let count = Atomic(0)

    public let label: String
    public let lineCount: Int
    /// "gpiochip0"; another after each `connect`.
    public private(set) var name = ""
    public var path: String { "/dev/\(name)" }

    private let device: KernelFolder
    private let bank: KernelFolder
    /// In configfs a folder can only be removed when those inside it are gone: the last made is first to go.
    private var folders: [KernelFolder]
    private var attributes = KernelFolder(path: "")

    /// A chip with a line for each name, nil for a line without one. `hogs` are lines, by their offset, that the
    /// kernel itself takes under that name.
    public init(
        label: String = "wheeld-sim", lines names: [String?], hogs: [Int: String] = [:]
    ) throws(SystemError) {
        self.label = label
        lineCount = names.count
        let number = Self.count.add(1, ordering: .relaxed).newValue
        device = try .make("\(Self.folder)/wheeld-\(getpid())-\(number)")
        folders = [device]
        do throws(SystemError) {
            bank = try device.makeFolder("bank")
            folders.append(bank)
        } catch {
            device.remove()
            throw error
        }
        // From here on `deinit` tidies up.
        try bank.set("num_lines", to: "\(names.count)")
        try bank.set("label", to: label)
        for offset in names.indices where names[offset] != nil || hogs[offset] != nil {
            let line = try bank.makeFolder("line\(offset)")
            folders.append(line)
            if let name = names[offset] { try line.set("name", to: name) }
            if let taker = hogs[offset] {
                let hog = try line.makeFolder("hog")
                folders.append(hog)
                try hog.set("name", to: taker)
                try hog.set("direction", to: "input")
            }
        }
        try connect()
    }

    deinit {
        disconnect()
        for folder in folders.reversed() { folder.remove() }
    }

    /// Plugs the chip in; it may get another number than before. All lines are pulled down then.
    public func connect() throws(SystemError) {
        try device.set("live", to: "1")
        name = try bank.get("chip_name")
        attributes = KernelFolder(path: "/sys/devices/platform/\(try device.get("dev_name"))/\(name)")
    }

    /// Pulls the chip out, whoever uses its lines.
    public func disconnect() {
        try? device.set("live", to: "0")
    }

    public func pull(_ line: Int, high: Bool) throws(SystemError) {
        try attributes.set("sim_gpio\(line)/pull", to: high ? "pull-up" : "pull-down")
    }

    /// The level that is on the line, whoever drives it.
    public func isHigh(_ line: Int) throws(SystemError) -> Bool {
        try attributes.get("sim_gpio\(line)/value") == "1"
    }
}
