internal import CDeviceSupport
internal import Glibc
public import LinuxSystem
internal import Synchronization

/// A GPIO chip of the kernel's gpio-sim driver: a /dev/gpiochipN whose lines a test can pull up or down.
///
/// In the kernel bench, an edge is reported at once. Elsewhere it is reported at the next timer tick, so leave 2 ms
/// between two edges (`Patience.pass`). `deinit` removes the chip.
public final class SimulatedChip {
    static let folder = "/sys/kernel/config/gpio-sim"
    static let chargeTime = "/sys/module/gpio_sim/parameters/charge_us"
    private static let count = Atomic(0)

    public let label: String
    public let lineCount: Int
    /// The name, such as "gpiochip0". It changes with each `connect`.
    public private(set) var name = ""
    public var path: String { "/dev/\(name)" }

    private let device: KernelFolder
    private let bank: KernelFolder
    /// A folder in configfs can be removed only after its subfolders, so the last folder is removed first.
    private var folders: [KernelFolder]
    private var attributes = KernelFolder(path: "")

    /// A chip with a line for each of `names`; nil is a line without a name. `hogs` are the labels of lines that the
    /// kernel itself requests, by offset.
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
        // From here on `deinit` cleans up.
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

    /// Adds the chip, possibly with a new number. All its lines are low afterwards.
    public func connect() throws(SystemError) {
        try device.set("live", to: "1")
        name = try bank.get("chip_name")
        attributes = KernelFolder(path: "/sys/devices/platform/\(try device.get("dev_name"))/\(name)")
    }

    /// Removes the chip, even if its lines are in use.
    public func disconnect() {
        try? device.set("live", to: "0")
    }

    public func pull(_ line: Int, high: Bool) throws(SystemError) {
        try attributes.set("sim_gpio\(line)/pull", to: high ? "pull-up" : "pull-down")
    }

    /// Sets how long a pull resistor needs to charge its line after a program has switched the resistor on. The chip
    /// must not be removed while a line is being charged.
    public static func charge(microseconds: Int) throws(SystemError) {
        try KernelFolder(path: "/sys/module/gpio_sim/parameters").set("charge_us", to: "\(microseconds)")
    }

    /// Runs `body` while nobody may open the chip.
    public func withoutRights(_ body: () throws -> Void) throws {
        do throws(Errno) {
            try check(forbid_opening(path))
        } catch {
            throw SystemError("forbid to open", path, error)
        }
        defer { allow_opening(path) }
        try body()
    }

    public func isHigh(_ line: Int) throws(SystemError) -> Bool {
        try attributes.get("sim_gpio\(line)/value") == "1"
    }
}
