import WheelBridge
import WheelCore
import WheelWire

/// The behaviour of `wheel-mqtt`, without a socket, a broker or a clock. The input is the broker's messages and the
/// daemon's events; the output is messages to the broker and requests to the daemon.
///
/// The broker keeps the state of the panel in retained messages: the value, speed and state of each control, and the
/// status of this program. A new subscriber gets the newest message of each topic. An example: `gain` is turned from 3
/// to 5. The broker gets `wheeld/desk/gain/value` with 3.5, then nothing for `interval`, then 5, and a commit when the
/// interaction ends. A program publishes 7 to `wheeld/desk/gain/set`: the daemon is asked to set 7, and after its reply
/// the control's value is published, even if it is still 5.
///
/// How each kind of message is published:
/// - Retained messages may be sent again at any time. They are sent again after a reconnection, because the broker may
///   be another one or may have lost them, and after a message to `get`. Only the newest message of a topic counts, so
///   they are coalesced. The retained messages of a control that no longer exists are deleted.
/// - Each commit counts. Commits are kept until the broker has acknowledged them, but not more than the key `queue`
///   allows (`CommitQueue`). Commits are received on a second connection with the daemon, because the daemon keeps
///   thousands of events for a client that subscribes only to commits, but few for a client that subscribes to all
///   events.
/// - A late press is worse than none. While the broker is disconnected, presses are left out.
///
/// Three things can go wrong. The broker may publish the last will of a lost connection after this program has
/// reconnected: then the status is published again. The broker may drop the subscription: `EchoCheck` notices that. The
/// daemon may leave out events: then the bridge asks for the state.
package struct MQTTCore: BridgeCore {
    private let settings: MQTTSettings
    private let topics: MQTTTopics
    private let announcement: HomeAssistant?
    private var published: [PublishedControl] = []
    private var routesOfControl: [String: Int] = [:]
    /// The only peer is the broker. Its mirror only receives: `published` sends the values. The index of a control in
    /// `published` is the number of its route.
    package var exchange: Exchange
    private var inputs: [String] = []
    /// The named buttons that were pressed so far. They are announced to Home Assistant.
    private var buttons: Set<HomeAssistant.Press> = []
    var commits: CommitQueue
    /// The presses to send. Presses are sent only while the broker is connected: a lamp that lights a minute after the
    /// press is worse than no light.
    private var presses = PressQueue<ButtonWatch.Button, MQTTMessage>(most: MQTTCore.mostPresses)
    private var watch = ButtonWatch()
    /// Messages that delete the retained messages of controls that no longer exist.
    private var removals: [MQTTMessage] = []
    /// Whether events were missed, so that speeds, ramps and locks may have changed.
    private var needsState = false
    /// Whether a request for the state waits for its reply.
    private var isAskingState = false
    private var isBrokerThere = false
    /// Whether the broker has the status `online`; `nil` if unknown.
    private var sentStatus: Bool?
    /// The number of the last message with the status.
    private var statusNumber: Int32?
    private var sentAnnouncement: String?
    /// The entities that were announced to Home Assistant, with their platforms.
    private var announced: [String: String] = [:]
    private var isAnnouncementDue = true
    private var complaints: [Complaint] = []
    private var echo = EchoCheck()
    /// Whether all retained messages must be sent again, because of a message to `get`.
    private var isAsked = false
    /// The time of the next attempt to send, if the connection had no room for a message; else `nil`.
    private var retryAt: Instant?
    static let retrying = Interval.milliseconds(20)
    /// The earliest time at which all retained messages may be sent again for a message to `get`.
    private var nextAnswer = Instant.distantPast

    static let mostPresses = 256
    private static let mostButtons = 64
    /// All retained messages are sent again at most once in this time, however often somebody asks.
    static let answering = Interval.seconds(1)

    package init(_ settings: MQTTSettings, name: String) {
        self.settings = settings
        topics = MQTTTopics(prefix: settings.prefix, name: name)
        let topics = topics
        announcement = settings.discovery.map { HomeAssistant(prefix: $0, name: name, topics: topics) }
        commits = CommitQueue(room: settings.room)
        exchange = Exchange(interval: settings.interval)
    }

    // MARK: The daemon.

    package mutating func connect(_ listing: Listing, client: Int) {
        needsState = false
        isAskingState = false
        update(listing, client: client)
    }

    package mutating func reset() { releaseAll() }

    package mutating func prepare(for listing: Listing) {
        let controls = listing.controls.filter { control in
            guard MQTTTopics.isLevel(control.name) else {
                complaints.append(.unusableName(control.name))
                return false
            }
            return true
        }
        let names = controls.map(\.name)
        if names != published.map(\.control.name) {
            let gone = Set(published.map(\.control.name)).subtracting(names)
            for name in gone.sorted() { remove(name) }
            let before = Dictionary(published.map { ($0.control.name, $0) }) { first, _ in first }
            published = controls.map { before[$0.name] ?? PublishedControl($0, isPanelLocked: listing.isLocked) }
            routesOfControl = Dictionary(
                published.indices.map { (published[$0].control.name, $0) }, uniquingKeysWith: { first, _ in first })
            exchange.configure(names.map { MirrorRoute(control: $0, numbers: .values, sends: false) })
        }
        for control in controls { update(control, isPanelLocked: listing.isLocked) }
        inputs = listing.inputs.filter { $0.type != "touch" && MQTTTopics.isLevel($0.name) }.map(\.name)
        isAnnouncementDue = true
    }

    /// Queues the deletion of a control's retained messages, because the control no longer exists.
    private mutating func remove(_ control: String) {
        for topic in [topics.value(control), topics.speed(control), topics.state(control)] {
            removals.append(MQTTMessage(topic, "", isRetained: true))
        }
    }

    package mutating func observe(_ event: Event) {
        for press in watch.presses(in: event) { add(press) }
        switch event.content {
        case .value(let value):
            withControl(value.control) { published in
                published.control.value = value.value
                // A ramp, too, ends with a commit, but nobody edits the control.
                published.control.isEditing = value.isEditing && value.source != .ramp
            }
        case .commit(let control, let value, _, _):
            withControl(control) { published in
                published.control.value = value
                published.control.isEditing = false
                published.hurry()
            }
        case .speed(let control, let speed): withControl(control) { $0.control.speed = speed }
        case .ramp(let control, let progress): withControl(control) { $0.control.ramp = progress }
        case .lock(let isLocked, let control?): withControl(control) { $0.control.isLocked = isLocked }
        case .lock(let isLocked, nil):
            for index in published.indices {
                published[index].isPanelLocked = isLocked
                published[index].isDue = true
            }
        case .missed(let count):
            complaints.append(.missedEvents(count))
            needsState = true
        default: break
        }
    }

    private mutating func withControl(_ control: String, _ change: (inout PublishedControl) -> Void) {
        guard let index = routesOfControl[control] else { return }
        change(&published[index])
        published[index].isDue = true
    }

    private mutating func update(_ control: ControlState, isPanelLocked: Bool) {
        withControl(control.name) { published in
            published.control = control
            published.isPanelLocked = isPanelLocked
        }
    }

    /// Releases all buttons, because nobody will report their releases: the daemon is disconnected, or this program
    /// ends.
    package mutating func releaseAll() {
        for press in watch.releaseAll() { add(press) }
    }

    private mutating func add(_ press: ButtonWatch.Press) {
        let (input, button) = (press.button.input, press.button.name)
        guard MQTTTopics.isLevel(input), button.map({ MQTTTopics.isLevel($0) }) ?? true else { return }
        let message = MQTTMessage(topics.press(input, button), press.gesture.rawValue, isAcknowledged: true)
        if press.gesture == .up { return presses.release(press.button, message) }
        guard isBrokerThere else { return }
        if let button, announcement != nil, buttons.count < MQTTCore.mostButtons,
            buttons.insert(HomeAssistant.Press(input: input, button: button)).inserted
        {
            isAnnouncementDue = true
        }
        if !presses.press(press.gesture == .down ? press.button : nil, message) { complaints.append(.tooManyPresses) }
    }

    package mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest? {
        if reply.id == MQTTCore.stateReply { return consume(state: reply) }
        let (routes, refused) = exchange.receive(reply, at: now)
        // The value is published even if it has not changed, so that the program that has sent the request learns the
        // result.
        for route in routes { published[route].repeatValue() }
        return refused
    }

    package mutating func sendRequests(at now: Instant, _ send: (Request, RequestID?) -> Void) {
        if exchange.client != nil { askState(send) }
        exchange.sendRequests(at: now, send)
    }

    // MARK: The broker.

    /// Called when the bridge has connected to a broker. All retained messages are sent to it, because it may be
    /// another broker, or may have lost them.
    package mutating func brokerCame(at now: Instant) {
        isBrokerThere = true
        echo.begin(at: now)
        isAsked = false
        resetSent()
    }

    private mutating func resetSent() {
        sentStatus = nil
        sentAnnouncement = nil
        isAnnouncementDue = true
        for index in published.indices { published[index].resetBroker() }
    }

    package mutating func brokerWent() {
        isBrokerThere = false
        echo.end()
        retryAt = nil
        presses.leaveOutPresses()
        commits.returnSent()
    }

    /// The topics to which the bridge subscribes.
    package var filters: [String] { [topics.requests, topics.status, topics.get] }
    package var status: String { topics.status }

    package mutating func receive(_ topic: String, _ payload: [UInt8], isRetained: Bool, at now: Instant) {
        if topic == topics.status {
            if !isRetained { echo.receive() }
            // The broker may publish the last will of a lost connection after this connection was made. Then the status
            // is sent again.
            if !isRetained, payload != Array(statusText.utf8) { sentStatus = nil }
            return
        }
        if topic == topics.get {
            isAsked = isAsked || !isRetained
            return
        }
        guard let control = topics.requestedControl(topic) else { return complaints.append(.foreignTopic(topic)) }
        // An empty message deletes a retained one, and requests nothing.
        if payload.isEmpty { return }
        guard !isRetained else { return complaints.append(.oldRequest(control)) }
        guard exchange.client != nil else { return }
        guard let route = routesOfControl[control] else { return complaints.append(.unknownControl(control)) }
        guard let text = MQTTText.text(of: payload) else { return complaints.append(.unreadable) }
        guard let number = number(text, for: published[route].control) else {
            published[route].repeatValue()
            return complaints.append(.noValue(control: control, text))
        }
        exchange.peers[0].mirror.receive(HeardNumber(number), on: route, at: now)
    }

    /// The number in a text, or the index of the position that the text names.
    private mutating func number(_ text: String, for control: ControlState) -> Double? {
        switch control.kind {
        case .selection: return nil
        case .choice:
            return control.positions?.firstIndex { $0.name == text }.map(Double.init)
        case .float, .int:
            guard let number = PeerText.number(text) else { return nil }
            // The control's `beyond` decides whether the daemon clamps the number or refuses it.
            if let range = control.range, !control.wraps, number < range.lower || number > range.upper {
                complaints.append(.outside(control: control.name, number))
            }
            return number
        }
    }

    /// Records that the broker has acknowledged a message. If the broker has refused a commit, returns the commit's
    /// topic.
    package mutating func acknowledge(_ number: Int32, isRefused: Bool, at now: Instant) -> String? {
        if number == statusNumber { echo.recordAcknowledged(at: now) }
        let message = commits.acknowledge(number)
        return isRefused ? message?.topic : nil
    }

    package mutating func end() -> MQTTMessage {
        MQTTMessage(topics.status, "offline", isAcknowledged: true, isRetained: true)
    }

    /// Whether the messages of the subscription have stopped arriving. Only a new connection repairs that.
    package mutating func isDeaf(at now: Instant) -> Bool {
        guard echo.consumeSilence(at: now) else { return false }
        if !echo.isPossible { complaints.append(.noEcho) }
        return echo.isPossible
    }

    /// Whether all commits have been acknowledged, and no press waits.
    package var isSettled: Bool { commits.isEmpty && presses.isEmpty }

    package mutating func consumeComplaints() -> [Complaint] {
        defer { complaints = [] }
        return complaints
    }

    /// The next time at which work is due even if no message arrives; `nil` if no work is due.
    package var deadline: Instant? {
        var times = [exchange.deadline, echo.deadline, retryAt].compactMap { $0 }
        // If the connection had no room, the due messages wait until `retryAt`. The times of these messages are in the
        // past, and would end each wait of the loop at once.
        if retryAt == nil, isBrokerThere, exchange.client != nil {
            times += published.compactMap(\.deadline)
            if isAsked { times.append(nextAnswer) }
        }
        return times.min()
    }

    // MARK: The messages to the broker, in the order in which they are sent.

    private var statusText: String { exchange.client != nil ? "online" : "offline" }

    /// Sends all messages that are due. `send` returns the number of the message; `nil` if the connection has no room
    /// now.
    package mutating func sendMessages(at now: Instant, _ send: (MQTTMessage) -> Int32?) {
        var isFull = false
        sendAll(at: now) { message in
            let number = send(message)
            if number == nil { isFull = true }
            return number
        }
        retryAt = isFull ? now + MQTTCore.retrying : nil
    }

    private mutating func sendAll(at now: Instant, _ send: (MQTTMessage) -> Int32?) {
        guard isBrokerThere else { return }
        if echo.consumeDue(at: now) { sentStatus = nil }
        while let removal = removals.first {
            guard send(removal) != nil else { return }
            removals.removeFirst()
        }
        guard exchange.client != nil else {
            guard sendPresses(send), sendStatus(send) else { return }
            return sendCommits(send)
        }
        if isAsked, now >= nextAnswer {
            isAsked = false
            nextAnswer = now + MQTTCore.answering
            resetSent()
        }
        guard announce(send), sendStatus(send) else { return }
        for index in published.indices {
            guard published[index].send(at: now, interval: settings.interval, topics, { send($0) != nil })
            else { return }
        }
        guard sendPresses(send) else { return }
        sendCommits(send)
    }

    private mutating func sendPresses(_ send: (MQTTMessage) -> Int32?) -> Bool {
        presses.send { send($0) != nil }
    }

    /// Sends only presses and commits, for the end of the program.
    package mutating func sendLast(_ send: (MQTTMessage) -> Int32?) {
        if sendPresses(send) { sendCommits(send) }
    }

    private mutating func sendCommits(_ send: (MQTTMessage) -> Int32?) {
        while let commit = commits.next {
            guard let number = send(commit) else { return }
            commits.recordSent(number)
        }
    }

    private mutating func sendStatus(_ send: (MQTTMessage) -> Int32?) -> Bool {
        let isOnline = exchange.client != nil
        guard sentStatus != isOnline else { return true }
        let message = MQTTMessage(topics.status, statusText, isAcknowledged: true, isRetained: true)
        guard let number = send(message) else { return false }
        statusNumber = number
        sentStatus = isOnline
        return true
    }

    private mutating func announce(_ send: (MQTTMessage) -> Int32?) -> Bool {
        guard isAnnouncementDue, let announcement else { return true }
        let entities = announcement.entities(published.map(\.control), inputs: inputs, buttons: buttons)
        let platforms = Dictionary(entities.map { ($0.key, $0.platform) }) { first, _ in first }
        // Home Assistant keeps an entity that a message leaves out, and removes one that has only its platform in the
        // message.
        let gone = announced.filter { platforms[$0.key] != $0.value }
        if !gone.isEmpty {
            guard send(announcement.message(entities, removing: gone)) != nil else { return false }
            announced = announced.filter { gone[$0.key] == nil }
            sentAnnouncement = nil
        }
        let message = announcement.message(entities)
        if message.payload != sentAnnouncement {
            guard send(message) != nil else { return false }
            sentAnnouncement = message.payload
            announced = platforms
        }
        isAnnouncementDue = false
        return true
    }

    // MARK: Commits, by a connection of their own.

    // Each commit arrives on both connections, in either order. On the main connection it ends the interaction; only on
    // the connection for commits is it published as a commit.

    /// Handles an event of the connection for commits.
    package mutating func keep(_ event: Event) {
        switch event.content {
        case .commit(let control, let value, _, _):
            guard MQTTTopics.isLevel(control) else { return }
            let state = routesOfControl[control].map { published[$0].control }
            commits.add(
                MQTTMessage(topics.commit(control), MQTTText.text(of: value), isAcknowledged: true),
                isReading: state?.movedByHands == false)
        case .missed(let count):
            // The message is queued among the commits, so that a program that stores the commits knows where some are
            // missing.
            commits.add(MQTTMessage(topics.missed, "\(count)", isAcknowledged: true))
            complaints.append(.missedCommits(count))
        default: break
        }
    }

    /// How many commits the broker has not acknowledged yet.
    package var waitingCommits: Int { commits.count }

    package mutating func consumeDroppedCommits() -> Int { commits.consumeDropped() }

    // MARK: The state, after the daemon has dropped events.

    // The daemon may have left out events about speeds, ramps and locks, so the bridge asks for the state. The newest
    // values are never left out.

    /// The number of the reply with the state. This number is negative, unlike the numbers of replies for the mirrors.
    /// Replies to feeds have negative numbers, too, but this bridge has no feeds.
    private static let stateReply = RequestID(-1)

    /// Asks for the state if events were missed, unless an earlier request for the state has no reply yet.
    private mutating func askState(_ send: (Request, RequestID?) -> Void) {
        guard needsState, !isAskingState else { return }
        needsState = false
        isAskingState = true
        send(.list, MQTTCore.stateReply)
    }

    private mutating func consume(state reply: Reply) -> RefusedRequest? {
        isAskingState = false
        guard case .listing(let listing)? = try? reply.answer(to: .list) else { return RefusedRequest(reply) }
        for control in listing.controls {
            update(control, isPanelLocked: listing.isLocked)
        }
        return nil
    }
}
