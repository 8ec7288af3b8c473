import LinuxSystem
import WheelCore
import WheelModel
import WheelWire

/// The connection of one client, with the received bytes that are not yet read as requests and the lines that wait to
/// be sent.
///
/// A connection ends in steps. A client that has closed its writing side (`hasEnded`) still gets the answers to all
/// requests that it has sent. A client that has violated the protocol (`isClosing`) still gets the error. A client that
/// has closed both sides (`isGone`) gets no more lines, but its requests that change something are still performed.
/// Afterwards the server closes the connection.
final class ClientConnection {
    let number: Int
    let connection: UnixConnection
    /// The ID of the client's user; `nil` if the kernel does not report it.
    var user: UInt32?
    /// Whether the client may change values. Set when the client connects, and at each reload.
    var mayWrite = false
    /// Whether the client may define controls. If so, it may send longer lines.
    var mayDefine = false {
        didSet { inbox.longestLine = mayDefine ? WireProtocol.longestDefinition : WireProtocol.longestRequest }
    }
    /// The rights that the client has not given up by the operation `limit`.
    var kept = (write: true, define: true) {
        didSet {
            mayWrite = mayWrite && kept.write
            mayDefine = mayDefine && kept.define
        }
    }
    /// When the last bytes from the client arrived.
    var heardAt = Instant.distantPast
    var isReader: Bool { !mayWrite && !mayDefine }
    var registration: Registration?
    var interest = Interest()
    var queue = ClientQueue()
    /// The unsent rest of a line, if the kernel has accepted only a part of the line.
    private(set) var rest: [UInt8] = []
    /// The long line that is being sent. All other lines wait until the long line is sent.
    private(set) var long: LongLine?
    /// Whether the kernel's buffer is full. Nothing is sent until the kernel reports room.
    private(set) var isBlocked = false
    /// Whether values for the client are merged. This begins when too many items wait behind a long line, or when the
    /// kernel's buffer is full, unless a frame has filled it. It ends when everything has been sent.
    private(set) var isBehind = false
    /// How many of the batch's events have been sent to the client or queued for it.
    var read = 0
    var hasEnded = false
    var isClosing = false
    private(set) var isGone = false
    /// The conditions that the registration watches for.
    var watched: Readiness = .readable
    var inbox = Inbox()
    /// The request whose answer is given later. The client's next requests wait, so that the answers are in the order
    /// of the requests.
    var awaited: Awaited?
    /// When a value or pending value of each control was last sent, for `interval_ms`.
    private var lastSent: [WaitingValue.Subject: Instant] = [:]

    /// While more bytes of replies than this wait, the client's requests are not read.
    static let mostAnswerBytes = 64 * 1024

    init(number: Int, connection: consuming UnixConnection) {
        self.number = number
        self.connection = connection
    }

    /// Discards everything that is unsent, because the client has closed both sides.
    func dropUnsent() {
        isGone = true
        isBlocked = false
        // A request with `keepsPlace`, such as `define`, is still performed, and the client counts as connected until
        // then. So clients that connect, define and disconnect cannot leave behind more such requests than the maximum
        // number of clients.
        if awaited?.keepsPlace != true { awaited = nil }
        rest = []
        long = nil
        queue = ClientQueue()
    }

    var isFull: Bool { awaited != nil || queue.answerBytes > ClientConnection.mostAnswerBytes }
    var canBeServed: Bool { inbox.hasLine && !isFull && !isClosing }
    /// Whether the client has closed its writing side and all its requests are answered.
    var isThrough: Bool { hasEnded && !inbox.hasLine && awaited == nil }
    var hasBegunLine: Bool { !rest.isEmpty || long != nil }
    var hasUnsent: Bool { hasBegunLine || !queue.isEmpty }
    /// Whether the batch can be sent unchanged: no line waits, and the client gets all events.
    var isUpToDate: Bool { interest.isPlain && read == 0 && !hasBegunLine && queue.isEmpty && !isGone }

    func wantedReadiness(at time: Instant) -> Readiness {
        var readiness: Readiness = []
        if !isGone, !hasEnded, !isFull, !isClosing { readiness.insert(.readable) }
        if isBlocked || hasBegunLine || queue.hasDue(at: time) { readiness.insert(.writable) }
        return readiness
    }

    /// The earliest time at which `interval_ms` lets the next value of `subject` be sent.
    func due(_ subject: WaitingValue.Subject) -> Instant {
        guard interest.interval > .zero, let last = lastSent[subject] else { return .distantPast }
        return last + interest.interval
    }

    /// Sends lines. If there is a `rest`, the bytes must begin with it. If the last line is sent only in part, its rest
    /// is kept.
    ///
    /// `ends`: the end of each line in the bytes. Returns how many lines were sent, including a line that was sent in
    /// part; `nil` if the client has disconnected.
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
                    rest = Array(bytes[sent..<end])
                    begun += 1
                }
                break
            }
            begun += 1
            start = end
        }
        return begun
    }

    /// Moves a long line out of the queue. The long line is sent next.
    func begin(_ line: LongLine, at index: Int) {
        queue.remove([index], toldMissed: false)
        long = line
    }

    func sendLongLine() -> LongLine.Progress {
        guard var begun = long else { return .begun }
        do throws(Errno) {
            while true {
                let part = begun.next
                let sent = part.withUnsafeBytes { bytes in
                    Result { () throws(Errno) in try connection.send(bytes) }
                }
                switch try sent.get() {
                case .bytes(let count):
                    begun.sent += count
                    isBlocked = count < part.count
                case .wouldBlock: isBlocked = true
                }
                if isBlocked {
                    long = begun
                    return .begun
                }
                if begun.isSent {
                    long = nil
                    return .sent(watch: begun.watch)
                }
            }
        } catch {
            return .gone
        }
    }

    /// Allows sending again. Call this when the kernel reports room or an error. After an error the next `send` fails.
    func unblock() { isBlocked = false }

    /// Stops sending until the kernel reports room, which it does when the client has read.
    func waitForRoom() { isBlocked = true }

    /// Merges values from now on, because the client does not keep up with the events that wait behind a long line.
    func fallBehind() {
        isBehind = true
        queue.mergeValues()
    }

    func catchUp() { isBehind = false }

    func recordSent(_ subject: WaitingValue.Subject, at time: Instant) {
        if interest.interval > .zero { lastSent[subject] = time }
    }

    func renumber(_ place: (Int) -> Int?, line: (WaitingValue) -> [UInt8]) {
        queue.renumber(place, line: line)
        lastSent = lastSent.renumbered(place)
    }
}

struct Awaited {
    let id: RequestID?
    let ignored: [String]
    /// Whether the client counts as connected until the answer, even if it disconnects.
    let keepsPlace: Bool
}
