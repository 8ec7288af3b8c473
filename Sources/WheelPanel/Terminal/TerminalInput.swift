import LinuxSystem
import WheelCore

/// The keyboard and the mouse of the terminal that the program runs in. `TerminalSession` sets the terminal's modes.
final class TerminalInput {
    let descriptor: Descriptor
    private var decoder = TerminalDecoder()
    /// When to call `wake` because a sequence is incomplete; `nil` if no sequence is incomplete.
    private(set) var deadline: Instant?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)

    /// Opens the process's controlling terminal.
    init() throws(Errno) {
        descriptor = try Descriptor.open("/dev/tty", [.read, .nonBlocking, .noControllingTerminal])
    }

    deinit {
        buffer.deallocate()
    }

    /// Reads and decodes the bytes that have arrived. Throws when the terminal was disconnected.
    func read(at now: Instant, _ body: (TerminalEvent) -> Void) throws(Errno) {
        do throws(Errno) {
            let count = try descriptor.read(into: buffer)
            guard count > 0 else { throw .inputOutput }
            decoder.consume(UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
            deadline = decoder.patience.map { now + $0 }
        } catch .wouldBlock {
            return
        }
    }

    func wake(at now: Instant, _ body: (TerminalEvent) -> Void) {
        guard let due = deadline, due <= now else { return }
        decoder.expire(body)
        deadline = nil
    }
}
