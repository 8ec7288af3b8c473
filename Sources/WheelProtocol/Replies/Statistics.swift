import WheelGeometry
import WheelModel

/// Counters since the daemon's start.
public struct Statistics: Equatable, Sendable {
    /// Detents, presses and touch frames from all inputs.
    public var eventsIn: Int
    /// What the kernel dropped, counted as in the event `dropped`.
    public var eventsDropped: Int
    public var eventsPublished: Int
    public var clients: Int
    public var inputs: [Input]
    public var framesDrawn: Int
    /// How long a frame takes to draw, on average.
    public var microsecondsPerFrame: Double
    public var uptime: Interval

    public struct Input: Equatable, Sendable {
        public var name: String
        public var eventsIn: Int
        public var eventsDropped: Int
        /// The time of its last event; `nil` where none has come.
        public var lastEvent: Instant?

        public init(name: String, eventsIn: Int, eventsDropped: Int, lastEvent: Instant?) {
            self.name = name
            self.eventsIn = eventsIn
            self.eventsDropped = eventsDropped
            self.lastEvent = lastEvent
        }
    }

    public init(
        eventsIn: Int = 0, eventsDropped: Int = 0, eventsPublished: Int = 0, clients: Int = 0, inputs: [Input] = [],
        framesDrawn: Int = 0, microsecondsPerFrame: Double = 0, uptime: Interval = .zero
    ) {
        self.eventsIn = eventsIn
        self.eventsDropped = eventsDropped
        self.eventsPublished = eventsPublished
        self.clients = clients
        self.inputs = inputs
        self.framesDrawn = framesDrawn
        self.microsecondsPerFrame = microsecondsPerFrame
        self.uptime = uptime
    }
}

extension Statistics: DeclaredObject {
    static let blank = Statistics()

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("events_in", &eventsIn, "detents, presses and touch frames from all inputs")
        visitor.visit("events_dropped", &eventsDropped, "what the kernel dropped, counted as in the event `dropped`")
        visitor.visit("events_published", &eventsPublished, "events published")
        visitor.visit("clients", &clients, "clients that are connected now")
        visitor.visit("inputs", &inputs, "the counters of each input, below")
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
        visitor.visit("events_in", &eventsIn, "detents, presses and touch frames")
        visitor.visit("events_dropped", &eventsDropped, "what the kernel dropped")
        visitor.visit("last", &lastEvent, "the time of its last event; `null` where none has come")
    }
}
