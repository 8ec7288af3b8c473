import LinuxSystem
import WheelBridge
import WheelClient
import WheelCore

/// Accepts visitors, and serves each visitor when the loop has reported something for it. A visitor is one connection
/// of a browser. A session is a visitor that has sent a valid token.
///
/// Everybody who reaches the port can be a visitor. So the number of visitors without a token is bounded, as is the
/// number of sessions. The file with the tokens is watched: when the tokens change, all sessions end, and each browser
/// needs a new token.
final class WebServer: EventHandler, LoopRunner {
    private let listener: TCPListener
    private let loop: EventLoop
    private let socket: String?
    private let tokenPath: String
    private var tokens: Tokens?
    private let watch: InotifyDescriptor
    private var registration: Registration?
    private var tokenRegistration: Registration?
    private var visitors: [Visitor] = []
    private var hasVisitors = false
    private var hasNewTokens = false
    /// After a failure: the time from which visitors are accepted again.
    private var pausedUntil: Instant?
    private var failure: Errno?
    private var absence: SystemError?
    let names: HostNames
    private(set) var isEnding = false

    /// The maximum number of visitors without a token. A further visitor replaces the oldest of them, so that a program
    /// that opens many connections does not keep others out for long.
    private static let mostWithoutToken = 32
    private static let mostSessions = 16
    private static let pause = Interval.seconds(1)

    init(_ settings: WebSettings, socket: String?, _ loop: EventLoop) throws(SystemError) {
        self.loop = loop
        self.socket = socket
        guard let path = TokenPlace.path(settings) else {
            throw SystemError(
                "find", "the tokens", .noSuchFile, explanation: "there is no $HOME: --tokens FILE says where they are")
        }
        tokenPath = path
        TokenPlace.makeFolder(of: path)
        tokens = try Tokens.readOrMake(path)
        names = HostNames(more: settings.names)
        guard let address = InternetAddress(numeric: settings.listen.address, port: settings.listen.port) else {
            throw SystemError("listen on", settings.listen.description, .invalidArgument)
        }
        listener = try TCPListener.bind(address, backlog: 64)
        let folder = FilePath.folder(of: path)
        do throws(Errno) {
            watch = try InotifyDescriptor()
            try watch.watch(folder, for: [.written, .movedIn, .movedOut, .deleted])
            registration = try loop.register(listener.descriptor, for: .readable, self)
            tokenRegistration = try loop.register(watch.descriptor, for: .readable, self)
        } catch {
            throw SystemError("watch", folder, error)
        }
        Log.info("browsers find the panel at http://\(address)/; \(WebProgram.name) --link prints the link")
    }

    func end() { isEnding = true }

    func handle(_ readiness: Readiness, of registration: Registration) {
        if registration == tokenRegistration { hasNewTokens = true } else { hasVisitors = true }
    }

    func run() throws(SystemError) {
        while !isEnding {
            let now = MonotonicClock.now
            if let time = pausedUntil, now >= time { resume() }
            if hasNewTokens { readTokens(at: now) }
            if hasVisitors { accept(at: now) }
            for visitor in visitors where visitor.isDue(at: now) { visitor.serve(at: now) }
            visitors.removeAll { $0.isGone }
            let hasMore = visitors.contains { $0.hasMore }
            let deadlines = visitors.map(\.deadline) + [pausedUntil].compactMap { $0 }
            do throws(Errno) {
                try loop.iterate(wakeAt: hasMore ? now : deadlines.min())
            } catch {
                throw SystemError("wait for", "browsers", error)
            }
        }
        let now = MonotonicClock.now
        for visitor in visitors { visitor.end(.goingAway, at: now) }
        visitors = []
    }

    // MARK: Visitors.

    private func accept(at now: Instant) {
        hasVisitors = false
        do throws(Errno) {
            // Accepts at most this many connections at a time, so that visitors are served before more are accepted.
            for _ in 0..<WebServer.mostWithoutToken {
                guard let connection = try listener.accept() else { break }
                makeRoom()
                visitors.append(Visitor(try Wire(connection, loop), self, at: now))
            }
            failure = nil
        } catch {
            if error != failure { Log.warning("a browser cannot connect: \(error)") }
            failure = error
            // The visitor still waits in the listening socket. The loop would report it again and again, so the socket
            // is not watched during the pause.
            if let registration { try? loop.change(registration, to: []) }
            pausedUntil = now + WebServer.pause
        }
    }

    private func resume() {
        pausedUntil = nil
        if let registration { try? loop.change(registration, to: .readable) }
    }

    private func makeRoom() {
        let waiting = visitors.filter { !$0.isSession && !$0.isGone }
        if waiting.count >= WebServer.mostWithoutToken { waiting.first?.leave() }
        visitors.removeAll { $0.isGone }
    }

    // MARK: Tokens.

    private func readTokens(at now: Instant) {
        hasNewTokens = false
        try? watch.clear()
        let before = tokens
        do throws(SystemError) {
            tokens = try Tokens.read(tokenPath)
        } catch {
            if tokens != nil { Log.error("\(error); nobody can use the panel") }
            tokens = nil
        }
        guard tokens != before else { return }
        if tokens != nil { Log.info("there are new tokens: all sessions have ended") }
        for visitor in visitors where visitor.isSession { visitor.end(.wrongToken, at: now) }
    }
}

extension WebServer: Visitor.Host {
    func rights(of token: [UInt8]) -> WebRights? { tokens?.rights(of: token) }

    var hasRoomForSession: Bool { visitors.filter(\.isSession).count < WebServer.mostSessions }

    func connectWithDaemon() -> Wire? {
        let path = SocketPlace.path(socket)
        do throws(SystemError) {
            let connection = try UnixConnection.connect(to: path)
            do throws(Errno) {
                let wire = try Wire(connection, loop)
                absence = nil
                return wire
            } catch {
                throw SystemError("watch", path, error)
            }
        } catch {
            if error != absence { Log.warning("there is no daemon: \(error)") }
            absence = error
            return nil
        }
    }
}
