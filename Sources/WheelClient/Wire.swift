import LinuxSystem
import WheelProtocol
import WheelSettings

/// The socket of a connection, with the bytes that wait to be sent and to be read. No call blocks.
final class Wire {
    let connection: UnixConnection
    let path: String
    private var incoming = LineAssembler()
    private var outgoing: [UInt8] = []
    private let buffer: UnsafeMutableRawBufferPointer

    init(path: String) throws(ClientError) {
        self.path = path
        do throws(SystemError) {
            connection = try UnixConnection.connect(to: path)
        } catch {
            throw .noDaemon(socket: path, error)
        }
        // Allocated last: `deinit` does not run if `connect` throws.
        buffer = .allocate(byteCount: 16 * 1024, alignment: 16)
    }

    deinit {
        buffer.deallocate()
    }

    var hasUnsent: Bool { !outgoing.isEmpty }

    func add(_ request: Request, id: RequestID?) {
        var line = LineBuffer(capacity: 256)
        request.write(id: id, to: &line)
        line.withUnsafeBytes { outgoing.append(contentsOf: $0) }
    }

    /// Sends as much as the kernel accepts now. An error is ignored: `receive` reports that the daemon has gone, after its
    /// last lines have been read.
    func send() {
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
    func receive() throws(ClientError) -> Bool {
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
            return true
        }
    }

    /// The next complete line; `nil` if there is none yet.
    func next() throws(ClientError) -> Received? {
        guard let line = incoming.next() else { return nil }
        return try Received(line)
    }
}
