import LinuxSystem
import WheelCore
import WheelWire

/// The socket of a connection, with the bytes that wait to be sent and to be read. No call blocks: the loop ends its wait
/// when a call can do more.
final class Wire {
    private let connection: UnixConnection
    private let loop: EventLoop
    private let registration: Registration
    private let path: String
    var incoming = LineAssembler()
    private var outgoing: [UInt8] = []
    private let buffer: UnsafeMutableRawBufferPointer

    init(path: String, loop: EventLoop) throws(ClientError) {
        self.path = path
        self.loop = loop
        do throws(SystemError) {
            connection = try UnixConnection.connect(to: path)
        } catch {
            throw .noDaemon(socket: path, error)
        }
        do throws(Errno) {
            registration = try loop.register(connection.descriptor, for: .readable, NoOpHandler())
        } catch {
            throw .noDaemon(socket: path, SystemError("watch", path, error))
        }
        // Allocated last: `deinit` does not run if a call above throws.
        buffer = .allocate(byteCount: 16 * 1024, alignment: 16)
    }

    deinit {
        // The descriptor closes after this function.
        loop.deregister(registration)
        buffer.deallocate()
    }

    func add(_ request: Request, id: RequestID?) {
        var line = LineBuffer(capacity: 256)
        request.write(id: id, to: &line)
        line.withUnsafeBytes { outgoing.append(contentsOf: $0) }
    }

    /// Sends what can be sent, and returns the next line; `nil` if there is none yet.
    func next() throws(ClientError) -> Received? {
        if !outgoing.isEmpty { send() }
        repeat {
            if let line = incoming.next() { return try Received(line) }
        } while try receive()
        do throws(Errno) {
            try loop.change(registration, to: outgoing.isEmpty ? .readable : [.readable, .writable])
        } catch {
            throw .ended(socket: path)
        }
        return nil
    }

    /// Sends as much as the kernel accepts now. An error is ignored: `receive` reports that the daemon has gone, after its
    /// last lines have been read.
    private func send() {
        let sent: Int = outgoing.withUnsafeBytes { bytes in
            do throws(Errno) {
                switch try connection.send(bytes) {
                case .bytes(let count): return count
                case .wouldBlock: return 0
                }
            } catch {
                return bytes.count
            }
        }
        outgoing.removeFirst(sent)
    }

    /// Reads what has come; false if there was nothing.
    private func receive() throws(ClientError) -> Bool {
        let reception: UnixConnection.Reception
        do throws(Errno) {
            reception = try connection.receive(into: buffer)
        } catch {
            throw .ended(socket: path)
        }
        switch reception {
        case .wouldBlock: return false
        case .ended: throw .ended(socket: path)
        case .bytes(let count):
            incoming.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            // A program that sends no end of a line would fill the memory until the time limit of a request.
            guard !incoming.isTooLong else { throw .malformed("a line is longer than \(incoming.most) bytes") }
            return true
        }
    }
}

/// For descriptors whose readiness only has to end the wait: the code that waited reads them.
final class NoOpHandler: EventHandler {
    func handle(_ readiness: Readiness, of registration: Registration) {}
}
