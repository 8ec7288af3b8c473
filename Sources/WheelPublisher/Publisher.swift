import LinuxSystem
import WheelGeometry
import WheelModel
import WheelProtocol
import WheelSettings

/// The server: tells every client what happens, and passes on what clients ask for. Belongs to the loop's thread.
///
/// What is published in an iteration of the loop is written once into a bulletin; `flush` then sends it with one system
/// call per client. Who does not read gets merged values later (`ClientQueue`), and costs nobody else anything.
public final class Publisher {
    unowned let loop: EventLoop
    weak var delegate: (any PublisherDelegate)?
    private let listener: UnixListener
    private let listening: Registration?
    private let acceptor: Acceptor
    private var rights: WriteRights
    private var maxClients: Int
    var clients: [ClientConnection] = []
    private var nextNumber = 1
    /// The last event's number.
    public internal(set) var seq = 0
    /// Events that clients missed, since the start.
    public private(set) var missed = 0
    var bulletin = Bulletin()
    var writer: EventWriter
    /// What a control is known by over a change of the configuration.
    var controls: [ControlIdentity]
    var valueLines: [ValueLine]
    /// For one client's lines, while they are put together.
    var outbox = LineBuffer(capacity: 16 * 1024)
    var outboxEnds: [Int] = []
    var outboxItems: [Int] = []
    var inputBuffer = [UInt8](repeating: 0, count: 64 * 1024)
    /// How many files this process may have open.
    private var descriptorLimit = DescriptorLimit.current
    /// How many clients there were when the log was told that no more are accepted. It is told again only after half of
    /// them have gone, since clients that come and go at the limit would fill the log.
    private var clientsAtShortage: Int?
    /// False while the listener is not watched, for want of descriptors.
    private var isAccepting = true
    private(set) var acceptsAgainAt: Instant?
    /// Somebody has whole requests waiting, more than are worked on in one iteration.
    var hasRequestsLeft = false

    /// A value on its way to a slow reader is as old as what the kernel's buffer holds: the smaller, the fresher. The
    /// kernel makes it 4608, the least that it has.
    static let sendBufferBytes = 2048
    /// For the same reason no more than this is sent at once to who is behind.
    static let bytesForWhoIsBehind = 512
    static let requestsPerIteration = 32
    static let connectionsPerIteration = 64
    /// So many descriptors are kept free of clients.
    static let keptDescriptors = 16
    static let pauseOfAccepting = Interval.seconds(1)

    /// Serves at `listener` from now on.
    public init(
        at listener: consuming UnixListener, loop: EventLoop, rights: WriteRights, maxClients: Int,
        names: NameTable, panel: PanelSettings, delegate: any PublisherDelegate
    ) throws(Errno) {
        self.loop = loop
        self.delegate = delegate
        self.rights = rights
        self.maxClients = maxClients
        writer = EventWriter(names)
        controls = panel.controls.map(ControlIdentity.init)
        valueLines = panel.controls.map { _ in ValueLine() }
        acceptor = Acceptor()
        listening = try loop.register(listener.descriptor, for: .readable, acceptor)
        self.listener = listener
        acceptor.publisher = self
    }

    public var clientCount: Int { clients.count }

    /// Whether anybody asked for `raw` events.
    public var wantsRaw: Bool { clients.contains { $0.interest.wantsRaw } }
    /// How often somebody has begun to: each is to be told how things stand.
    public internal(set) var rawSubscriptions = 0

    /// The configuration has changed: other names, other controls, maybe other rights, also of those who are there.
    public func reconfigure(names: NameTable, panel: PanelSettings, rights: WriteRights, maxClients: Int) {
        writer = EventWriter(names)
        self.rights = rights
        self.maxClients = maxClients
        descriptorLimit = DescriptorLimit.current
        // What waits for a client is sent all the same, with the names that it was published with.
        let before = controls
        controls = panel.controls.map(ControlIdentity.init)
        let places = before.map { old in controls.firstIndex(of: old) }
        for client in clients {
            client.renumber({ places[$0] }, line: { line(of: $0, withText: client.interest.wantsText) })
            client.interest = client.interest.renamed(controls: controls.map(\.name))
            client.mayWrite = mayWrite(client.connection)
        }
        valueLines = controls.map { control in
            before.firstIndex(of: control).map { valueLines[$0] } ?? ValueLine()
        }
    }

    /// The buttons of an input have become known.
    public func rename(_ names: NameTable) { writer = EventWriter(names) }

    // MARK: Connections.

    /// Accepts connections that wait; not all of them at once, since they may come faster than they are accepted. The
    /// listener stays ready while others wait.
    func accept() {
        for _ in 0..<Publisher.connectionsPerIteration {
            do throws(Errno) {
                guard let connection = try listener.accept() else { return }
                welcome(connection)
            } catch {
                // Out of descriptors or memory. The connections that wait would wake the loop again and again, so the
                // listener is not watched for a while.
                tellShortage("no other can be accepted now: \(error)")
                isAccepting = false
                if let listening { try? loop.change(listening, to: []) }
                return
            }
        }
    }

    /// Watches the listener again when the pause is over.
    func acceptAgain(at time: Instant) {
        guard !isAccepting else { return }
        guard let again = acceptsAgainAt else { return acceptsAgainAt = time + Publisher.pauseOfAccepting }
        guard again <= time else { return }
        acceptsAgainAt = nil
        isAccepting = true
        if let listening { try? loop.change(listening, to: .readable) }
    }

    /// A connection's number is the lowest that is free: near the limit, what is left is for devices and the state file.
    private func hasRoom(for connection: borrowing UnixConnection) -> Bool {
        let kept = min(Publisher.keptDescriptors, descriptorLimit / 4)
        return Int(connection.descriptor.number) < descriptorLimit - kept
    }

    private func welcome(_ connection: consuming UnixConnection) {
        guard clients.count < maxClients else { return refuse(connection, .tooManyClients(limit: maxClients)) }
        guard hasRoom(for: connection) else {
            tellShortage(
                "no others are accepted: this process may have \(descriptorLimit) files open "
                    + "(ulimit -n, LimitNOFILE in the unit)")
            return refuse(connection, .tooManyFiles(limit: descriptorLimit))
        }
        try? connection.setSendBuffer(bytes: Publisher.sendBufferBytes)
        let mayWrite = mayWrite(connection)
        let client = ClientConnection(number: nextNumber, connection: connection, mayWrite: mayWrite)
        guard
            let registration = try? loop.register(
                client.connection.descriptor, for: .readable, ClientHandler(self, client))
        else { return }
        nextNumber += 1
        client.registration = registration
        clients.append(client)
        // What has been published before it came is in its hello already.
        client.read = bulletin.entries.count
        if let hello = delegate?.hello(for: client.number) {
            var line = LineBuffer(capacity: 4096)
            hello.write(to: &line)
            client.queue.add(answer: line.withUnsafeBytes { Array($0) })
        }
        Log.debug("socket: client \(client.number) has come, \(clients.count) now")
    }

    private func tellShortage(_ text: @autoclosure () -> String) {
        guard clientsAtShortage == nil else { return }
        clientsAtShortage = clients.count
        Log.warning("socket: \(clients.count) clients are connected, and \(text())")
    }

    private func mayWrite(_ connection: borrowing UnixConnection) -> Bool {
        (try? connection.peerCredentials()).map { rights.allow($0) } ?? false
    }

    private func refuse(_ connection: borrowing UnixConnection, _ error: RequestError) {
        var line = LineBuffer()
        error.write(to: nil, &line)
        _ = line.withUnsafeBytes { bytes in try? connection.send(bytes) }
    }

    func close(_ client: ClientConnection) {
        guard let index = clients.firstIndex(where: { $0 === client }) else { return }
        clients.remove(at: index)
        if let registration = client.registration { loop.deregister(registration) }
        client.registration = nil
        if let before = clientsAtShortage, clients.count <= before / 2 { clientsAtShortage = nil }
        delegate?.clientLeft(client.number)
        Log.debug("socket: client \(client.number) has gone, \(clients.count) now")
    }

    /// Sends what can be sent at once, and lets everybody go.
    public func closeAll() {
        flush(at: Instant(microseconds: .max))
        for client in clients { close(client) }
        if let listening { loop.deregister(listening) }
    }

    func noteMissed(_ count: Int) { missed += count }
}

/// A control of the same name and kind is the same control, wherever the configuration has it.
struct ControlIdentity: Equatable {
    let name: String
    let kind: ControlKind

    init(_ settings: ControlSettings) {
        name = settings.name
        kind = settings.kind
    }
}

/// Hears that a connection waits.
final class Acceptor: EventHandler {
    weak var publisher: Publisher?

    func handle(_ readiness: Readiness, of registration: Registration) {
        publisher?.accept()
    }
}

/// Hears that a client has sent something, or has room again.
final class ClientHandler: EventHandler {
    private unowned let publisher: Publisher
    private unowned let client: ClientConnection

    init(_ publisher: Publisher, _ client: ClientConnection) {
        self.publisher = publisher
        self.client = client
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        // epoll reports a hangup again and again until the client is closed. So nothing is kept that waits for a time.
        if !readiness.isDisjoint(with: [.hangup, .error]) { client.lose() }
        // `flush` at the end of the iteration uses the room.
        if readiness.contains(.writable) { client.unblock() }
        if readiness.callsForRead { publisher.receive(from: client) }
    }
}
