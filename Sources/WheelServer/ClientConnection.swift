import LinuxSystem
import WheelCore
import WheelModel
import WheelWire

/// The connection of one client, with the bytes that it has sent and the lines that wait for it.
///
/// It ends in steps. A client that closes its writing side (`hasEnded`) still gets the answers to all that it has sent. One
/// that has broken the rules (`isClosing`) still gets the reason. One that has closed both sides (`isGone`) reads nothing, but
/// its requests are still performed. The server closes the connection when nothing of this is left.
final class ClientConnection {
    let number: Int
    let connection: UnixConnection
    /// Its user's number; `nil` if the kernel does not report it.
    var user: UInt32?
    /// Set when the client connects, and at each reload.
    var mayWrite = false
    /// A client that may define controls may send longer lines.
    var mayDefine = false {
        didSet { inbox.longestLine = mayDefine ? WireProtocol.longestDefinition : WireProtocol.longestRequest }
    }
    /// What the operation `limit` has left of its rights.
    var kept = (write: true, define: true) {
        didSet {
            mayWrite = mayWrite && kept.write
            mayDefine = mayDefine && kept.define
        }
    }
    /// When it has last sent something.
    var heardAt = Instant.distantPast
    var isReader: Bool { !mayWrite && !mayDefine }
    var registration: Registration?
    var interest = Interest()
    var queue = ClientQueue()
    /// The rest of a line of which the kernel has accepted a part.
    private(set) var rest: [UInt8] = []
    /// The long line that is being sent. Everything else waits for its end.
    private(set) var long: LongLine?
    /// The kernel's buffer is full: nothing is sent until the kernel reports room.
    private(set) var isBlocked = false
    /// Set with `isBlocked`, and cleared when everything has been sent. Until then values for the client are merged.
    private(set) var isBehind = false
    /// How many of the batch's events it has been given.
    var read = 0
    var hasEnded = false
    var isClosing = false
    private(set) var isGone = false
    /// What its registration watches for.
    var watched: Readiness = .readable
    var inbox = Inbox()
    /// The request whose answer is given later. Requests after it wait, so that answers are in order.
    var awaited: Awaited?
    /// For `interval_ms`.
    private var lastSent: [WaitingValue.Subject: Instant] = [:]

    /// While more bytes of replies wait than this, the client's requests are not read.
    static let mostAnswerBytes = 64 * 1024

    init(number: Int, connection: consuming UnixConnection) {
        self.number = number
        self.connection = connection
    }

    /// The client reads nothing more.
    func dropUnsent() {
        isGone = true
        isBlocked = false
        // A request that changes definitions waits for its turn. Its client keeps its place until then, so that clients that
        // connect, define and disconnect cannot leave more such requests than there are places.
        if awaited?.keepsPlace != true { awaited = nil }
        rest = []
        long = nil
        queue = ClientQueue()
    }

    var isFull: Bool { awaited != nil || queue.answerBytes > ClientConnection.mostAnswerBytes }
    var canBeServed: Bool { inbox.hasLine && !isFull && !isClosing }
    /// The client sends no more requests, and every request has its reply.
    var isThrough: Bool { hasEnded && !inbox.hasLine && awaited == nil }
    var hasBegunLine: Bool { !rest.isEmpty || long != nil }
    var hasUnsent: Bool { hasBegunLine || !queue.isEmpty }
    /// The batch can be sent as it is: nothing waits and nothing is filtered.
    var isUpToDate: Bool { !hasBegunLine && queue.isEmpty && interest.isPlain && read == 0 }

    func wantedReadiness(at time: Instant) -> Readiness {
        var readiness: Readiness = []
        if !isGone, !hasEnded, !isFull, !isClosing { readiness.insert(.readable) }
        if isBlocked || hasBegunLine || queue.hasDue(at: time) { readiness.insert(.writable) }
        return readiness
    }

    /// The earliest time to send the next value of a subject.
    func due(_ subject: WaitingValue.Subject) -> Instant {
        guard interest.interval > .zero, let last = lastSent[subject] else { return .distantPast }
        return last + interest.interval
    }

    /// Sends lines. If there is a `rest`, the bytes begin with it. Keeps the rest of a line that is sent in part.
    ///
    /// `ends`: the end of each line in the bytes. Returns how many lines were sent, including the one that was sent in part;
    /// `nil` if the client has disconnected.
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

    /// Removes a long line from the queue. It is sent next.
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

    /// The kernel reports room, or an error, which the next `send` returns.
    func unblock() { isBlocked = false }

    /// Sends nothing more until the kernel reports room, that is, until the client has read.
    func waitForRoom() { isBlocked = true }

    /// The client does not keep up with the events that wait behind a frame.
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

/// A request whose answer is given later.
struct Awaited {
    let id: RequestID?
    let ignored: [String]
    /// Whether its client keeps its place until the answer, even if it disconnects.
    let keepsPlace: Bool
}
