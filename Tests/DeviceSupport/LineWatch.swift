internal import CDeviceSupport
public import LinuxSystem

/// Hears which lines of a chip are requested, by whomever and by whatever interface: the kernel tells.
public final class LineWatch {
    private let chip: Descriptor

    /// Begins to listen.
    public init(_ chip: SimulatedChip) throws(SystemError) {
        do throws(Errno) {
            self.chip = try Descriptor.open(chip.path, [.readWrite, .nonBlocking])
            for offset in 0..<chip.lineCount { try check(gpio_watch_line(self.chip.number, UInt32(offset))) }
        } catch {
            throw SystemError("watch the lines of", chip.path, error)
        }
    }

    /// The offsets of the lines that were requested since the last call, in that order.
    public func takeRequested() -> [Int] {
        var offsets: [Int] = []
        while true {
            let offset = gpio_next_requested_line(chip.number)
            guard offset >= 0 else { return offsets }
            offsets.append(Int(offset))
        }
    }

    /// How long the kernel debounces a line; 0 where it does not.
    public func debounceMicroseconds(of offset: Int) -> Int { Int(gpio_debounce_us(chip.number, UInt32(offset))) }
}
