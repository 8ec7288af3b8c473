import WheelBridge
import WheelCore
import WheelWire

/// What `wheel-mqtt` does, without a socket, a broker and a clock: messages and events come in, messages and requests go out.
package struct MQTTCore {
    let settings: MQTTSettings
    let topics: MQTTTopics
    let announcement: HomeAssistant?
    var published: [PublishedControl] = []
    var routesOfControl: [String: Int] = [:]
    /// Takes the values that come from the broker. Each control has one route, in their order.
    var mirror: Mirror
    var inputs: [String] = []
    /// The buttons with names that were pressed so far.
    var buttons: Set<HomeAssistant.Press> = []
    var commits: CommitQueue
    /// Presses. They are only sent while the broker is there: a lamp that goes on a minute after the press is worse than none.
    var presses = PressQueue<ButtonWatch.Button, MQTTMessage>(most: MQTTCore.mostPresses)
    private var watch = ButtonWatch()
    /// Messages that delete the retained messages of controls that are gone.
    var removals: [MQTTMessage] = []
    var client: Int?
    /// Whether events were missed, so that speeds, ramps and locks may have changed.
    var needsState = false
    /// Whether the daemon was asked for the state, and has not answered yet.
    var isAskingState = false
    var isBrokerThere = false
    /// Whether the broker has the status `online`; `nil` if that is not known.
    var sentStatus: Bool?
    /// The number of the last message with the status.
    var statusNumber: Int32?
    var sentAnnouncement: String?
    /// The entities that Home Assistant was told of, with their platforms.
    var announced: [String: String] = [:]
    var isAnnouncementDue = true
    var complaints: [Complaint] = []
    var echo = EchoCheck()
    /// Whether somebody has asked for all retained messages, and they were not sent since then.
    var isAsked = false
    /// When messages are sent again; `nil` unless the connection had no room for a message.
    var retryAt: Instant?
    static let retrying = Interval.milliseconds(20)
    /// All retained messages are not sent again before this time.
    var nextAnswer = Instant.distantPast

    static let mostPresses = 256
    static let mostButtons = 64
    /// All retained messages are sent again at most once in this time, however often somebody asks.
    static let answering = Interval.seconds(1)

    package init(_ settings: MQTTSettings, name: String) {
        self.settings = settings
        topics = MQTTTopics(prefix: settings.prefix, name: name)
        let topics = topics
        announcement = settings.discovery.map { HomeAssistant(prefix: $0, name: name, topics: topics) }
        commits = CommitQueue(room: settings.room)
        mirror = Mirror([], interval: settings.interval)
    }

    // MARK: The daemon.

    package mutating func connect(_ listing: Listing, client: Int) {
        self.client = client
        needsState = false
        isAskingState = false
        configure(listing)
        _ = mirror.connect(listing.controls, client: client)
    }

    package mutating func disconnect() {
        client = nil
        mirror.disconnect()
        releaseAll()
    }

    private mutating func configure(_ listing: Listing) {
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
            mirror.configure(names.map { MirrorRoute(control: $0, numbers: .values, sends: false) })
            if let client { _ = mirror.connect(listing.controls, client: client) }
        } else {
            _ = mirror.update(listing.controls)
        }
        for index in published.indices { published[index].update(controls[index], isPanelLocked: listing.isLocked) }
        inputs = listing.inputs.filter { $0.type != "touch" && MQTTTopics.isLevel($0.name) }.map(\.name)
        isAnnouncementDue = true
    }

    /// Makes the broker forget the messages of a control that is gone.
    private mutating func remove(_ control: String) {
        for topic in [topics.value(control), topics.speed(control), topics.state(control)] {
            removals.append(MQTTMessage(topic, "", isRetained: true))
        }
    }

    package mutating func receive(_ event: Event) {
        for press in watch.presses(in: event) { add(press) }
        switch event.content {
        case .value(let value):
            mirror.receive(event)
            withControl(value.control) { $0.consume(value.value, isEditing: value.isEditing) }
        case .commit(let control, let value, _, _):
            mirror.receive(event)
            guard let index = routesOfControl[control] else { return }
            published[index].consume(value, isEditing: false)
            published[index].hurry()
        case .speed(let control, let speed): withControl(control) { $0.consume(speed: speed) }
        case .ramp(let control, let progress): withControl(control) { $0.consume(progress) }
        case .lock(let isLocked, let control):
            if let control {
                withControl(control) { $0.updateLock(isLocked, ofPanel: false) }
            } else {
                for index in published.indices { published[index].updateLock(isLocked, ofPanel: true) }
            }
        case .controls(let listing): configure(listing)
        case .missed(let count):
            complaints.append(.missedEvents(count))
            needsState = true
        default: break
        }
    }

    mutating func withControl(_ control: String, _ change: (inout PublishedControl) -> Void) {
        if let index = routesOfControl[control] { change(&published[index]) }
    }

    /// Releases all buttons. The daemon has gone, or this program ends, so nobody will report that a button goes up.
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

    /// Returns the request that the daemon has refused, if that should be logged.
    package mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest? {
        guard let id = reply.id.flatMap({ Int($0.json) }) else { return RefusedRequest(reply) }
        if id == MQTTCore.stateReply { return consume(state: reply) }
        let routes = mirror.answered(id, isRefused: reply.refusal != nil, at: now)
        // The value is published even if it has not changed: it tells the program that has sent the request what became of it.
        for route in routes { published[route].repeatValue() }
        return mirror.refused(reply, routes)
    }

    package mutating func sendRequests(at now: Instant, _ send: (Request, RequestID?) -> Void) {
        guard client != nil else { return }
        askState(send)
        mirror.sendRequests(at: now) { number, request in
            send(request, request.operation == .set ? RequestID(number) : nil)
        }
    }

    // MARK: The broker.

    /// The broker is there. It may be another one, or have forgotten everything.
    package mutating func brokerCame(at now: Instant) {
        isBrokerThere = true
        echo.begin(at: now)
        isAsked = false
        resetSent()
    }

    mutating func resetSent() {
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
            // The broker may publish the will of a lost connection after this connection was made.
            if !isRetained, payload != Array(statusText.utf8) { sentStatus = nil }
            return
        }
        if topic == topics.get {
            isAsked = isAsked || !isRetained
            return
        }
        guard let control = topics.requestedControl(topic) else { return complaints.append(.foreignTopic(topic)) }
        // An empty message deletes a retained one.
        if payload.isEmpty { return }
        guard !isRetained else { return complaints.append(.oldRequest(control)) }
        guard client != nil else { return }
        guard let route = routesOfControl[control] else { return complaints.append(.unknownControl(control)) }
        guard let text = MQTTText.text(of: payload) else { return complaints.append(.unreadable) }
        guard let number = number(text, for: published[route].control) else {
            published[route].repeatValue()
            return complaints.append(.noValue(control: control, text))
        }
        mirror.receive(HeardNumber(number), on: route, at: now)
    }

    /// The number that a text stands for: the number itself, or the index of the position with this name.
    private mutating func number(_ text: String, for control: ControlState) -> Double? {
        switch control.kind {
        case .selection: return nil
        case .choice:
            return control.positions?.firstIndex { $0.name == text }.map(Double.init)
        case .float, .int:
            guard let number = PeerText.number(text) else { return nil }
            // The daemon sets the nearest end of the range.
            if let range = control.range, !control.wraps, number < range.lower || number > range.upper {
                complaints.append(.outside(control: control.name, number))
            }
            return number
        }
    }

    /// The broker has acknowledged a message. Returns the topic of a commit that it has refused.
    package mutating func acknowledge(_ number: Int32, isRefused: Bool, at now: Instant) -> String? {
        if number == statusNumber { echo.recordAcknowledged(at: now) }
        let message = commits.acknowledge(number)
        return isRefused ? message?.topic : nil
    }

    /// The last message before this program ends.
    package mutating func end() -> MQTTMessage {
        MQTTMessage(topics.status, "offline", isAcknowledged: true, isRetained: true)
    }

    /// Whether messages of the subscription have come before, and come no more. Only another connection mends that.
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

    /// When this core has something to do, even if no message and no event comes before.
    package var deadline: Instant? {
        var times = [mirror.deadline, echo.deadline, retryAt].compactMap { $0 }
        // If the connection had no room, messages that are due wait until `retryAt`. Their own times have passed, and would end
        // each wait at once.
        if retryAt == nil, isBrokerThere, client != nil {
            times += published.compactMap(\.deadline)
            if isAsked { times.append(nextAnswer) }
        }
        return times.min()
    }
}
