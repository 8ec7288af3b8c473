import LinuxSystem
import WheelCore

/// The terminal that the program runs in, while the panel is shown on it: its modes, what has been sent to it, and what it has answered.
///
/// At the start the terminal gets queries for its abilities (`TerminalQueries`), and the face is characters until it has answered.
///
/// One frame at a time is on its way (`isBusy`). It is written as far as the terminal accepts it, and ends with a query, whose answer says
/// that the terminal has worked on it (`UnansweredFrames`). So a terminal behind a slow line gets the newest picture next.
///
/// At the end the terminal is as it was before, whatever ends the program. A frame may be cut inside a sequence, the kernel may have
/// dropped a part of it (Ctrl-C), and the terminal may not read at all. So `end` sends the rest of a frame, or drops what is unread;
/// undoes the modes and what the face has set up; and reads answers that are still on their way, which the next program would take
/// for keys. After SIGKILL a guard process does the same, except the last.
final class TerminalSession {
    /// How long to wait at the start and the end for a terminal that does not read.
    private static let timeout = Interval.milliseconds(500)

    private static let name = "terminal"

    private let terminal: Descriptor
    private let queries: TerminalQueries
    /// Whether it has no control sequences.
    private let isDumb = TerminalLook().isDumb
    private var raw: RawTerminal?
    private var terminalGuard: TerminalGuard?
    private(set) var size: Terminal.Size
    private(set) var answers = TerminalAnswers()
    /// When the time for answers to the queries is over.
    private var answersUntil: Instant?
    /// What the face has set up, and what undoes it.
    private var setup = ""
    private var ending = ""
    /// What is sent as one, and the number of bytes that the terminal has accepted of it.
    private var bytes: [UInt8] = []
    private var sentCount = 0
    private var frames = UnansweredFrames()

    /// Ends a control string that is cut off, and the frame.
    private static let cut = "\u{1B}\\\u{1B}[?2026l"

    /// Opens the process's controlling terminal.
    init(graphics: TerminalGraphics?) throws(TerminalProblem) {
        do throws(Errno) {
            terminal = try Descriptor.open("/dev/tty", [.readWrite, .nonBlocking, .noControllingTerminal])
            size = try Terminal.size(of: terminal.number)
        } catch {
            throw .unusable("/dev/tty: there is no terminal (\(error.name))")
        }
        queries = TerminalQueries(name: Environment.value(of: "TERM"), wanted: graphics)
        try begin()
        if !queries.text.isEmpty {
            answersUntil = MonotonicClock.now + TerminalQueries.patience
            // Whatever a terminal prints of a query that it does not know is erased again.
            send(queries.text + CellWriter.erase)
        }
    }

    deinit { end() }

    // MARK: The modes.

    private func begin() throws(TerminalProblem) {
        do throws(Errno) {
            // The guard is first: a kill leaves the terminal unchanged at any moment. Without a guard, only SIGKILL leaves it changed.
            protect()
            raw = try RawTerminal(terminal.number)
        } catch {
            throw .failed(SystemError("set up", TerminalSession.name, error))
        }
        if !isDumb { send(CellWriter.begin + setup) }
    }

    private func protect() {
        let before = terminalGuard
        terminalGuard = try? TerminalGuard(
            terminal.number, keepsModes: true, modesOf: before,
            text: isDumb ? "" : textAfterCut)
    }

    /// Ends what was cut off, and undoes all that was set up.
    private var textAfterCut: String { TerminalSession.cut + ending + CellWriter.end }

    private func end() {
        guard raw != nil else { return }
        // Begins with the end of a sequence, which may be cut although all of the frame was sent: at Ctrl-Z and Ctrl-C the kernel drops
        // what the terminal has not read.
        if !isDumb { send(textAfterCut) }
        if finishSending() {
            awaitAnswers()
        } else if !isDumb {
            cutOff()
        }
        (bytes, sentCount) = ([], 0)
        raw = nil
        terminalGuard = nil
    }

    /// The terminal is too far behind for the rest of a frame. What it has not read is dropped, so that there is room for
    /// what restores it.
    private func cutOff() {
        Terminal.dropOutput(of: terminal.number)
        (bytes, sentCount) = (Array(textAfterCut.utf8), 0)
        _ = finishSending()
    }

    private func awaitAnswers() {
        // The answer to DA1 is the last one.
        var missing = queries.text.isEmpty || answers.areComplete ? 0 : 1
        if frames.count > 0 {
            // At Ctrl-Z and Ctrl-C the kernel drops unread input, and maybe the answer to a frame. The answer to DA1 follows it in
            // any case.
            send("\u{1B}[c")
            _ = finishSending()
            (bytes, sentCount) = ([], 0)
            frames = UnansweredFrames()
            missing += 1
        }
        guard missing > 0 else { return }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        var decoder = TerminalDecoder()
        let end = MonotonicClock.now + TerminalSession.timeout
        while missing > 0, MonotonicClock.now < end {
            terminal.wait(for: .readable, until: end)
            let count: Int
            do throws(Errno) {
                count = try terminal.read(into: buffer)
            } catch .wouldBlock {
                continue
            } catch {
                return
            }
            // The terminal has hung up.
            guard count > 0 else { return }
            decoder.consume(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { event in
                guard case .answer(let answer) = event else { return }
                answers.consume(answer)
                if case .attributes = answer { missing -= 1 }
            }
        }
    }

    /// Restores the terminal, so that another program may use it until `resume`.
    func suspend() { end() }

    func resume() throws(TerminalProblem) {
        frames = UnansweredFrames()
        try begin()
    }

    /// What a face needs besides the usual modes: `setup` is sent now and at each `resume`, `ending` undoes it.
    func extend(setup: String, ending: String) {
        send(self.ending + CellWriter.erase + setup)
        self.setup = setup
        self.ending = ending
        protect()
    }

    // MARK: Frames.

    var isBusy: Bool { sentCount < bytes.count || frames.deadline != nil }
    var descriptorNumber: Int32 { terminal.number }
    var interest: Readiness { sentCount < bytes.count ? .writable : [] }

    /// When `isBusy` may end without an answer, or the time for answers is over.
    var deadline: Instant? {
        let answered = queries.forced == nil || answers.areComplete ? nil : answersUntil
        return frames.deadline.map { shown in answered.map { min($0, shown) } ?? shown } ?? answered
    }

    /// Sends a frame. Not called while `isBusy`.
    func send(frame: [UInt8]) throws(TerminalProblem) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: frame)
        sentCount = 0
        if answers.areComplete {
            // DSR, whose answer says that the terminal has worked on the frame.
            bytes.append(contentsOf: "\u{1B}[5n".utf8)
            frames.recordFrame(at: MonotonicClock.now)
        }
        try proceed()
    }

    /// Asks whether the terminal is there. The answer to a frame that it has not answered yet says so as well.
    func prove() throws(TerminalProblem) {
        if !isBusy { try send(frame: []) }
    }

    func proceed() throws(TerminalProblem) {
        while sentCount < bytes.count {
            do throws(Errno) {
                sentCount += try terminal.write(bytes[sentCount...])
            } catch .wouldBlock {
                return
            } catch {
                throw .failed(SystemError("write to", TerminalSession.name, error))
            }
        }
    }

    /// Sends a text that is no frame, after the rest of a frame.
    func send(_ text: String) {
        bytes.removeFirst(min(sentCount, bytes.count))
        sentCount = 0
        bytes.append(contentsOf: text.utf8)
        // After a hang-up the next frame throws the error.
        try? proceed()
    }

    /// Sends the rest, or as much as the terminal accepts in `timeout`. Returns `false` if something is left.
    private func finishSending() -> Bool {
        let end = MonotonicClock.now + TerminalSession.timeout
        while sentCount < bytes.count, MonotonicClock.now < end {
            do throws(TerminalProblem) {
                try proceed()
            } catch {
                // The terminal has hung up.
                return true
            }
            if sentCount < bytes.count { terminal.wait(for: .writable, until: end) }
        }
        return sentCount == bytes.count
    }

    // MARK: Answers.

    /// Answers to the queries count for a second, and the size of a cell at any time: it changes with the font.
    func consume(_ news: [TerminalAnswer], at now: Instant) {
        for answer in news {
            switch answer {
            case .ready: frames.recordAnswer(at: now)
            case .cellPixels: answers.consume(answer)
            default: if let answersUntil, now < answersUntil { answers.consume(answer) }
            }
        }
        if answers.areComplete || answersUntil.map({ $0 <= now }) ?? false { answersUntil = nil }
        frames.wake(at: now)
    }

    /// The face that the terminal gets now. It is cells until all answers are there.
    func face(at now: Instant) -> TerminalAnswers.Face {
        guard answers.areComplete || answersUntil.map({ now >= $0 }) ?? true else { return .cells }
        return answers.face(forced: queries.forced, reported: reportedCell, in: size)
    }

    private var reportedCell: PixelSize? {
        guard size.columns > 0, size.rows > 0, size.widthPixels >= size.columns, size.heightPixels >= size.rows else {
            return nil
        }
        return PixelSize(width: size.widthPixels / size.columns, height: size.heightPixels / size.rows)
    }

    /// Reads the size. Returns whether it has changed.
    func checkSize() throws(TerminalProblem) -> Bool {
        let now: Terminal.Size
        do throws(Errno) {
            now = try Terminal.size(of: terminal.number)
        } catch {
            throw .failed(SystemError("read the size of", TerminalSession.name, error))
        }
        guard now != size else { return false }
        size = now
        // A larger font has larger cells.
        if answers.cell != nil { send("\u{1B}[16t") }
        return true
    }
}
