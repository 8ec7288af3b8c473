import WheelBridge
import WheelClient
import WheelCore
import WheelWire

/// The part of `wheel-rig` that acts as a rig for other programs, without a socket or a clock. The input is the
/// programs' bytes and the daemon's messages; the output is bytes to the programs and requests to the daemon.
///
/// An example: a program sends `F 14075000`, then `f`. The first command becomes a request, and the program gets `RPRT
/// 0` after the daemon's reply. After that reply, `f` is answered with the value that the daemon has reported. When the
/// program has not set the control again within the time `Mirror.settling`, the control is committed, unless another
/// source has moved it since.
///
/// A request waits while `RigCore` waits for the reply to a request for the same control, because the events of the two
/// requests could not be told apart.
package struct RigServer {
    private let names: [String]?
    private var sessions: [Int: RigSession] = [:]
    private var client: Int?
    private var requests: [Waiting] = []
    /// The requests that were sent and have no reply yet, by their numbers.
    private var owed: [Int: Waiting] = [:]
    private var nextRequest = -1
    /// The controls that programs have changed, with the times at which they must be committed.
    private var commits: [String: Instant] = [:]
    private var complaints = Complaints()

    private struct Waiting {
        var id: Int
        var session: Int
        var assignments: [Assignment]
    }

    /// Whether a reply is for a program: such a reply has a negative number, unlike the replies for `RigCore`.
    package static func owns(reply: Int) -> Bool { reply < 0 }

    /// The maximum number of a session's commands that are handled at once: one session must not delay the others.
    private static let callsAtOnce = 64

    package init(_ settings: RigServerSettings) { names = settings.controls }

    // MARK: Programs.

    package mutating func open(_ session: Int) { sessions[session] = RigSession() }

    package mutating func close(_ session: Int) {
        sessions[session] = nil
        requests.removeAll { $0.session == session }
    }

    package mutating func receive(_ bytes: some Sequence<UInt8>, _ session: Int) {
        sessions[session]?.lines.append(bytes)
    }

    /// Called when the program has closed its sending side. The program may still read, so its commands are answered
    /// before the session is closed.
    package mutating func endInput(_ session: Int) { sessions[session]?.hasEnded = true }

    /// Whether the session has no room for more bytes of the program now.
    package func isFull(_ session: Int) -> Bool { sessions[session]?.isFull ?? true }

    /// Whether the connection must end when all output has been sent.
    package func isEnding(_ session: Int) -> Bool { sessions[session]?.isEnding ?? true }

    package mutating func consumeOutput(_ session: Int) -> [UInt8] {
        defer { sessions[session]?.output = [] }
        return sessions[session]?.output ?? []
    }

    /// Handles the commands of programs. Returns whether more commands are waiting.
    package mutating func work(_ map: RigMap) -> Bool {
        var hasMore = false
        for session in sessions.keys.sorted() {
            var count = 0
            while count < RigServer.callsAtOnce, let call = nextCall(session) {
                count += 1
                perform(call, session, map)
            }
            if count == RigServer.callsAtOnce { hasMore = true }
        }
        return hasMore
    }

    private mutating func nextCall(_ session: Int) -> RigCall? {
        guard sessions[session]?.isReady == true else { return nil }
        return sessions[session]?.nextCall {
            complaints.keep("too long", "a program sends a line of more than \(RigSession.longestLine) bytes")
        }
    }

    private mutating func perform(_ call: RigCall, _ session: Int, _ map: RigMap) {
        switch RigAnswer(call, map, names, isDaemonThere: client != nil) {
        case .text(let text): sessions[session]?.output += text.utf8
        case .end(let text):
            sessions[session]?.output += text.utf8
            sessions[session]?.isEnding = true
        case .set(let assignments):
            let waiting = Waiting(id: nextRequest, session: session, assignments: assignments)
            nextRequest -= 1
            sessions[session]?.waiting = call
            requests.append(waiting)
        }
    }

    // MARK: The daemon.

    package mutating func connect(client: Int) { self.client = client }

    /// Records a warning for each of the server's configured controls that is not mapped to a value of a rig.
    package mutating func check(_ map: RigMap) {
        let known = map.controls.map(\.control)
        for name in names ?? [] where !known.contains(name) {
            let hint = NearestName.of(name, in: known).map { " (did you mean '\($0)'?)" } ?? ""
            complaints.keep(
                "name \(name)", "'controls' of [rig.server] has '\(name)', which has no counterpart in a rig\(hint)")
        }
    }

    package mutating func disconnect() {
        client = nil
        commits = [:]
        for waiting in requests + owed.values { report(waiting.session, RigError.inputOutput.rawValue) }
        requests = []
        owed = [:]
    }

    package mutating func receive(_ event: Event) {
        // If another source moves the control or has committed it, the program's change is not committed.
        switch event.content {
        case .value(let value) where !isOwn(value.source): commits[value.control] = nil
        case .commit(let control, _, _, _): commits[control] = nil
        default: break
        }
    }

    private func isOwn(_ source: EventSource) -> Bool {
        if case .client(let number) = source { number == client } else { false }
    }

    /// Sends every request that is due. `isBusy` returns whether another request for a control waits for its reply.
    package mutating func sendRequests(
        at now: Instant, isBusy: (String) -> Bool, _ send: (Request, RequestID?) -> Void
    ) {
        guard client != nil else { return }
        let manner = SetManner(commits: false, unlessEditing: true)
        var later: [Waiting] = []
        for waiting in requests {
            guard !waiting.assignments.contains(where: { isBusy($0.control) }) else {
                later.append(waiting)
                continue
            }
            owed[waiting.id] = waiting
            let assignments = waiting.assignments
            send(
                assignments.count == 1 ? .set(assignments[0], manner) : .setAll(assignments, manner),
                RequestID(waiting.id))
        }
        requests = later
        for (control, time) in commits where time <= now {
            commits[control] = nil
            send(.commit(control: control), nil)
        }
    }

    package mutating func receive(_ reply: Reply, _ id: Int, at now: Instant) {
        guard let waiting = owed.removeValue(forKey: id) else { return }
        guard let refusal = reply.refusal else {
            for assignment in waiting.assignments { commits[assignment.control] = now + Mirror.settling }
            return report(waiting.session, 0)
        }
        // A hand is moving the control and has priority, as a real rig's knob has. The program gets `RPRT 0`, as after
        // a success.
        if refusal.code == .editing { return report(waiting.session, 0) }
        complaints.keep("refused \(refusal.name)", "the daemon refuses what a program sets: \(refusal.message)")
        let error: RigError = refusal.code == .outOfRange || refusal.code == .outOfKind ? .invalid : .rejected
        report(waiting.session, error.rawValue)
    }

    private mutating func report(_ session: Int, _ code: Int) {
        guard let call = sessions[session]?.waiting else { return }
        sessions[session]?.waiting = nil
        sessions[session]?.output += call.report(code).utf8
    }

    /// The time at which there is something to do even if no bytes and no event arrive.
    package var deadline: Instant? { commits.values.min() }

    package mutating func consumeNotes() -> [String] { complaints.consume() }
}

/// A connected program.
struct RigSession {
    static let longestLine = 512
    /// Beginnings of lines that belong to HTTP, not to rigctld's protocol.
    private static let browserLines = ["POST /", "GET /", "PUT /", "OPTIONS /", "Host:"]
    /// If at least this number of bytes waits in one direction, no more bytes are read from the program.
    private static let mostBytes = 8192

    var lines = BoundedLines(longest: RigSession.longestLine)
    /// The commands of the current line that were not handled yet.
    private var calls: ArraySlice<RigCall> = []
    /// The command that is answered when its request has a reply.
    var waiting: RigCall?
    var output: [UInt8] = []
    var isEnding = false
    /// Whether the program will send no more.
    var hasEnded = false

    var isFull: Bool {
        isEnding || hasEnded || lines.count >= RigSession.mostBytes || output.count >= RigSession.mostBytes
    }

    var isReady: Bool { waiting == nil && !isEnding && output.count < RigSession.mostBytes }

    mutating func nextCall(_ tooLong: () -> Void) -> RigCall? {
        while true {
            if let call = calls.popFirst() { return call }
            switch lines.next() {
            case nil:
                isEnding = hasEnded
                return nil
            case .text(let line):
                // A web page can make the browser send lines to any port of the browser's machine. Such a connection is
                // closed.
                isEnding = RigSession.browserLines.contains { line.starts(with: $0.utf8) }
                guard !isEnding else { return nil }
                calls = RigCall.all(in: line)[...]
            case .tooLong:
                tooLong()
                return RigCall(name: "")
            }
        }
    }
}
