import LinuxSystem
import WheelBridge
import WheelClient
import WheelCore

final class RigListener: EventHandler {
    private let listener: TCPListener
    private let loop: EventLoop
    private var registration: Registration?
    private var wires: [Int: Wire] = [:]
    private var nextNumber = 0
    private var hasVisitors = false
    /// After a failure: the time from which programs are accepted again.
    private(set) var deadline: Instant?
    /// The error of the last program that could not connect. The error is logged when it changes, not after each
    /// attempt.
    private var failure: Errno?
    private var complaints = Complaints()

    private static let most = 16
    /// While at least this number of bytes waits to be sent to a program, nothing is read from it.
    private static let mostWaiting = 16 * 1024
    private static let pause = Interval.seconds(1)

    init(_ settings: RigServerSettings, _ loop: EventLoop) throws(SystemError) {
        self.loop = loop
        guard let address = InternetAddress(numeric: settings.listen.address, port: settings.listen.port) else {
            throw SystemError("listen on", settings.listen.description, .invalidArgument)
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

    /// Accepts new programs, and reads from all programs.
    func receive(_ server: inout RigServer, at now: Instant) {
        if let time = deadline, now >= time { deadline = watch(.readable) ? nil : now + RigListener.pause }
        if hasVisitors { accept(&server, at: now) }
        for (number, wire) in wires where !receive(number, wire, &server) { close(number, &server) }
    }

    /// Sends the server's answers. Returns whether a program that was not read for lack of room can be read again.
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

    /// Whether there is room for more input and output of a program.
    private func isOpen(_ number: Int, _ wire: Wire, _ server: RigServer) -> Bool {
        !server.isFull(number) && wire.waiting < RigListener.mostWaiting
    }

    private func close(_ number: Int, _ server: inout RigServer) {
        wires[number] = nil
        server.close(number)
    }

    /// Watches the listening socket, unless `interest` is empty. Returns whether the loop has accepted the change.
    private func watch(_ interest: Readiness) -> Bool {
        guard let registration else { return true }
        do throws(Errno) {
            try loop.change(registration, to: interest)
            return true
        } catch {
            return false
        }
    }

    private func accept(_ server: inout RigServer, at now: Instant) {
        hasVisitors = false
        do throws(Errno) {
            while let connection = try listener.accept() {
                // A program beyond the limit is disconnected: its connection closes here.
                guard wires.count < RigListener.most else {
                    complaints.add("many", "\(RigListener.most) programs are connected already; another one is refused")
                    continue
                }
                wires[nextNumber] = try Wire(connection, loop, room: 4096)
                server.open(nextNumber)
                nextNumber += 1
            }
            failure = nil
        } catch {
            if error != failure { Log.warning("a program cannot connect: \(error)") }
            failure = error
            // The program still waits in the listening socket. The loop would report it again and again, so the socket
            // is not watched during the pause.
            _ = watch([])
            deadline = now + RigListener.pause
        }
    }

    /// Exchanges bytes with a program. Returns whether the connection stays open.
    private func receive(_ number: Int, _ wire: Wire, _ server: inout RigServer) -> Bool {
        let reads = isOpen(number, wire, server)
        // A program that has disconnected is closed even if its input is not being read. Otherwise the loop would
        // report the program again and again.
        if !reads, wire.isHungUp { return false }
        do throws(Errno) {
            if case .ended = try wire.exchange(reads: reads, { server.receive($0, number) }) { server.endInput(number) }
            return true
        } catch {
            return false
        }
    }

    /// Sends the server's answers to a program. Returns whether the connection stays open.
    private func send(_ number: Int, _ wire: Wire, _ server: inout RigServer) -> Bool {
        if wire.waiting < RigListener.mostWaiting { wire.add(server.consumeOutput(number)) }
        wire.flush()
        return !wire.isBroken && !(server.isEnding(number) && wire.waiting == 0)
    }
}
