import WheelGeometry
import WheelModel

/// What the daemon has done since its start, in counters.
public struct Statistics: Equatable, Sendable {
    /// Detents, presses and touch frames that came in from all inputs.
    public var eventsIn: Int
    /// What the kernel dropped, as the event `dropped` counts it.
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
        /// When its last event was; `nil` where none came yet.
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

extension Statistics {
    init(_ members: JSONObject) throws(MemberProblem) {
        self.init(
            eventsIn: try members.integer("events_in"), eventsDropped: try members.integer("events_dropped"),
            eventsPublished: try members.integer("events_published"), clients: try members.integer("clients"),
            framesDrawn: try members.integer("frames"), microsecondsPerFrame: try members.number("frame_us"),
            uptime: Interval(microseconds: try members.instant("uptime_s").microseconds))
        for input in try members.objects("inputs") { inputs.append(try Input(input)) }
    }

    func write(to line: inout LineBuffer) {
        line.key("events_in")
        line.integer(eventsIn)
        line.key("events_dropped")
        line.integer(eventsDropped)
        line.key("events_published")
        line.integer(eventsPublished)
        line.key("clients")
        line.integer(clients)
        line.key("inputs")
        line.beginArray()
        for input in inputs {
            line.separate()
            input.write(to: &line)
        }
        line.endArray()
        line.key("frames")
        line.integer(framesDrawn)
        line.key("frame_us")
        line.number(microsecondsPerFrame)
        line.key("uptime_s")
        line.seconds(microseconds: uptime.microseconds)
    }
}

extension Statistics.Input {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        name = try members.string("input")
        eventsIn = try members.integer("events_in")
        eventsDropped = try members.integer("events_dropped")
        lastEvent = members["last"] == nil ? nil : try members.instant("last")
    }

    fileprivate func write(to line: inout LineBuffer) {
        line.beginObject()
        line.member("input", name)
        line.key("events_in")
        line.integer(eventsIn)
        line.key("events_dropped")
        line.integer(eventsDropped)
        line.key("last")
        if let lastEvent { line.seconds(microseconds: lastEvent.microseconds) } else { line.null() }
        line.endObject()
    }
}
