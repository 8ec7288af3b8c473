public import LinuxSystem

/// The keyboard and the mouse of the terminal that the program runs in. `TerminalOutput` sets the terminal's modes
/// while it shows a picture.
public final class TerminalInput {
    public let descriptor: Descriptor
    private var decoder = TerminalDecoder()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)

    /// Opens a terminal, by default the process's controlling terminal.
    public init(path: String = "/dev/tty") throws(Errno) {
        descriptor = try Descriptor.open(path, [.read, .nonBlocking, .noControllingTerminal])
    }

    deinit {
        buffer.deallocate()
    }

    /// Calls `body` for each key and mouse action. Throws when the terminal is gone.
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
