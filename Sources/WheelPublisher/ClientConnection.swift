import LinuxSystem
import WheelGeometry
import WheelModel
import WheelProtocol

/// One connection: what came in on it and has not been read yet, and what waits to go out.
final class ClientConnection {
    let number: Int
    let connection: UnixConnection
    /// As the rights were when it came, or at the last reload.
    var mayWrite: Bool
    var registration: Registration?
    var interest = Interest()
    var queue = ClientQueue()
    /// The rest of a line of which the kernel took a part.
    private(set) var rest: [UInt8] = []
    /// The kernel's buffer is full: there is no use in trying before it says that it has room.
    private(set) var isBlocked = false
    /// From then on until all has gone out: values for it are merged meanwhile.
    private(set) var isBehind = false
    /// How many events of the bulletin it has been given.
    var read = 0
    /// The other end sends nothing more; it is closed when all has gone out.
    var hasEnded = false
    /// It is closed as soon as what waits has gone out: after an error that ends the connection.
    var isClosing = false
    /// The other end has closed both ways, and nobody reads what is sent. Requests that it sent before are still done.
    private(set) var isGone = false
    /// What its registration watches for.
    var watched: Readiness = .readable
    var inbox = Inbox()
    /// The request whose answer is on its way: those behind it are not read, so that answers come in order.
    var awaited: AwaitedAnswer?

    struct AwaitedAnswer {
        let id: RequestID?
        let ignored: [String]
    }
    /// When each control's value last went out, for thinning.
    private var lastSent: [Int: Instant] = [:]

    /// More replies than this wait, and its requests are not read.
    static let mostAnswerBytes = 64 * 1024

    init(number: Int, connection: consuming UnixConnection, mayWrite: Bool) {
        self.number = number
        self.connection = connection
        self.mayWrite = mayWrite
    }

    /// Drops what waits for it, since nobody will read that.
    func lose() {
        isGone = true
        isBlocked = false
        awaited = nil
        rest = []
        queue = ClientQueue()
    }

    var isFull: Bool { awaited != nil || queue.answerBytes > ClientConnection.mostAnswerBytes }
    /// It asks for nothing more, and waits for nothing but what is unsent.
    var isThrough: Bool { hasEnded && !inbox.hasLine && awaited == nil }
    var hasUnsent: Bool { !rest.isEmpty || !queue.isEmpty }
    /// Whether nothing waits, so that the bulletin can go out as it is.
    var isUpToDate: Bool { rest.isEmpty && queue.isEmpty && interest.isPlain && read == 0 }

    /// When the value of a control may go out next.
    func due(value control: Int) -> Instant {
        guard interest.interval > .zero, let last = lastSent[control] else { return Instant(microseconds: .min) }
        return last + interest.interval
    }

    /// Sends bytes that are lines, the rest of an earlier one before them all if there is one; keeps the rest of a line
    /// that went in part.
    ///
    /// Returns how many of the lines, which end where `ends` says, have gone (or have begun to), `nil` when the other
    /// end is gone.
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

    /// There is room again, or the other end is gone, which the next send tells.
    func unblock() { isBlocked = false }

    /// Sends nothing more until the kernel says that there is room: as long as what has been sent is not read.
    func waitForRoom() { isBlocked = true }

    /// All has gone out.
    func catchUp() { isBehind = false }

    func noteSent(value control: Int, at time: Instant) {
        if interest.interval > .zero { lastSent[control] = time }
    }

    /// Controls have other numbers: `place` says which, nil where one has gone.
    func renumber(_ place: (Int) -> Int?, line: (PendingValue) -> [UInt8]) {
        queue.renumber(place, line: line)
        var renumbered: [Int: Instant] = [:]
        for (control, time) in lastSent { if let place = place(control) { renumbered[place] = time } }
        lastSent = renumbered
    }
}
