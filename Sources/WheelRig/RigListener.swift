import LinuxSystem
import WheelBridge
import WheelGeometry

/// The sockets of the server.
final class RigListener: EventHandler {
    private let listener: TCPListener
    private let loop: EventLoop
    private var registration: Registration?
    private var wires: [Int: TCPWire] = [:]
    private var nextNumber = 0
    private var hasVisitors = false
    private var complaints = Complaints<String>()

    /// So many programs at most are connected.
    private static let most = 16
    /// So many bytes at most wait in a socket for a program that does not read.
    private static let mostWaiting = 16 * 1024

    init(_ settings: RigServerSettings, _ loop: EventLoop) throws(SystemError) {
        self.loop = loop
        guard let address = InternetAddress(numeric: settings.address, port: settings.port) else {
            throw SystemError("listen on", settings.address, .invalidArgument)
        }
        listener = try TCPListener.bind(address)
        do throws(Errno) {
            registration = try loop.register(listener.descriptor, for: .readable, self)
        } catch {
            throw SystemError("listen on", address.description, error)
        }
        Log.info("programs can connect with \(address)")
    }

    func handle(_ readiness: Readiness, of registration: Registration) { hasVisitors = true }

    /// Takes new programs, and reads what all of them send.
    func receive(_ server: inout RigServer) {
        if hasVisitors { accept(&server) }
        for (number, wire) in wires where !receive(number, wire, &server) { close(number, &server) }
    }

    /// Sends what the server answers. Returns whether there is room again for bytes that were left in a socket.
    func send(_ server: inout RigServer) -> Bool {
        var hasRoom = false
        for (number, wire) in wires {
            if !send(number, wire, &server) {
                close(number, &server)
            } else if !wire.isReading, isOpen(number, wire, server) {
                hasRoom = true
            }
        }
        return hasRoom
    }

    /// Whether more can be read.
    private func isOpen(_ number: Int, _ wire: TCPWire, _ server: RigServer) -> Bool {
        !server.isFull(number) && wire.waiting < RigListener.mostWaiting
    }

    private func close(_ number: Int, _ server: inout RigServer) {
        wires[number] = nil
        server.close(number)
    }

    private func accept(_ server: inout RigServer) {
        hasVisitors = false
        do throws(Errno) {
            while let connection = try listener.accept() {
                // One too many is closed at once.
                guard wires.count < RigListener.most else {
                    complaints.add("many", "\(RigListener.most) programs are connected already; another one is refused")
                    continue
                }
                wires[nextNumber] = try TCPWire(connection, loop)
                server.open(nextNumber)
                nextNumber += 1
            }
        } catch {
            complaints.add("accept", "a program cannot connect: \(error)")
        }
    }

    /// Returns whether the connection goes on.
    private func receive(_ number: Int, _ wire: TCPWire, _ server: inout RigServer) -> Bool {
        let reads = isOpen(number, wire, server)
        // A program that has gone is not waited for. The loop would report it again and again.
        if !reads, wire.isHungUp { return false }
        do throws(Errno) {
            if case .ended = try wire.exchange(reads: reads, { server.receive($0, number) }) { return false }
            return true
        } catch {
            return false
        }
    }

    /// Returns whether the connection goes on.
    private func send(_ number: Int, _ wire: TCPWire, _ server: inout RigServer) -> Bool {
        if wire.waiting < RigListener.mostWaiting { wire.add(server.takeOutput(number)) }
        do throws(Errno) {
            try wire.flush()
            return !(server.isEnding(number) && wire.waiting == 0)
        } catch {
            return false
        }
    }
}
