public import WheelCore

/// The raw events of an input, as a text that a user can read and attach to a report:
///
///     wheeld-recording 1
///     input knob
///     type gpio
///
///     0.000000 LEVEL_A 0
///     0.000000 LEVEL_B 0
///     0.013570 A 1
///
/// Each line has the time since the first event in seconds, a code and a value. Codes are the kernel's names of events
/// (a frame ends with SYN_REPORT), A, B and BUTTON for lines (1 is a closed contact), and those of `StateCode`. Empty
/// lines are ignored, and so is the rest of a line from a `#` on.
public struct Recording: Equatable, Sendable {
    public struct Event: Equatable, Sendable {
        /// Since the first event.
        public var time: Interval
        public var code: String
        public var value: Int
    }

    /// The input's name.
    public var input: String
    /// `gpio`, `evdev`, `touch` or `client`.
    public var type: String
    public private(set) var events: [Event] = []
    private var start: Instant?

    public init(input: String, type: String) {
        self.input = input
        self.type = type
    }

    /// Adds a raw event. Its time in the recording is never before that of the last event.
    public mutating func append(code: String, value: Int, at time: Instant) {
        let start = start ?? time
        self.start = start
        events.append(Event(time: max(time - start, events.last?.time ?? .zero), code: code, value: value))
    }

    public static func == (left: Recording, right: Recording) -> Bool {
        left.input == right.input && left.type == right.type && left.events == right.events
    }

    mutating func append(_ event: Event) { events.append(event) }
}

/// The codes of a recording that are no kernel events: the state at its beginning, and losses.
enum StateCode: String, CaseIterable {
    static let levels = [levelA, levelB, levelButton]

    /// The levels of the contacts, at the beginning and after a gap.
    case levelA = "LEVEL_A"
    case levelB = "LEVEL_B"
    case levelButton = "LEVEL_BUTTON"
    /// The number of edges known to be lost. The levels after the gap come before this.
    case lost = "LOST"
    /// The number of edges that were merged with the next of their line. The levels stay right.
    case merged = "MERGED"
    /// The axis of a knob reports positions. The value is their number, after which they wrap.
    case counter = "COUNTER"
    /// The axis of a knob counts more finely than detents. The value is the number of counts in a revolution.
    case countsPerTurn = "COUNTS_PER_TURN"
    /// The detents of a revolution, of a product that is known to have so many.
    case detentsPerTurn = "DETENTS_PER_TURN"
    /// The axis of a knob that reports its position: its ends, its fuzz, whether a finger moves it, and where it stands. The
    /// last is left out while no finger is on it.
    case axisMinimum = "AXIS_MINIMUM"
    case axisMaximum = "AXIS_MAXIMUM"
    case axisFuzz = "AXIS_FUZZ"
    case axisFingers = "AXIS_FINGERS"
    case axisPosition = "AXIS_POSITION"
    /// The slots of a touchscreen (0 for a single-touch screen), and its axes.
    case slots = "SLOTS"
    case xMinimum = "X_MINIMUM"
    case xMaximum = "X_MAXIMUM"
    case xResolution = "X_RESOLUTION"
    case yMinimum = "Y_MINIMUM"
    case yMaximum = "Y_MAXIMUM"
    case yResolution = "Y_RESOLUTION"
    /// The size of a surface whose contacts a client sends.
    case width = "WIDTH"
    case height = "HEIGHT"
    /// The device was lost.
    case unplugged = "UNPLUGGED"
}
