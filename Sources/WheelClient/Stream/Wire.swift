import LinuxSystem

/// A stream socket, Unix or TCP, with a queue of bytes to send. No call blocks: the loop wakes when a call can
/// continue.
package final class Wire {
    private let connection: UnixConnection
    private let loop: EventLoop
    private let registration: Registration
    private let waker: Waker
    private var outgoing: [UInt8] = []
    /// Whether the loop waits for bytes from the peer.
    package private(set) var isReading = true
    /// Whether another read may find bytes. A read that leaves room in the buffer has emptied the socket; what arrives
    /// afterwards is reported by the loop.
    private var mayHaveBytes = true
    private let buffer: UnsafeMutableRawBufferPointer
    /// The error of a send that ended the connection. The error is stored, since the kernel reports it only once, and
    /// earlier bytes from the peer must be read before it is thrown.
    private var failure: Errno?

    private final class Waker: EventHandler {
        var readiness: Readiness = []
        var hasNews = false

        func handle(_ readiness: Readiness, of registration: Registration) {
            self.readiness.formUnion(readiness)
            hasNews = true
        }
    }

    /// `room` is the maximum number of bytes to read at once.
    package init(_ connection: consuming UnixConnection, _ loop: EventLoop, room: Int = 16 * 1024) throws(Errno) {
        self.connection = connection
        self.loop = loop
        waker = Waker()
        registration = try loop.register(self.connection.descriptor, for: [.readable, .writable], waker)
        // The buffer is allocated last: `deinit` does not run if a call above throws.
        buffer = .allocate(byteCount: room, alignment: 16)
    }

    deinit {
        // The descriptor is closed only after this function, so it can still be deregistered.
        loop.deregister(registration)
        buffer.deallocate()
    }

    package var waiting: Int { outgoing.count }

    /// Whether the peer has closed the connection, or the connection is broken. Earlier bytes may still be unread.
    package var isHungUp: Bool { !waker.readiness.isDisjoint(with: [.hangup, .error]) }

    /// Whether the loop has reported the socket since the last `exchange`. A program with many connections serves only
    /// the reported ones.
    package var isReported: Bool { waker.hasNews }

    /// Whether a send has failed because the connection ended.
    package var isBroken: Bool { failure != nil }

    package func add(_ bytes: some Sequence<UInt8>) { outgoing.append(contentsOf: bytes) }

    /// Whether a connection that was started is established. Throws the reason if the connection failed.
    func isConnected() throws(Errno) -> Bool {
        guard !waker.readiness.isDisjoint(with: [.writable, .hangup, .error]) else { return false }
        try connection.finish()
        return true
    }

    /// Sends as many bytes as possible. With `reads` this function also reads. Without `reads` the loop does not wait
    /// for bytes from the peer.
    package func exchange(
        reads: Bool = true, _ consume: (UnsafeRawBufferPointer) -> Void
    ) throws(Errno) -> UnixConnection.Reception {
        isReading = reads
        if waker.hasNews { mayHaveBytes = true }
        waker.hasNews = false
        flush()
        if reads && (mayHaveBytes || failure != nil) {
            let reception: UnixConnection.Reception
            do throws(Errno) {
                reception = try connection.receive(into: buffer)
            } catch {
                throw failure ?? error
            }
            switch reception {
            case .bytes(let count):
                mayHaveBytes = count == buffer.count
                consume(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return reception
            case .ended: if failure == nil { return reception }
            case .wouldBlock: mayHaveBytes = false
            }
        }
        if let failure { throw failure }
        try watch()
        return .wouldBlock
    }

    /// Sends as many bytes as possible. If the connection has ended, `exchange` reports it.
    package func flush() {
        guard !outgoing.isEmpty && failure == nil else { return }
        do throws(Errno) {
            try send()
            try watch()
        } catch {
            failure = error
        }
    }

    private func watch() throws(Errno) {
        var interest: Readiness = isReading ? .readable : []
        if !outgoing.isEmpty { interest.formUnion(.writable) }
        try loop.change(registration, to: interest)
    }

    private func send() throws(Errno) {
        let result: Result<UnixConnection.Sending, Errno> = outgoing.withUnsafeBytes { bytes in
            do throws(Errno) {
                return .success(try connection.send(bytes))
            } catch {
                return .failure(error)
            }
        }
        guard case .bytes(let sent) = try result.get() else { return }
        outgoing.removeFirst(sent)
    }
}
