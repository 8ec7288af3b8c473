public import WheelGeometry

/// What an input's device said, in a text that a person can read and attach to a report:
///
///     wheeld-recording 1
///     input knob
///     type gpio
///
///     0.000000 LEVEL_A 0
///     0.000000 LEVEL_B 0
///     0.013570 A 1
///
/// Each line has the time since the first in seconds, a code and a value. Codes are the kernel's names of events
/// (a frame ends with SYN_REPORT), A, B and BUTTON for lines (1 is a closed contact), and those of `StateCode`. Empty
/// lines, and what follows a `#`, say nothing.
public struct Recording: Equatable, Sendable {
    public struct Event: Equatable, Sendable {
        /// Since the beginning.
        public var time: Interval
        public var code: String
        public var value: Int

        public init(time: Interval, code: String, value: Int) {
            self.time = time
            self.code = code
            self.value = value
        }
    }

    /// The input's name.
    public var input: String
    /// `gpio`, `evdev` or `touch`.
    public var type: String
    public private(set) var events: [Event] = []
    private var start: Instant?

    public init(input: String, type: String) {
        self.input = input
        self.type = type
    }

    /// Adds what the receiver's `raw` was told. What is not later than the line before it, is at the same time.
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

/// The codes of a recording that are no events of the kernel: what was so at its beginning, and what befell the device.
enum StateCode: String, CaseIterable {
    /// The contacts' levels: at the beginning, and behind a gap.
    case levelA = "LEVEL_A"
    case levelB = "LEVEL_B"
    case levelButton = "LEVEL_BUTTON"
    /// So many edges were dropped by the kernel; the levels behind the gap stand before it.
    case lost = "LOST"
    /// So many edges became one with the next of their line. The levels are right all the same.
    case merged = "MERGED"
    /// The axis of a knob tells where it stands, and wraps at so many.
    case counter = "COUNTER"
    /// A touchscreen's slots, 0 for a single-touch one, and its axes.
    case slots = "SLOTS"
    case xMinimum = "X_MINIMUM"
    case xMaximum = "X_MAXIMUM"
    case xResolution = "X_RESOLUTION"
    case yMinimum = "Y_MINIMUM"
    case yMaximum = "Y_MAXIMUM"
    case yResolution = "Y_RESOLUTION"
    /// The device went.
    case unplugged = "UNPLUGGED"
}
