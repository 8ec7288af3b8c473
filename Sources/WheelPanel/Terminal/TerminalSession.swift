import LinuxSystem
import WheelCore

/// The terminal of the program while the panel is shown on it: its modes, the bytes sent to it, and its answers.
///
/// At the start the terminal is queried for its abilities (`TerminalQueries`). Until the terminal has answered, the
/// face consists of characters.
///
/// Only one frame is sent at a time (`isBusy`), and it is written as fast as the terminal accepts it. Once the terminal
/// has answered the first queries, each frame also ends with a query, whose answer confirms that the terminal has
/// processed the frame (`UnansweredFrames`). So frames do not queue up on a slow connection, and the next frame shows
/// the newest values.
///
/// At the end the terminal is restored, whatever ends the program. A frame may be cut inside a sequence, the kernel may
/// have dropped a part of it (Ctrl-C), or the terminal may have stopped reading. So `end` sends the rest of a frame, or
/// drops the unread bytes. Then `end` undoes the modes and the setup of the face, and reads answers that have not
/// arrived yet, which the next program would take for keys. After a crash or SIGKILL, a guard process restores the
/// terminal. The guard reads the missing answers only after a crash: after SIGKILL the next program already reads
/// input.
final class TerminalSession {
    /// The maximum wait at the end for a terminal that does not read, or that has not answered the queries.
    private static let timeout = Interval.milliseconds(500)
    /// The maximum wait at the end for the answers of a terminal that has answered before.
    private static let patience = Interval.seconds(5)

    private static let name = "terminal"

    private let terminal: Descriptor
    private let queries: TerminalQueries
    private let isDumb = TerminalLook().isDumb
    private var raw: RawTerminal?
    private var terminalGuard: TerminalGuard?
    private(set) var size: Terminal.Size
    private(set) var answers = TerminalAnswers()
    /// The deadline for answers to the queries.
    private var answersUntil: Instant?
    /// The setup of the face, and the sequences that undo it.
    private var setup = ""
    private var ending = ""
    /// The bytes to send, and the number of them that the terminal has accepted.
    private var bytes: [UInt8] = []
    private var sentCount = 0
    private var frames = UnansweredFrames()

    /// Ends a control string that was cut off, and the synchronized update.
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
            // A terminal may print a query that it does not know. The printed text is erased again.
            send(queries.text + CellWriter.erase)
        }
    }

    deinit { end() }

    // MARK: The modes.

    private func begin() throws(TerminalProblem) {
        do throws(Errno) {
            // The guard is started first, so that the terminal is restored after a crash or SIGKILL at any moment. If
            // the guard cannot be started, the terminal stays changed after a crash or SIGKILL.
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
            terminal.number, keepsModes: true, modesOf: before, text: isDumb ? "" : textAfterCut,
            answers: !queries.text.isEmpty)
    }

    /// Ends a sequence that was cut off, and undoes the whole setup.
    private var textAfterCut: String { TerminalSession.cut + ending + CellWriter.end }

    private func end() {
        guard raw != nil else { return }
        // The text first ends a sequence that may be open. Even if the whole frame was sent, a sequence may be cut off:
        // at Ctrl-Z and Ctrl-C the kernel drops bytes that the terminal has not read.
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

    /// Drops the bytes that the terminal has not read, since the terminal is too slow for the rest of a frame. Then
    /// there is room for the bytes that restore the terminal.
    private func cutOff() {
        Terminal.dropOutput(of: terminal.number)
        (bytes, sentCount) = (Array(textAfterCut.utf8), 0)
        _ = finishSending()
    }

    private func awaitAnswers() {
        // The answer to DA1 is the last answer to the queries, so only this answer is waited for.
        var missing = queries.text.isEmpty || answers.areComplete ? 0 : 1
        if frames.count > 0 {
            // At Ctrl-Z and Ctrl-C the kernel drops unread input, perhaps also the answer to a frame. The terminal
            // answers the following query, DA1, in any case.
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
        let end = MonotonicClock.now + (answers.areComplete ? TerminalSession.patience : TerminalSession.timeout)
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

    func suspend() { end() }

    func resume() throws(TerminalProblem) {
        frames = UnansweredFrames()
        try begin()
    }

    /// Adds sequences that a face needs besides the usual modes: `setup` is sent now and at each `resume`, and `ending`
    /// undoes it.
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

    /// The earlier of two deadlines: of the answer to the frame (`isBusy`), and of the answers to the queries if
    /// `queries.forced` decides without these answers.
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
            // The answer to DSR confirms that the terminal has processed the frame.
            bytes.append(contentsOf: "\u{1B}[5n".utf8)
            frames.recordFrame(at: MonotonicClock.now)
        }
        try proceed()
    }

    /// Queries whether the terminal is still connected. While the answer to a frame is missing, no query is needed:
    /// that answer will be the proof.
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

    /// Sends a text that is not a frame, after the bytes that are still to be sent.
    func send(_ text: String) {
        bytes.removeFirst(min(sentCount, bytes.count))
        sentCount = 0
        bytes.append(contentsOf: text.utf8)
        // If the terminal has hung up, the next frame throws the error.
        try? proceed()
    }

    /// Sends the remaining bytes, or as many as the terminal accepts within `timeout`. Returns `false` if bytes are
    /// left.
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

    /// Answers to the queries are accepted for a second, and the size of a cell at any time, since it changes with the
    /// font.
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

    /// The face for the terminal. The face consists of characters until all answers have arrived or their time is over.
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

    /// Reads the size of the terminal. Returns whether the size has changed.
    func checkSize() throws(TerminalProblem) -> Bool {
        let now: Terminal.Size
        do throws(Errno) {
            now = try Terminal.size(of: terminal.number)
        } catch {
            throw .failed(SystemError("read the size of", TerminalSession.name, error))
        }
        guard now != size else { return false }
        size = now
        // The font may have changed, and with it the size of a cell.
        if answers.cell != nil { send("\u{1B}[16t") }
        return true
    }
}
