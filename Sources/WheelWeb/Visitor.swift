import LinuxSystem
import WheelClient
import WheelCore

/// A browser's connection, from the head of its request to the answer, or to the end of a WebSocket that passes lines
/// on.
///
/// An example: a page opens a WebSocket. The head of the request is read and answered (`asking`), the first message is
/// the token (`proving`), and a connection with the daemon is made and its rights are limited (`opening`). From then on
/// each message becomes a line for the daemon, and each line of the daemon a message (`passing`), until either end is
/// disconnected.
///
/// Without a token, a visitor gets little time and little memory. There is backpressure in both directions: neither end
/// is read while too many bytes wait for the other end. A sleeping phone delays no other client: the phone confirms no
/// frames, so the daemon draws no more for it.
final class Visitor {
    enum Phase {
        case asking(until: Instant)
        /// The answer is being sent. After that the connection ends.
        case answering(until: Instant)
        case proving(until: Instant)
        case opening(Wire, until: Instant)
        case passing(Wire)
        /// The frame that closes the WebSocket was sent. The browser's own close frame may still arrive.
        case leaving(until: Instant)
        case gone
    }

    /// The services that all visitors share.
    protocol Host: AnyObject {
        var names: HostNames { get }
        /// The rights that a token gives; `nil` if the token is wrong.
        func rights(of token: [UInt8]) -> WebRights?
        var hasRoomForSession: Bool { get }
        /// A new connection with the daemon; `nil` if the daemon cannot be reached.
        func connectWithDaemon() -> Wire?
    }

    private let browser: Wire
    private unowned let host: any Host
    private(set) var phase: Phase
    private(set) var rights: WebRights?
    private var head: [UInt8] = []
    private var frames = WebSocketFrames()
    private var lines = DaemonLines()
    private var lastHeard: Instant
    private var hasAsked = false
    /// Whether bytes may be waiting that can be read at once.
    private(set) var hasMore = false

    private static let patience = Interval.seconds(2)
    /// The maximum time for an answer, long enough for the largest file of the page over a slow connection.
    private static let answerPatience = Interval.seconds(10)
    private static let daemonPatience = Interval.seconds(5)
    /// A browser that was silent for this time gets a ping. A browser that is silent for `longestSilence` counts as
    /// disconnected.
    private static let silence = Interval.seconds(10)
    private static let longestSilence = Interval.seconds(20)
    /// The daemon is read only while fewer bytes than this number wait for the browser.
    private static let mostForBrowser = 16 * 1024
    private static let mostForDaemon = 64 * 1024
    private static let readsAtOnce = 8

    init(_ browser: Wire, _ host: any Host, at now: Instant) {
        self.browser = browser
        self.host = host
        phase = .asking(until: now + Visitor.patience)
        lastHeard = now
    }

    var isGone: Bool { if case .gone = phase { true } else { false } }

    /// Whether the visitor has sent a valid token and is still connected by a WebSocket.
    var isSession: Bool {
        switch phase {
        case .opening, .passing: true
        case .asking, .answering, .proving, .leaving, .gone: false
        }
    }

    private var daemon: Wire? {
        switch phase {
        case .opening(let wire, _), .passing(let wire): wire
        case .asking, .answering, .proving, .leaving, .gone: nil
        }
    }

    /// When the visitor must be served even if the loop has reported nothing.
    var deadline: Instant {
        switch phase {
        case .asking(let time), .answering(let time), .proving(let time), .opening(_, let time), .leaving(let time):
            time
        case .passing: lastHeard + (hasAsked ? Visitor.longestSilence : Visitor.silence)
        case .gone: .distantPast
        }
    }

    /// Whether the visitor must be served now.
    func isDue(at now: Instant) -> Bool {
        hasMore || browser.isReported || daemon?.isReported == true || now >= deadline
    }

    // MARK: Work.

    func serve(at now: Instant) {
        hasMore = false
        if now >= deadline { runOut(at: now) }
        if isGone { return }
        // A browser that has hung up is dropped even if its bytes are not being read. Otherwise the loop would report
        // the browser again and again.
        if browser.isHungUp || browser.isBroken { return leave() }
        readBrowser(at: now)
        if let daemon { readDaemon(daemon, at: now) }
        browser.flush()
        if browser.isBroken { return leave() }
        if case .answering = phase, browser.waiting == 0 { leave() }
    }

    func leave() {
        // A visitor may have disconnected right after its last message, which must still be sent to the daemon.
        daemon?.flush()
        phase = .gone
    }

    func end(_ code: CloseCode, at now: Instant) {
        switch phase {
        case .proving, .opening, .passing:
            daemon?.flush()
            var bytes: [UInt8] = []
            WebSocketOutput.close(code, to: &bytes)
            browser.add(bytes)
            browser.flush()
            phase = .leaving(until: now + Visitor.patience)
        case .asking, .answering: leave()
        case .leaving, .gone: break
        }
    }

    private func runOut(at now: Instant) {
        switch phase {
        case .asking, .answering, .leaving, .gone: leave()
        case .proving: end(.tooLate, at: now)
        case .opening: end(.noDaemon, at: now)
        case .passing:
            guard !hasAsked else { return leave() }
            hasAsked = true
            var bytes: [UInt8] = []
            WebSocketOutput.ping(to: &bytes)
            browser.add(bytes)
        }
    }

    /// Whether more bytes of the browser can be handled now.
    private var readsBrowser: Bool {
        switch phase {
        case .asking, .leaving: true
        // The answers to pings must not fill the memory if the visitor does not read them.
        case .proving: browser.waiting < Visitor.mostForBrowser
        // Bytes that are sent too early wait in the kernel.
        case .answering, .opening, .gone: false
        case .passing(let daemon):
            daemon.waiting < Visitor.mostForDaemon && browser.waiting < Visitor.mostForBrowser + Visitor.mostForDaemon
        }
    }

    private func readBrowser(at now: Instant) {
        for _ in 0..<Visitor.readsAtOnce {
            do throws(Errno) {
                let reception = try browser.exchange(reads: readsBrowser) { bytes in
                    if case .asking = phase { head.append(contentsOf: bytes) } else { frames.append(bytes) }
                }
                switch reception {
                case .bytes:
                    lastHeard = now
                    hasAsked = false
                    take(at: now)
                case .ended: return leave()
                case .wouldBlock: return
                }
            } catch {
                return leave()
            }
            if isGone { return }
        }
        hasMore = true
    }

    private func take(at now: Instant) {
        if case .asking = phase { readHead(at: now) }
        while let piece = nextPiece() { take(piece, at: now) }
    }

    /// The browser's next message or control frame, if this phase handles them.
    private func nextPiece() -> WebSocketFrames.Piece? {
        switch phase {
        case .proving, .passing, .leaving: frames.next()
        case .asking, .answering, .opening, .gone: nil
        }
    }

    private func take(_ piece: WebSocketFrames.Piece, at now: Instant) {
        switch (piece, phase) {
        case (.close, .leaving): leave()
        case (_, .leaving): break
        case (.close, _): end(.normal, at: now)
        case (.failure(let code), _): end(code, at: now)
        case (.ping(let payload), _):
            var bytes: [UInt8] = []
            WebSocketOutput.pong(payload, to: &bytes)
            browser.add(bytes)
        case (.pong, _): break
        case (.message(let token), .proving): open(token, at: now)
        case (.message(let line), .passing(let daemon)):
            guard !line.contains(where: { $0 == 0x0a || $0 == 0x0d }) else { return end(.notLine, at: now) }
            daemon.add(line)
            daemon.add(CollectionOfOne(0x0a))
        case (.message, _): break
        }
    }

    // MARK: The request.

    private func readHead(at now: Instant) {
        switch RequestHead.read(head) {
        case .unfinished: return
        case .refused(let status): answer(HTTPAnswer.refusal(status), at: now)
        case .head(let request, let count):
            // A program may send its first frames without waiting for the answer, so bytes after the head are kept as
            // frames.
            if request.wantsWebSocket { frames.append(head[count...]) }
            answer(request, at: now)
        }
        head = []
    }

    private func answer(_ request: RequestHead, at now: Instant) {
        guard let name = request.host, host.names.has(name) else {
            return answer(HTTPAnswer.refusal(request.host == nil ? .badRequest : .wrongHost), at: now)
        }
        if let origin = request.origin, !HostNames.isSame(origin: origin, host: name) {
            return answer(HTTPAnswer.refusal(.forbidden), at: now)
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return answer(HTTPAnswer.refusal(.wrongMethod), at: now)
        }
        if request.path == Visitor.socketPath {
            guard request.wantsWebSocket, request.method == "GET", let key = request.webSocketKey, !key.isEmpty else {
                return answer(HTTPAnswer.refusal(.wrongWebSocket), at: now)
            }
            browser.add(HTTPAnswer.webSocket(key: key))
            phase = .proving(until: now + Visitor.patience)
            return
        }
        guard let file = PageFile.at(request.path) else { return answer(HTTPAnswer.refusal(.notFound), at: now) }
        answer(HTTPAnswer.file(file, host: name, withBody: request.method == "GET"), at: now)
    }

    private static let socketPath = "/socket"

    private func answer(_ bytes: [UInt8], at now: Instant) {
        browser.add(bytes)
        phase = .answering(until: now + Visitor.answerPatience)
    }

    // MARK: The daemon.

    private func open(_ token: [UInt8], at now: Instant) {
        guard let rights = host.rights(of: token) else { return end(.wrongToken, at: now) }
        guard host.hasRoomForSession else { return end(.tooMany, at: now) }
        guard let daemon = host.connectWithDaemon() else { return end(.noDaemon, at: now) }
        self.rights = rights
        daemon.add(DaemonLines.request(rights))
        phase = .opening(daemon, until: now + Visitor.daemonPatience)
    }

    private func readDaemon(_ daemon: Wire, at now: Instant) {
        for _ in 0..<Visitor.readsAtOnce {
            var output: [UInt8] = []
            let reads = browser.waiting < Visitor.mostForBrowser
            // The daemon has hung up, and the browser cannot take the daemon's unread bytes now, so they are lost.
            if !reads, daemon.isHungUp { return end(.noDaemon, at: now) }
            do throws(Errno) {
                let reception = try daemon.exchange(reads: reads) { lines.receive($0, to: &output) }
                browser.add(output)
                switch reception {
                case .bytes: browser.flush()
                case .ended: return end(.noDaemon, at: now)
                case .wouldBlock: return
                }
            } catch {
                return end(.noDaemon, at: now)
            }
            switch (lines.standing, phase) {
            case (.refused, _):
                Log.error("the daemon does not limit a connection: it is older than this program")
                return end(.noDaemon, at: now)
            case (.limited, .opening):
                phase = .passing(daemon)
                lastHeard = now
                // Handles the frames that arrived before the connection with the daemon was ready.
                take(at: now)
                hasMore = true
            case (.limited, _), (.opening, _): break
            }
        }
        hasMore = true
    }
}
