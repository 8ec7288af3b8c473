public import LinuxSystem

/// The keyboard and the mouse of the terminal that the program runs in. The display's thread makes the terminal give
/// each key at once, for as long as it shows a picture there.
public final class TerminalInput {
    public let descriptor: Descriptor
    private var decoder = TerminalDecoder()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)

    /// At first the process's controlling terminal.
    public init(path: String = "/dev/tty") throws(Errno) {
        descriptor = try Descriptor.open(path, [.read, .nonBlocking, .noControllingTerminal])
    }

    deinit {
        buffer.deallocate()
    }

    /// Calls for each thing that was done. Throws when the terminal is gone.
    public func read(_ body: (TerminalEvent) -> Void) throws(Errno) {
        do throws(Errno) {
            let count = try descriptor.read(into: buffer)
            guard count > 0 else { throw .inputOutput }
            decoder.consume(UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
        } catch .wouldBlock {
            return
        }
    }
}
