internal import CDeviceSupport
public import LinuxSystem

/// Watches which lines of a chip are requested, by any program and interface.
public final class LineWatch {
    private let chip: Descriptor

    public init(_ chip: SimulatedChip) throws(SystemError) {
        do throws(Errno) {
            self.chip = try Descriptor.open(chip.path, [.readWrite, .nonBlocking])
            for offset in 0..<chip.lineCount { try check(gpio_watch_line(self.chip.number, UInt32(offset))) }
        } catch {
            throw SystemError("watch the lines of", chip.path, error)
        }
    }

    /// The offsets of the lines requested since the last call, in the order of the requests.
    public func consumeRequested() -> [Int] {
        var offsets: [Int] = []
        while true {
            let offset = gpio_next_requested_line(chip.number)
            guard offset >= 0 else { return offsets }
            offsets.append(Int(offset))
        }
    }
}
