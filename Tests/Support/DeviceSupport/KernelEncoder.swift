internal import CDeviceSupport
internal import Glibc
public import LinuxSystem

/// The kernel's own `rotary_encoder` driver on two active-low lines of a simulated chip, in the kernel bench. Only one
/// such encoder can exist. `deinit` removes it.
public final class KernelEncoder {
    private static let driver = KernelFolder(path: "/sys/module/bench_encoder/parameters")
    public static let isThere = access("\(driver.path)/lines", W_OK) == 0

    /// The sum of the encoder's REL_DIAL events so far.
    public private(set) var count = 0
    private let events: Descriptor

    /// For example "/dev/input/event5".
    public let path: String

    /// `stepsPerPeriod`: 1, 2 or 4. With `positions` the encoder reports its position as ABS_X, from 0 on.
    public init(
        on chip: SimulatedChip, a: Int, b: Int, stepsPerPeriod: Int, positions: Int? = nil, rollsOver: Bool = false
    ) throws(SystemError) {
        let mode = positions.map { " \($0)\(rollsOver ? " rollover" : "")" } ?? ""
        try Self.driver.set("lines", to: "\(chip.label) \(a) \(b) \(stepsPerPeriod)\(mode)")
        let inputs = KernelFolder(path: "/sys/devices/platform/rotary-encoder/input")
        let input = KernelFolder(path: "\(inputs.path)/\(inputs.names().first ?? "")")
        let node = "/dev/input/\(input.names().first { $0.hasPrefix("event") } ?? "event")"
        path = node
        do throws(Errno) {
            events = try Descriptor.open(node, .read)
            guard fcntl(events.number, F_SETFL, O_NONBLOCK) == 0 else { throw .last }
        } catch {
            throw SystemError("open", node, error)
        }
    }

    deinit { try? Self.driver.set("lines", to: "none") }

    public func read() {
        var event = input_event()
        while Glibc.read(events.number, &event, MemoryLayout<input_event>.size) == MemoryLayout<input_event>.size {
            if Int32(event.type) == EV_REL, Int32(event.code) == REL_DIAL { count += Int(event.value) }
        }
    }
}
