import LinuxSystem
import WheelModel
import WheelProtocol

/// One connection: what came in on it and has not been read yet, and what waits to go out.
final class Client {
    let number: Int
    let connection: UnixConnection
    let mayWrite: Bool
    var registration: Registration?
    var interest = Interest()
    var queue = ClientQueue()
    /// The rest of a line of which the kernel took a part.
    private(set) var rest: [UInt8] = []
    /// The kernel's buffer is full: there is no use in trying before it has room.
    private(set) var isBlocked = false
    /// How many events of the bulletin it has been given.
    var read = 0
    /// The other end sends nothing more; it is closed when all has gone out.
    var hasEnded = false
    /// It is closed as soon as what waits has gone out: after an error that ends the connection.
    var isClosing = false
    var inbox = Inbox()
    /// When each control's value last went out, for thinning.
    private var lastSent: [Int: Instant] = [:]

    /// More replies than this wait, and its requests are not read.
    static let mostAnswerBytes = 64 * 1024

    init(number: Int, connection: consuming UnixConnection, mayWrite: Bool) {
        self.number = number
        self.connection = connection
        self.mayWrite = mayWrite
    }

    var isFull: Bool { queue.answerBytes > Client.mostAnswerBytes }
    var hasUnsent: Bool { !rest.isEmpty || !queue.isEmpty }
    /// Whether nothing waits, so that the bulletin can go out as it is.
    var isUpToDate: Bool { rest.isEmpty && queue.isEmpty && interest.isPlain && read == 0 }

    /// When the value of a control may go out next.
    func due(value control: Int) -> Instant {
        guard interest.interval > .zero, let last = lastSent[control] else { return Instant(microseconds: .min) }
        return last + interest.interval
    }

    /// Sends bytes that are lines, from the first to the last; keeps the rest of a line that went in part.
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

    /// Sends the rest of the line that went in part; false when the other end is gone.
    func sendRest() -> Bool {
        guard !rest.isEmpty else { return true }
        do throws(Errno) {
            let sent = try rest.withUnsafeBytesSending { bytes throws(Errno) in try connection.send(bytes) }
            switch sent {
            case .bytes(let count): rest.removeFirst(count)
            case .wouldBlock: break
            }
            return true
        } catch {
            return false
        }
    }

    func noteSent(value control: Int, at time: Instant) {
        if interest.interval > .zero { lastSent[control] = time }
    }
}

extension [UInt8] {
    fileprivate func withUnsafeBytesSending(
        _ body: (UnsafeRawBufferPointer) throws(Errno) -> UnixConnection.Sending
    ) throws(Errno) -> UnixConnection.Sending {
        var outcome: Result<UnixConnection.Sending, Errno> = .success(.wouldBlock)
        withUnsafeBytes { bytes in
            do throws(Errno) { outcome = .success(try body(bytes)) } catch { outcome = .failure(error) }
        }
        return try outcome.get()
    }
}
