import LinuxSystem
import WheelCanvas
import WheelGeometry

/// The terminal that the program runs in, in true colour: half blocks for pixels, characters for text. Rotation does
/// not apply.
final class TerminalOutput: ScreenOutput {
    let name = "terminal"
    var pixels: PixelBuffer { bitmap.pixels }
    let textRendering = TextRendering.cells
    let pacesItself = false

    /// A smaller terminal shows a part of the picture.
    private static let smallest = (columns: 32, rows: 8)
    private static let largest = (columns: 1024, rows: 512)
    /// How long to wait at the start and the end for a terminal that does not read.
    private static let timeout = Interval.milliseconds(500)

    private let terminal: Descriptor
    private var raw: RawTerminal?
    private var terminalGuard: TerminalGuard?
    private var size: Terminal.Size
    private var bitmap: Bitmap
    private var grid: CellGrid
    private var texts: [KeptText] = []
    private var writer = CellWriter()
    /// The number of bytes that the terminal has accepted. No frame is drawn before it has accepted all. So a terminal
    /// that stops reading, for example over a slow network, gets the newest picture when it reads again, and none of
    /// the missed ones.
    private var sentCount = 0

    /// Opens a terminal, by default the process's controlling terminal.
    init(path: String = "/dev/tty") throws(ScreenProblem) {
        do throws(Errno) {
            terminal = try Descriptor.open(path, [.readWrite, .nonBlocking, .noControllingTerminal])
            size = try Terminal.size(of: terminal.number)
        } catch {
            throw .unusable("\(path): there is no terminal (\(error.name))")
        }
        (grid, bitmap) = TerminalOutput.picture(size)
        do throws(Errno) {
            // The guard comes first: at no moment would a kill leave the terminal changed. Without the guard, the
            // terminal is restored after everything but SIGKILL.
            terminalGuard = try? TerminalGuard(terminal.number, keepsModes: true, text: CellWriter.end)
            raw = try RawTerminal(terminal.number)
        } catch {
            throw .failed(SystemError("set up the terminal", path, error))
        }
        send(Array(CellWriter.begin.utf8)[...])
    }

    deinit {
        // The rest of a frame must be sent, since the terminal would show a cut sequence as text.
        var rest = writer.bytes[min(sentCount, writer.bytes.count)...]
        rest.append(contentsOf: CellWriter.end.utf8)
        send(rest)
        raw = nil
        terminalGuard = nil
    }

    private static func picture(_ size: Terminal.Size) -> (CellGrid, Bitmap) {
        let grid = CellGrid(
            columns: min(size.columns, largest.columns), rows: min(size.rows, largest.rows), smallest: smallest)
        return (grid, Bitmap(width: grid.pictureSize.width, height: grid.pictureSize.height))
    }

    var isBusy: Bool { sentCount < writer.bytes.count }
    var descriptorNumber: Int32? { terminal.number }
    var interest: Readiness { isBusy ? .writable : [] }

    func show(_ damage: DamageRegion, _ texts: [KeptText]) throws(ScreenProblem) {
        grid.apply(bitmap.pixels, damage)
        grid.replaceTexts(texts)
        self.texts = texts
        writer.removeAll()
        sentCount = 0
        writer.beginFrame()
        let emptyCount = writer.bytes.count
        grid.write(to: &writer)
        guard writer.bytes.count > emptyCount else { return writer.removeAll() }
        writer.endFrame()
        try proceed()
    }

    func note(_ lines: [String]) { grid.replaceNote(lines) }

    func proceed() throws(ScreenProblem) {
        while isBusy {
            do throws(Errno) {
                sentCount += try terminal.write(writer.bytes[sentCount...])
            } catch .wouldBlock {
                return
            } catch {
                throw .failed(SystemError("write to", name, error))
            }
        }
    }

    func blank(_ isBlank: Bool) throws(ScreenProblem) {
        grid.invalidate()
        if isBlank {
            send(Array("\u{1B}[0m\u{1B}[2J".utf8)[...])
        } else {
            try show(DamageRegion(), texts)
        }
    }

    func check() throws(ScreenProblem) -> Bool {
        let now: Terminal.Size
        do throws(Errno) {
            now = try Terminal.size(of: terminal.number)
        } catch {
            throw .failed(SystemError("read the size of", name, error))
        }
        guard now != size else { return false }
        size = now
        (grid, bitmap) = TerminalOutput.picture(size)
        return true
    }

    /// Writes all bytes, or as many as the terminal accepts in `timeout`.
    private func send(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        let end = MonotonicClock.now + TerminalOutput.timeout
        while !rest.isEmpty && MonotonicClock.now < end {
            do throws(Errno) {
                rest = rest.dropFirst(try terminal.write(rest))
            } catch .wouldBlock {
                terminal.wait(for: .writable, until: end)
            } catch {
                // The terminal has hung up.
                return
            }
        }
    }
}
