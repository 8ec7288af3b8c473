import WheelCore

/// Counters since the daemon's start.
public struct Statistics: Equatable, Sendable {
    /// The number of events of hands from all inputs: turns, presses, releases and touch frames.
    public var eventsIn: Int
    /// The number of lost events, counted as in the event `dropped`.
    public var eventsDropped: Int
    public var eventsPublished: Int
    public var clients: Int
    public var inputs: [Input]
    public var displays: [Display]
    public var definitions: [Definition]
    public var views: [View]
    /// The reason why values, or some of them, are not saved; `nil` if all are saved.
    public var unsaved: String?
    public var framesDrawn: Int
    public var microsecondsPerFrame: Double
    public var uptime: Interval

    public struct Input: Equatable, Sendable {
        public var name: String
        /// The device, or the reason why it is absent. Empty before the first search for the device.
        public var detail: String
        public var eventsIn: Int
        public var eventsDropped: Int
        public var edgesMerged: Int
        public var lastEvent: Instant?

        public init(
            name: String, detail: String = "", eventsIn: Int, eventsDropped: Int, edgesMerged: Int = 0,
            lastEvent: Instant?
        ) {
            self.name = name
            self.detail = detail
            self.eventsIn = eventsIn
            self.eventsDropped = eventsDropped
            self.edgesMerged = edgesMerged
            self.lastEvent = lastEvent
        }
    }

    public struct Display: Equatable, Sendable {
        public var name: String
        public var state: DeviceState
        /// The screen, or the reason why the display has none.
        public var detail: String

        public init(name: String, state: DeviceState, detail: String) {
            self.name = name
            self.state = state
            self.detail = detail
        }
    }

    public struct View: Equatable, Sendable {
        public var name: String
        public var client: Int
        public var format: ViewSettings.Format
        public var width: Int
        public var height: Int
        public var hands: ViewSettings.Hands

        public init(
            name: String, client: Int, format: ViewSettings.Format, width: Int, height: Int, hands: ViewSettings.Hands
        ) {
            self.name = name
            self.client = client
            self.format = format
            self.width = width
            self.height = height
            self.hands = hands
        }
    }

    public struct Definition: Equatable, Sendable {
        public var owner: String
        public var controls: Int
        public var pages = 0
        public var ramps = 0
        public var presets = 0
        /// The number of the client that sent the definition; `nil` if this client is not connected now.
        public var client: Int?
        /// Whether the definition outlives its client and the daemon.
        public var isKept: Bool
        /// Whether the definition is put aside: it does not fit the present configuration, and waits for another
        /// configuration.
        public var isAside: Bool
        /// The reason why the definition does not fit; `nil` if it fits.
        public var misfit: String?

        public init(owner: String, controls: Int, client: Int?, isKept: Bool, isAside: Bool) {
            self.owner = owner
            self.controls = controls
            self.client = client
            self.isKept = isKept
            self.isAside = isAside
        }
    }

    public init(
        eventsIn: Int = 0, eventsDropped: Int = 0, eventsPublished: Int = 0, clients: Int = 0, inputs: [Input] = [],
        displays: [Display] = [], definitions: [Definition] = [], views: [View] = [], unsaved: String? = nil,
        framesDrawn: Int = 0, microsecondsPerFrame: Double = 0, uptime: Interval = .zero
    ) {
        self.eventsIn = eventsIn
        self.eventsDropped = eventsDropped
        self.eventsPublished = eventsPublished
        self.clients = clients
        self.inputs = inputs
        self.displays = displays
        self.definitions = definitions
        self.views = views
        self.unsaved = unsaved
        self.framesDrawn = framesDrawn
        self.microsecondsPerFrame = microsecondsPerFrame
        self.uptime = uptime
    }
}

extension Statistics: DeclaredObject {
    static let blank = Statistics()

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("events_in", &eventsIn, "turns, presses, releases and touch frames from all inputs")
        visitor.visit("events_dropped", &eventsDropped, "what was lost, counted as in the event `dropped`")
        visitor.visit("events_published", &eventsPublished, "events published")
        visitor.visit("clients", &clients, "clients that are connected now")
        visitor.visit("inputs", &inputs, "the counters of each input, below")
        visitor.visit("displays", &displays, without: [], "the state of each display that has an output, below")
        visitor.visit(
            "definitions", &definitions, without: [], "what clients have [defined](#defining-controls), below")
        visitor.visit("views", unlessEmpty: &views, when: "if there are any", "the [views](#views) of clients, below")
        visitor.visit(
            "unsaved", ifAny: &unsaved, when: "if any are not saved", "why values are not saved, or not all of them")
        visitor.visit("frames", &framesDrawn, "frames drawn")
        visitor.visit("frame_us", &microsecondsPerFrame, "how long a frame takes to draw on average, in microseconds")
        visitor.visit("uptime_s", &sinceStart, "the time since the daemon's start")
    }

    private var sinceStart: Instant {
        get { Instant(microseconds: uptime.microseconds) }
        set { uptime = Interval(microseconds: newValue.microseconds) }
    }
}

extension Statistics.Input: DeclaredObject {
    static let blank = Statistics.Input(name: "", eventsIn: 0, eventsDropped: 0, lastEvent: nil)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("input", &name, "the input's name")
        visitor.visit(
            "detail", unlessEmpty: &detail, "the input's device, or why it is missing, as in the event `device`")
        visitor.visit("events_in", &eventsIn, "turns, presses, releases and touch frames")
        visitor.visit("events_dropped", &eventsDropped, "what was lost")
        visitor.visit(
            Member(
                "edges_merged", when: "if there were any",
                "edges of GPIO lines that were merged with the next edge of their line, mostly bounce"),
            unlessZero: &edgesMerged)
        visitor.visit("last", &lastEvent, "the time of the input's last event; `null` before the first")
    }
}

extension Statistics.Display: DeclaredObject {
    static let blank = Statistics.Display(name: "", state: .waiting, detail: "")

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("display", &name, "the display's name")
        visitor.visit("state", &state, "`waiting` for a screen, or `attached` to one")
        visitor.visit("detail", &detail, "the screen, or why there is none")
    }
}

extension Statistics.View: DeclaredObject {
    static let blank = Statistics.View(name: "", client: 0, format: .png, width: 0, height: 0, hands: .none)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("view", &name, "the view's name")
        visitor.visit("client", &client, "the number of the view's client")
        visitor.visit("format", &format, "a picture or characters")
        visitor.visit("width", &width, "the width in pixels or characters")
        visitor.visit("height", &height, "the height in pixels or characters")
        visitor.visit("hands", &hands, "the view's hands")
    }
}

extension ViewSettings.Format: MemberChoice {}

extension Statistics.Definition: DeclaredObject {
    static let blank = Statistics.Definition(owner: "", controls: 0, client: nil, isKept: false, isAside: false)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("owner", &owner, "the definition's owner")
        visitor.visit("controls", &controls, "the number of the definition's controls")
        visitor.visit(
            Member("pages", when: "if there are any", "the number of the definition's pages"), unlessZero: &pages)
        visitor.visit(
            Member("ramps", when: "if there are any", "the number of the definition's ramps"), unlessZero: &ramps)
        visitor.visit(
            Member("presets", when: "if there are any", "the number of the definition's presets"), unlessZero: &presets)
        visitor.visit(
            "client", &client,
            "the number of the client that sent the definition; `null` once that client has disconnected")
        visitor.visit("kept", &isKept, "whether the definition was sent with `\"keep\":\"always\"`")
        visitor.visit(
            "aside", &isAside, "whether the definition is put aside because it does not fit the configuration")
        visitor.visit(
            "misfit", ifAny: &misfit, when: "if the definition is put aside",
            "why the definition does not fit: its first mistake")
    }
}
