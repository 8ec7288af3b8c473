import LinuxSystem

/// A stream socket, of Unix or of TCP, with the bytes that wait to be sent. No call blocks: the loop ends its wait when a call can
/// do more.
package final class Wire {
    private let connection: UnixConnection
    private let loop: EventLoop
    private let registration: Registration
    private let waker: Waker
    private var outgoing: [UInt8] = []
    /// Whether the loop waits for bytes of the peer.
    package private(set) var isReading = true
    private let buffer: UnsafeMutableRawBufferPointer
    /// The error of a send that ended the connection. The kernel reports it only once, and what the peer has sent before is
    /// still to be read.
    private var failure: Errno?

    private final class Waker: EventHandler {
        var readiness: Readiness = []
        var hasNews = false

        func handle(_ readiness: Readiness, of registration: Registration) {
            self.readiness.formUnion(readiness)
            hasNews = true
        }
    }

    /// `room`: how many bytes are read at once.
    package init(_ connection: consuming UnixConnection, _ loop: EventLoop, room: Int = 16 * 1024) throws(Errno) {
        self.connection = connection
        self.loop = loop
        waker = Waker()
        registration = try loop.register(self.connection.descriptor, for: [.readable, .writable], waker)
        // Allocated last: `deinit` does not run if a call above throws.
        buffer = .allocate(byteCount: room, alignment: 16)
    }

    deinit {
        // The descriptor closes after this function.
        loop.deregister(registration)
        buffer.deallocate()
    }

    package var waiting: Int { outgoing.count }

    /// The peer has closed the connection, or it is broken. Earlier bytes may wait to be read.
    package var isHungUp: Bool { !waker.readiness.isDisjoint(with: [.hangup, .error]) }

    /// Whether the loop has reported the socket since the last `exchange`: a program with many connections serves only these.
    package var isReported: Bool { waker.hasNews }

    /// Whether sending has found that the connection has ended.
    package var isBroken: Bool { failure != nil }

    package func add(_ bytes: some Sequence<UInt8>) { outgoing.append(contentsOf: bytes) }

    /// Whether a connection that was started is established. Throws why it cannot be.
    func isConnected() throws(Errno) -> Bool {
        guard !waker.readiness.isDisjoint(with: [.writable, .hangup, .error]) else { return false }
        try connection.finish()
        return true
    }

    /// Sends what can be sent, and, if `reads`, reads. Otherwise the loop does not wait for bytes of the peer.
    package func exchange(
        reads: Bool = true, _ consume: (UnsafeRawBufferPointer) -> Void
    ) throws(Errno) -> UnixConnection.Reception {
        isReading = reads
        waker.hasNews = false
        flush()
        if reads {
            let reception: UnixConnection.Reception
            do throws(Errno) {
                reception = try connection.receive(into: buffer)
            } catch {
                throw failure ?? error
            }
            switch reception {
            case .bytes(let count):
                consume(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return reception
            case .ended: if failure == nil { return reception }
            case .wouldBlock: break
            }
        }
        if let failure { throw failure }
        try watch()
        return .wouldBlock
    }

    /// Sends what can be sent. If the connection has ended, `exchange` says so.
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
