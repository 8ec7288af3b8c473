import WheelBridge
import WheelClient
import WheelCore
import WheelWire

/// The part of `wheel-rig` that talks to a rig, without a socket or a clock. The input is the rig's lines and the
/// daemon's events; the output is lines to the rig and requests to the daemon.
///
/// In rigctld's protocol a rig does not report changes, so it is polled, one command at a time. An example: the rig
/// answers `f` with 14074000 several times, and then with 14075000. Somebody has turned the rig's knob, and the daemon
/// is asked to set 14.075 MHz. Then a hand turns the control to 14.080. The next command is `F 14080000`, before any
/// query. The rig's next answers may still be old. Answers count again when the rig has reported 14080000, or after a
/// second, whatever the rig reports then (`KnownValue`).
///
/// What can go wrong:
/// - The rig or the daemon was disconnected, and meanwhile both the rig and the panel were turned. The panel's values
///   are sent to the rig. With `wins = "rig"` no value is sent before the rig has been read, and the controls are set
///   to the rig's values.
/// - A slow rig has time for only one command per poll. Queries and values alternate, so that neither waits for ever.
/// - The rig rounds to its own steps. A rounded value is not taken for a turn of the rig's knob (`RigValue.isRounded`).
/// - The rig does not answer. The bridge reconnects after `timeout`.
package struct RigCore: BridgeCore {
    private let settings: RigSettings
    package private(set) var map: RigMap
    package var exchange: Exchange
    private var known: [KnownValue] = []
    private var polls: [RigPoll] = []
    private var talk = RigTalk()
    private var isRigThere = false
    private var mode: String?
    /// The first route to consider for the next value: the route after the one whose value was sent last.
    private var turn = 0
    /// Whether the last command was a query. After a query a waiting value is sent before the next query, however late
    /// this query is. Otherwise a slow rig would only be queried, and never be set.
    private var hasAsked = false
    private var complaints = Complaints()

    /// The time for which a rig that has confirmed a value may still report its old value. After this time the rig's
    /// answers count again.
    static let settling = Interval.seconds(1)
    /// Values are sent before queries. But a query that is late by this much is sent after one value.
    private static let mostPollDelay = Interval.seconds(1)
    /// If the rig refuses a query, the query is repeated after this time.
    private static let refusedPause = Interval.seconds(5)

    package init(_ settings: RigSettings) {
        self.settings = settings
        map = RigMap(settings.controls)
        exchange = Exchange(interval: settings.interval)
        configure()
    }

    private var controls: [RigControl] { map.controls }

    private mutating func configure() {
        let all = controls
        turn = 0
        talk.resetRoute()
        known = Array(repeating: KnownValue(), count: all.count)
        exchange.configure(
            all.map { control in
                MirrorRoute(
                    control: control.control, numbers: .values, sends: control.sends, receives: control.receives)
            })
        // A passband is sent together with the mode. So the mode is queried even if no control receives it.
        let queries = all.filter { $0.receives || $0.quantity == .passband }.map(\.quantity.query)
        polls = Set(queries).map(RigPoll.init)
        polls.sort { "\($0.query)" < "\($1.query)" }
        for index in polls.indices {
            polls[index].routes = all.indices.filter { all[$0].quantity.query == polls[index].query }
        }
    }

    // MARK: The daemon.

    package mutating func connect(_ listing: Listing, client: Int) {
        update(listing, client: client)
        greetRig()
    }

    package mutating func prepare(for listing: Listing) {
        // `configure` forgets the rig's values, so it is called only if the mapped controls have changed.
        if map.consume(listing) {
            configure()
            greetRig()
        }
        for problem in map.problems { complaints.keep(problem.kind, problem.text) }
    }

    package mutating func observe(_ event: Event) { map.consume(event) }

    /// Whether a request to set this control to the rig's value has no reply yet.
    func isAsking(_ control: String) -> Bool {
        controls.indices.contains { controls[$0].control == control && exchange.peers[0].mirror.isAsking($0) }
    }

    // MARK: The rig.

    package mutating func rigConnected() {
        isRigThere = true
        talk = RigTalk()
        mode = nil
        for index in known.indices { known[index] = KnownValue() }
        greetRig()
    }

    package mutating func rigDisconnected() {
        isRigThere = false
        talk = RigTalk()
    }

    /// Called when this program has connected to the rig or the daemon, or the mapped controls have changed. The rig's
    /// earlier values are forgotten: somebody may have turned the rig in the meantime. With `wins = "rig"` no value is
    /// sent before the rig has reported its own value. So the rig is queried at once: the next poll may be a minute
    /// away, and any change of the panel until then would be replaced by the rig's value.
    private mutating func greetRig() {
        for index in polls.indices { polls[index].dueAt = .distantPast }
        for index in known.indices {
            known[index].begin(awaitsReading: settings.winner == .rig && controls[index].receives)
        }
        exchange.peers[0].mirror.resetPeer()
    }

    /// Called when the rig has sent a line. A line that is too long counts as nonsense.
    package mutating func receive(_ line: BoundedLines.Line, at now: Instant) {
        var bytes: [UInt8] = [0]
        if case .text(let text) = line { bytes = text }
        guard let outcome = talk.consume(bytes) else { return }
        switch outcome {
        case .checked: break
        case .read(let query, let values):
            schedule(query, at: talk.since + settings.poll)
            read(query, values, at: now)
        case .isSet(let route, let value):
            if case .word(let word) = value { mode = word }
            guard let route else { break }
            known[route].standing = .sent(value, until: now + RigCore.settling)
        case .refused(.set(let route, let value, _, _), let code):
            guard let route else { break }
            complaints.keep(
                "refused \(route)",
                "the rig does not accept \(value.text) for \(controls[route].quantity.text): \(RigError.text(code))")
            known[route].standing = .sent(value, until: now + RigCore.settling)
        case .refused(.get(let query), let code):
            schedule(query, at: now + RigCore.refusedPause)
            for route in routes(of: query) {
                known[route].awaitsReading = false
                complaints.keep(
                    "unread \(route)",
                    "the rig does not report its \(controls[route].quantity.text): \(RigError.text(code))")
            }
        case .refused(.checkVFO, _): break
        case .nonsense(_, let text):
            complaints.keep("nonsense", "the rig's answer makes no sense and is ignored: \(text)")
        }
    }

    private func routes(of query: RigQuery) -> [Int] { polls.first { $0.query == query }?.routes ?? [] }

    private mutating func schedule(_ query: RigQuery, at time: Instant) {
        if let index = polls.firstIndex(where: { $0.query == query }) { polls[index].dueAt = time }
    }

    private mutating func read(_ query: RigQuery, _ values: [RigValue], at now: Instant) {
        if query == .mode, case .word(let word) = values[0] { mode = word }
        for route in routes(of: query) where controls[route].receives {
            complaints.reset("unread \(route)")
            let value = controls[route].quantity == .passband ? values[1] : values[0]
            let isFirst = known[route].awaitsReading
            if isFirst { known[route].pending = nil }
            guard known[route].read(value, of: controls[route].quantity, at: now) else { continue }
            receive(value, on: route, at: now)
        }
    }

    private mutating func receive(_ value: RigValue, on route: Int, at now: Instant) {
        guard let scale = map.scale(route), let state = map.state(route) else { return }
        guard let number = scale.number(for: value), let target = map.value(route, for: value) else {
            return complaints.keep("unknown \(route)", "the rig has \(value.text), which '\(state.name)' does not have")
        }
        // If the control has this value already, it need not be set. But a request that waits for its reply may still
        // change the control.
        guard target != state.value || exchange.peers[0].mirror.isAsking(route) else { return }
        if !state.holds(target) {
            complaints.keep("beyond \(route)", "the rig is at \(value.text), beyond the range of '\(state.name)'")
        }
        exchange.peers[0].mirror.receive(HeardNumber(number), on: route, at: now)
    }

    /// The line to send to the rig now.
    package mutating func nextLine(at now: Instant) -> String? {
        collect(at: now)
        guard isRigThere, talk.isIdle else { return nil }
        guard talk.isChecked else { return talk.start(.checkVFO, at: now) }
        let poll = exchange.client == nil ? nil : polls.indices.min { polls[$0].dueAt < polls[$1].dueAt }
        if !hasAsked, let poll, polls[poll].isOverdue(at: now, by: RigCore.mostPollDelay) { return ask(poll, at: now) }
        for step in known.indices {
            let route = (turn + step) % known.count
            guard !known[route].awaitsReading, let value = known[route].pending, let command = command(value, route)
            else { continue }
            known[route].pending = nil
            turn = route + 1
            hasAsked = false
            return talk.start(command, at: now)
        }
        guard let poll, polls[poll].dueAt <= now else { return nil }
        return ask(poll, at: now)
    }

    private mutating func ask(_ poll: Int, at now: Instant) -> String {
        hasAsked = true
        // This query becomes due later than the others even if its answer is nonsense, so that the others are sent
        // first.
        polls[poll].dueAt = now + settings.poll
        return talk.start(.get(polls[poll].query), at: now)
    }

    /// Collects the values that the mirror has for the rig. A newer value replaces a value that still waits to be sent.
    private mutating func collect(at now: Instant) {
        guard isRigThere else { return }
        var due: [(Int, RigValue)] = []
        let map = map
        exchange.peers[0].mirror.sendNumbers(at: now) { route, number in
            if let value = map.scale(route)?.rigValue(for: number) { due.append((route, value)) }
            return number
        }
        for (route, value) in due { known[route].pending = value }
    }

    /// The command that sends a value; `nil` for a passband while the mode is unknown.
    private func command(_ value: RigValue, _ route: Int) -> RigTalk.Command? {
        switch controls[route].quantity {
        case .frequency: .set(route: route, value, verb: "F", rest: value.text)
        // With 0 the rig sets the mode's usual passband.
        case .mode: .set(route: route, value, verb: "M", rest: "\(value.text) 0")
        case .passband: mode.map { .set(route: route, value, verb: "M", rest: "\($0) \(value.text)") }
        case .level(let name): .set(route: route, value, verb: "L", rest: "\(name) \(value.text)")
        case .function(let name): .set(route: route, value, verb: "U", rest: "\(name) \(value.text)")
        }
    }

    /// Whether the rig has not answered in time.
    package func isSilent(at now: Instant) -> Bool {
        isRigThere && !talk.isIdle && now >= talk.since + settings.timeout
    }

    /// The time at which there is something to do even if no line and no event arrives.
    package var deadline: Instant? {
        guard isRigThere else { return exchange.peers[0].mirror.requestDeadline }
        var times = [exchange.peers[0].mirror.deadline].compactMap { $0 }
        if !talk.isIdle {
            times.append(talk.since + settings.timeout)
        } else if exchange.client != nil, let poll = polls.map(\.dueAt).min() {
            times.append(poll)
        }
        return times.min()
    }

    /// Returns the warnings to log, and then forgets them.
    package mutating func consumeNotes() -> [String] { complaints.consume() }
}

extension RigValue {
    /// The value as it is written in a line of the protocol.
    var text: String {
        switch self {
        case .number(let number): RigNumber.text(number)
        case .word(let word): word
        }
    }
}
