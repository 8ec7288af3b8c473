import LinuxSystem
import WheelCore
import WheelModel
import WheelWire

/// The server of the socket: it sends events to every client, and passes requests to its delegate. Use the server only
/// on the loop's thread.
///
/// In an iteration of the loop the server first reads the bytes that clients have sent and then answers their requests
/// (`Server+Requests`). Meanwhile events are published into a batch (`Publisher`). At the end of the iteration the
/// server sends the new lines to each client, with one system call per client (`Server+Sending`). No client can delay
/// another one: a client that does not read gets merged values later (`ClientQueue`), and a client that sends many
/// requests waits for its turn.
///
/// Three limits apply to connections. `max_clients` limits all clients. Clients that may only read can have only a part
/// of these connections, and the read-only clients of one user only a smaller part. The third limit is the number of
/// the process's descriptors, of which some are reserved for devices and the state file. If the kernel has no
/// descriptor for a waiting connection, the listener stays readable and would wake the loop for ever, so the listener
/// is not watched for a second.
public final class Server {
    unowned let loop: EventLoop
    weak var delegate: (any ServerDelegate)?
    private let acceptor: Acceptor?
    private let listening: Registration?
    private var rights: ClientRights
    private var maxClients: Int
    var clients: [ClientConnection] = []
    private var nextNumber = 1
    var publisher: Publisher
    /// How many events clients have missed since the start.
    public internal(set) var missed = 0
    /// Collects the lines for one client.
    var outbox = LineBuffer(capacity: 16 * 1024)
    var outboxEnds: [Int] = []
    var outboxItems: [Int] = []
    var inputBuffer = [UInt8](repeating: 0, count: 16 * 1024)
    private var descriptorLimit = DescriptorLimit.current
    /// The number of clients when the log last reported that no more are accepted. The next report follows only after
    /// half of these clients have disconnected. Otherwise clients that connect again and again at the limit would fill
    /// the log.
    private var clientsAtShortage: Int?
    /// Whether the listener is watched.
    private var isAccepting = true
    private(set) var acceptsAgainAt: Instant?
    /// Whether a client has subscribed with `interval_ms`.
    var holdsBack = false
    /// Whether requests wait to be answered.
    public internal(set) var hasRequestsLeft = false
    /// The client whose requests were answered last.
    var lastServed = 0
    /// Gets the lines of all events except `raw`, like a client that keeps up and has sent no `subscribe`.
    package var tap: ((UnsafeRawBufferPointer) -> Void)?

    /// The size of the kernel's send buffer, in bytes. The buffer is small, since a slow reader gets the old values in
    /// this buffer before any newer value. The kernel raises the size to its minimum, 4608.
    static let sendBufferBytes = 2048
    /// If a client is behind, lines are sent together only until they have this many bytes, so that newer values do not
    /// wait behind old ones.
    static let bytesWhenBehind = 512
    static let keptDescriptors = 16
    static let pauseOfAccepting = Interval.seconds(1)
    /// How long connections are accepted in an iteration. The time is short: strangers who connect again and again must
    /// not delay the requests of others.
    static let accepting = Interval(microseconds: 500)

    public convenience init(
        at listener: consuming UnixListener, loop: EventLoop, rights: ClientRights, maxClients: Int,
        names: NameTable, panel: PanelSettings, delegate: any ServerDelegate
    ) throws(Errno) {
        let acceptor = Acceptor(listener)
        let listening = try loop.register(acceptor.listener.descriptor, for: .readable, acceptor)
        self.init(acceptor, listening, loop, rights, maxClients, Publisher(names, panel), delegate)
        acceptor.server = self
    }

    /// A server without clients, whose lines only `tap` gets.
    package convenience init(loop: EventLoop, names: NameTable, panel: PanelSettings, delegate: any ServerDelegate) {
        let nobody = AccountList([])
        let rights = ClientRights(write: nobody, define: nobody)
        self.init(nil, nil, loop, rights, 0, Publisher(names, panel), delegate)
    }

    private init(
        _ acceptor: Acceptor?, _ listening: Registration?, _ loop: EventLoop, _ rights: ClientRights,
        _ maxClients: Int, _ publisher: consuming Publisher, _ delegate: any ServerDelegate
    ) {
        self.acceptor = acceptor
        self.listening = listening
        self.loop = loop
        self.rights = rights
        self.maxClients = maxClients
        self.publisher = publisher
        self.delegate = delegate
    }

    /// The last event's number.
    public var seq: Int { publisher.seq }

    public var clientCount: Int { clients.count }

    func client(_ number: Int) -> ClientConnection? { clients.first { $0.number == number } }

    public func isConnected(_ number: Int) -> Bool { client(number) != nil }

    /// Whether a client has closed both sides of its connection, or is not connected.
    public func isGone(client number: Int) -> Bool { client(number)?.isGone ?? true }

    public func mayWrite(_ number: Int) -> Bool { client(number)?.mayWrite ?? false }

    /// When the last bytes from a client arrived.
    public func heardAt(_ number: Int) -> Instant { client(number)?.heardAt ?? .distantPast }

    /// How many events may wait for a client with this interest.
    func mostEvents(for interest: Interest) -> Int {
        let least = interest.isOfCommits ? ClientQueue.mostCommits : ClientQueue.most
        return max(least, ClientQueue.mostPerControl * publisher.controls.count)
    }

    /// Whether a client subscribes to `raw` events.
    public internal(set) var wantsRaw = false
    /// How often clients have subscribed to `raw` events. After each subscription every input must report its raw
    /// state.
    public internal(set) var rawSubscriptions = 0

    /// Applies new rights and a new limit. The rights also apply to clients that are already connected.
    public func admit(_ rights: ClientRights, maxClients: Int) {
        self.rights = rights
        self.maxClients = maxClients
        descriptorLimit = DescriptorLimit.current
        for client in clients { giveRights(to: client) }
    }

    /// Applies new indices and names of the controls. Lines that wait for a client are still sent, with the names under
    /// which they were published.
    public func reconfigure(names: NameTable, panel: PanelSettings) {
        let places = publisher.reconfigure(names, panel)
        let controls = publisher.controls.map(\.name)
        for client in clients {
            client.renumber({ places[$0] }, line: { line(of: $0, as: client.interest.form) })
            client.interest = client.interest.renamed(controls: controls)
            client.queue.limit = mostEvents(for: client.interest)
        }
        publisher.moveLines(to: places)
    }

    /// Applies new names after a device with new buttons was attached, or a view was opened.
    public func rename(_ names: NameTable) { publisher.rename(names) }

    // MARK: Connections

    /// Accepts waiting connections for a limited time. Connections may arrive faster than they are accepted, because
    /// accepting is slow: the state of all controls is sent to each new client. While more connections wait, the
    /// listener stays readable.
    func accept() {
        guard let acceptor else { return }
        let end = MonotonicClock.now + Server.accepting
        repeat {
            do throws(Errno) {
                guard let connection = try acceptor.listener.accept() else { return }
                welcome(connection)
            } catch {
                // The process or the kernel has no free descriptors or memory.
                reportShortage("no other can be accepted now: \(error)")
                isAccepting = false
                if let listening { try? loop.change(listening, to: []) }
                return
            }
        } while MonotonicClock.now < end
    }

    func acceptAgain(at time: Instant) {
        guard !isAccepting else { return }
        guard let again = acceptsAgainAt else { return acceptsAgainAt = time + Server.pauseOfAccepting }
        guard again <= time else { return }
        acceptsAgainAt = nil
        isAccepting = true
        if let listening { try? loop.change(listening, to: .readable) }
    }

    /// Whether enough descriptors are free for devices and the state file. A new descriptor gets the lowest free
    /// number, so a number near the limit means that few numbers are free.
    private func hasRoom(for connection: borrowing UnixConnection) -> Bool {
        let kept = min(Server.keptDescriptors, descriptorLimit / 4)
        return Int(connection.descriptor.number) < descriptorLimit - kept
    }

    private func welcome(_ connection: consuming UnixConnection) {
        let client = ClientConnection(number: nextNumber, connection: connection)
        giveRights(to: client)
        guard clients.count < maxClients else { return refuse(client, .tooManyClients(limit: maxClients)) }
        guard hasPlace(for: client) else { return refuse(client, .tooManyReaders(limit: maxClients)) }
        guard hasRoom(for: client.connection) else {
            reportShortage(
                "no others are accepted: this process may have \(descriptorLimit) files open "
                    + "(ulimit -n, LimitNOFILE in the unit)")
            return refuse(client, .tooManyFiles(limit: descriptorLimit))
        }
        try? client.connection.setSendBuffer(bytes: Server.sendBufferBytes)
        do throws(Errno) {
            client.registration = try loop.register(
                client.connection.descriptor, for: .readable, ClientHandler(self, client))
        } catch {
            reportShortage("no other can be watched now: \(error)")
            return refuse(client, .cannotWatch(error.description))
        }
        client.queue.limit = mostEvents(for: client.interest)
        nextNumber += 1
        clients.append(client)
        // The client's first line already includes the changes that have been published, so the batch counts as sent.
        client.read = publisher.batch.entries.count
        if let hello = delegate?.hello(for: client.number) {
            var line = LineBuffer(capacity: 4096)
            if let shared = hello.listing.written, shared.count > LongLine.least {
                hello.writeHead(to: &line)
                client.queue.add(answer: line.withUnsafeBytes { Array($0) }, shared: shared)
            } else {
                hello.write(to: &line)
                client.queue.add(answer: line.withUnsafeBytes { Array($0) })
            }
        }
        Log.debug("socket: client \(client.number) connected, \(clients.count) now")
    }

    private func hasPlace(for client: ClientConnection) -> Bool {
        guard client.isReader else { return true }
        let limits = Budget.readers(of: maxClients)
        let readers = clients.filter(\.isReader)
        return readers.count < limits.all && readers.count { $0.user == client.user } < limits.user
    }

    private func reportShortage(_ text: @autoclosure () -> String) {
        guard clientsAtShortage == nil else { return }
        clientsAtShortage = clients.count
        Log.warning("socket: \(clients.count) clients are connected, and \(text())")
    }

    private func giveRights(to client: ClientConnection) {
        do throws(Errno) {
            let peer = try client.connection.peerCredentials()
            client.user = peer.user
            client.mayWrite = client.kept.write && rights.write.includes(peer)
            client.mayDefine = client.kept.define && rights.define.includes(peer)
        } catch {
            (client.mayWrite, client.mayDefine) = (false, false)
            Log.warning("socket: client \(client.number) may only read, because its user is unknown: \(error)")
        }
    }

    private func refuse(_ client: ClientConnection, _ error: RequestError) {
        var line = LineBuffer()
        error.write(to: nil, &line)
        _ = line.withUnsafeBytes { bytes in try? client.connection.send(bytes) }
    }

    func close(_ client: ClientConnection) {
        guard let index = clients.firstIndex(where: { $0 === client }) else { return }
        clients.remove(at: index)
        updateForms()
        if let registration = client.registration { loop.deregister(registration) }
        client.registration = nil
        if let before = clientsAtShortage, clients.count <= before / 2 { clientsAtShortage = nil }
        delegate?.clientLeft(client.number)
        Log.debug("socket: client \(client.number) disconnected, \(clients.count) now")
    }

    /// Sends the lines that can be sent without waiting, and closes all connections.
    public func closeAll() {
        flush(at: .distantFuture)
        for client in clients { close(client) }
        if let listening { loop.deregister(listening) }
    }
}

private final class Acceptor: EventHandler {
    let listener: UnixListener
    weak var server: Server?

    init(_ listener: consuming UnixListener) { self.listener = listener }

    func handle(_ readiness: Readiness, of registration: Registration) {
        server?.accept()
    }
}

private final class ClientHandler: EventHandler {
    private unowned let server: Server
    private unowned let client: ClientConnection

    init(_ server: Server, _ client: ClientConnection) {
        self.server = server
        self.client = client
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        // epoll reports a hangup again and again until the descriptor is closed. So all unsent lines are dropped,
        // because waiting for them would delay the close.
        if !readiness.isDisjoint(with: [.hangup, .error]) { client.dropUnsent() }
        if readiness.contains(.writable) { client.unblock() }
        if readiness.callsForRead { server.receive(from: client) }
    }
}
