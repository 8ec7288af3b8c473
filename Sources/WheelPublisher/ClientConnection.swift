import LinuxSystem
import WheelGeometry
import WheelModel
import WheelProtocol

/// The connection of one client, with the bytes that it has sent and the lines that wait for it.
final class ClientConnection {
    let number: Int
    let connection: UnixConnection
    /// Set when the client connects, and at each reload.
    var mayWrite = false
    /// A client that may define controls may send longer lines.
    var mayDefine = false {
        didSet { inbox.longestLine = mayDefine ? WireProtocol.longestDefinition : WireProtocol.longestRequest }
    }
    var registration: Registration?
    var interest = Interest()
    var queue = ClientQueue()
    /// The rest of a line of which the kernel has accepted a part. A slice, since the line may have a megabyte, of which
    /// each call sends a few thousand bytes.
    private(set) var rest: ArraySlice<UInt8> = []
    /// The frame of which the kernel has accepted a part. Everything else waits for its end.
    private(set) var frame: BegunFrame?
    /// The kernel's buffer is full: nothing is sent until the kernel reports room.
    private(set) var isBlocked = false
    /// Set with `isBlocked`, and cleared when everything has been sent. Until then values for the client are merged.
    private(set) var isBehind = false
    /// How many of the bulletin's events it has been given.
    var read = 0
    /// The client sends nothing more. The connection is closed when everything has been sent.
    var hasEnded = false
    /// An error ends the connection. It is closed when everything has been sent.
    var isClosing = false
    /// The client has closed both directions and reads nothing more. Requests that it sent before are still done.
    private(set) var isGone = false
    /// The readiness that its registration watches for.
    var watched: Readiness = .readable
    var inbox = Inbox()
    /// The request whose answer comes later. Requests after it wait, so that answers come in order.
    var awaited: (id: RequestID?, ignored: [String])?
    /// When each control's value and pending value were last sent, for `interval_ms`.
    private var lastSent: [WaitingValue.Subject: Instant] = [:]

    /// While more bytes of replies wait than this, the client's requests are not read.
    static let mostAnswerBytes = 64 * 1024

    init(number: Int, connection: consuming UnixConnection) {
        self.number = number
        self.connection = connection
    }

    /// Drops everything that waits for the client, which reads nothing more.
    func dropUnsent() {
        isGone = true
        isBlocked = false
        awaited = nil
        rest = []
        frame = nil
        queue = ClientQueue()
    }

    var isFull: Bool { awaited != nil || queue.answerBytes > ClientConnection.mostAnswerBytes }
    /// The client sends no more requests, and every request has its reply.
    var isThrough: Bool { hasEnded && !inbox.hasLine && awaited == nil }
    /// A line has been sent in part.
    var hasBegunLine: Bool { !rest.isEmpty || frame != nil }
    var hasUnsent: Bool { hasBegunLine || !queue.isEmpty }
    /// Nothing waits and nothing is filtered, so that the bulletin can be sent as it is.
    var isUpToDate: Bool { !hasBegunLine && queue.isEmpty && interest.isPlain && read == 0 }

    /// Room if something is unsent, and requests if there is room for answers.
    func wantedReadiness(at time: Instant) -> Readiness {
        var readiness: Readiness = []
        if !isGone, !hasEnded, !isFull, !isClosing { readiness.insert(.readable) }
        if isBlocked || hasBegunLine || queue.hasDue(at: time) { readiness.insert(.writable) }
        return readiness
    }

    /// The earliest time to send the next value of a subject.
    func due(_ subject: WaitingValue.Subject) -> Instant {
        guard interest.interval > .zero, let last = lastSent[subject] else { return Instant(microseconds: .min) }
        return last + interest.interval
    }

    /// Sends lines. If there is a `rest`, the bytes begin with it. Keeps the rest of a line that is sent in part.
    ///
    /// `ends`: the end of each line in the bytes. Returns how many lines were sent, the one that was sent in part included;
    /// `nil` if the client has gone.
    func send(_ bytes: UnsafeRawBufferPointer, ends: some RandomAccessCollection<Int>) -> Int? {
        let sent: Int
        do throws(Errno) {
            switch try connection.send(bytes) {
            case .bytes(let count): sent = count
            case .wouldBlock: sent = 0
            }
        } catch {
            return nil
        }
        isBlocked = sent < bytes.count
        isBehind = isBehind || isBlocked
        if sent > 0, !rest.isEmpty { rest = [] }
        var begun = 0
        var start = 0
        for end in ends {
            if end > sent {
                if sent > start {
                    rest = Array(bytes[sent..<end])[...]
                    begun += 1
                }
                break
            }
            begun += 1
            start = end
        }
        return begun
    }

    /// Takes a frame out of the queue. It is sent next.
    func beginFrame(_ line: [UInt8], watch: Int, at index: Int) {
        queue.remove([index], toldMissed: false)
        frame = BegunFrame(line: line, watch: watch)
    }

    /// Sends the next part of the frame. A client that keeps up with events is not behind because a frame is larger than
    /// the kernel's buffer, so its values are not merged meanwhile.
    func sendFrame() -> BegunFrame.Progress {
        guard let begun = frame else { return .begun }
        let sent = begun.line.withUnsafeBytes { bytes -> Int? in
            do throws(Errno) {
                switch try connection.send(UnsafeRawBufferPointer(rebasing: bytes[begun.sent...])) {
                case .bytes(let count): return count
                case .wouldBlock: return 0
                }
            } catch {
                return nil
            }
        }
        guard let sent else { return .gone }
        frame?.sent += sent
        isBlocked = begun.sent + sent < begun.line.count
        guard !isBlocked else { return .begun }
        frame = nil
        return .sent(watch: begun.watch)
    }

    /// A rest that is longer than this is sent alone, without a copy.
    static let longRest = 64 * 1024

    /// Sends more of a long rest. Returns false if the client has gone.
    func sendLongRest() -> Bool {
        do throws(Errno) {
            let sent = rest.withUnsafeBytes { bytes in
                Result { () throws(Errno) in try connection.send(bytes) }
            }
            switch try sent.get() {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .wouldBlock: break
            }
        } catch {
            return false
        }
        isBlocked = !rest.isEmpty
        isBehind = isBehind || isBlocked
        return true
    }

    /// The kernel reports room, or an error, which the next `send` returns.
    func unblock() { isBlocked = false }

    /// Sends nothing more until the kernel reports room, that is, until the client has read.
    func waitForRoom() { isBlocked = true }

    /// The client does not keep up with the events that wait behind a frame.
    func fallBehind() {
        isBehind = true
        queue.mergeValues()
    }

    /// Everything has been sent.
    func catchUp() { isBehind = false }

    func noteSent(_ subject: WaitingValue.Subject, at time: Instant) {
        if interest.interval > .zero { lastSent[subject] = time }
    }

    /// Controls have new indices: `place` returns them, and `nil` for a control that was removed.
    func renumber(_ place: (Int) -> Int?, line: (WaitingValue) -> [UInt8]) {
        queue.renumber(place, line: line)
        var renumbered: [WaitingValue.Subject: Instant] = [:]
        for (subject, time) in lastSent {
            if let subject = subject.renumbered(place) { renumbered[subject] = time }
        }
        lastSent = renumbered
    }
}
