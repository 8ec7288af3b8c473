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
/// Below the first three lines, each line is an event: the time since the first event in seconds, a code and a value. A
/// code is the kernel's name of an event (SYN_REPORT ends a frame), or A, B or BUTTON for a GPIO line (1 is a closed
/// contact), or a code of `FedFrames` or `StateCode`. Empty lines are ignored, as is text from a `#` to the end of its
/// line.
public struct Recording: Equatable, Sendable {
    public struct Event: Equatable, Sendable {
        /// The time since the first event.
        public var time: Interval
        public var code: String
        public var value: Int
    }

    public var input: String
    /// The type of the input: `gpio`, `evdev`, `touch` or `client`.
    public var type: String
    public private(set) var events: [Event] = []
    private var start: Instant?

    public init(input: String, type: String) {
        self.input = input
        self.type = type
    }

    /// Adds a raw event. An event with a time before the last event's time is recorded with the time of the last event.
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

extension Recording {
    private static let title = "wheeld-recording 1"

    public var text: String {
        var text = "\(Self.title)\ninput \(input)\ntype \(type)\n\n"
        for event in events { text += Self.line(event) }
        return text
    }

    /// The line of one event, so that a recording can be written line by line while it is made.
    public static func line(_ event: Event) -> String {
        "\(seconds(event.time)) \(event.code) \(event.value)\n"
    }

    /// The time in seconds, with six decimals.
    package static func seconds(_ time: Interval) -> String {
        let fraction = String(time.microseconds % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        return "\(time.microseconds / 1_000_000).\(zeros)\(fraction)"
    }

    public init(text: String) throws(RecordingProblem) {
        self.init(input: "", type: "")
        var titleLine: Int?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard let first = words.first else { continue }
            do throws(LineProblem) {
                if titleLine == nil {
                    guard words.joined(separator: " ") == Self.title else {
                        throw LineProblem("is not a recording: it does not begin with '\(Self.title)'")
                    }
                    titleLine = index + 1
                } else if first == "input" || first == "type" {
                    try applyHeader(String(first), words)
                } else {
                    append(try Self.event(words, after: events.last?.time ?? .zero))
                }
            } catch {
                throw RecordingProblem(line: index + 1, message: error.message)
            }
        }
        guard let titleLine else { throw RecordingProblem(line: 1, message: "is empty") }
        guard !type.isEmpty else {
            throw RecordingProblem(
                line: titleLine,
                message:
                    "the type of the device is missing: add 'type gpio', 'type evdev', 'type touch' or 'type client' below "
                    + "this line")
        }
    }

    private struct LineProblem: Error {
        let message: String

        init(_ message: String) { self.message = message }
    }

    private mutating func applyHeader(_ key: String, _ words: [Substring]) throws(LineProblem) {
        guard words.count == 2, events.isEmpty else {
            throw LineProblem("'\(key)' needs one word, and must come before all events")
        }
        if key == "input" {
            input = String(words[1])
        } else {
            type = String(words[1])
        }
    }

    private static func event(_ words: [Substring], after earlier: Interval) throws(LineProblem) -> Event {
        guard words.count == 3 else { throw LineProblem("needs a time, a code and a value") }
        guard let time = interval(words[0]) else { throw LineProblem("'\(words[0])' is not a time in seconds") }
        guard time >= earlier else { throw LineProblem("its time is earlier than in the line above") }
        guard let value = Int(words[2]) else { throw LineProblem("'\(words[2])' is not a whole number") }
        let code = String(words[1])
        guard isKnown(code) else { throw LineProblem("there is no code '\(code)'") }
        let range = values(of: code)
        guard range.contains(value) else {
            throw LineProblem("the value of \(code) must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return Event(time: time, code: code, value: value)
    }

    private static func isKnown(_ code: String) -> Bool {
        StateCode(rawValue: code) != nil || LineRole.allCases.contains { $0.code == code }
            || KernelName.event(named: code) != nil || FedFrames.isCode(code)
    }

    /// The values that a device can report. The values are so small that sums of them do not overflow.
    private static func values(of code: String) -> ClosedRange<Int> {
        // The kernel numbers edges with unsigned 32-bit numbers, so up to that many edges may be reported as lost. All
        // other values are signed 32-bit numbers.
        code == StateCode.lost.rawValue ? 0...Int(UInt32.max) : Int(Int32.min)...Int(Int32.max)
    }

    /// Parses the digits as integers, since floating-point numbers are not exact.
    package static func interval(_ text: Substring) -> Interval? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let seconds = UInt32(parts[0]) else { return nil }
        var microseconds = 0
        if parts.count == 2 {
            guard (1...6).contains(parts[1].count), let digits = UInt32(parts[1]) else { return nil }
            microseconds = Int(digits)
            for _ in parts[1].count..<6 { microseconds *= 10 }
        }
        return Interval(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds))
    }
}

/// A mistake in the text of a recording.
public struct RecordingProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number of the line, counted from 1.
    public var line: Int
    public var message: String

    /// `line` is 0 before it is known.
    package init(line: Int = 0, message: String) {
        self.line = line
        self.message = message
    }

    public var description: String { "line \(line): \(message)" }
}

/// The codes of a recording for the state at its beginning and for losses.
enum StateCode: String, CaseIterable {
    static let levels = [levelA, levelB, levelButton]

    /// The levels of the contacts, at the beginning and after a loss of edges.
    case levelA = "LEVEL_A"
    case levelB = "LEVEL_B"
    case levelButton = "LEVEL_BUTTON"
    /// The number of edges known to be lost. The levels after the loss precede this code.
    case lost = "LOST"
    /// The number of edges that were merged with the next edge of their line. The levels are still correct.
    case merged = "MERGED"
    /// Shows that the axis of a knob reports positions. The value is the number of positions, after which they wrap.
    case counter = "COUNTER"
    /// Shows that the axis of a knob counts more finely than detents. The value is the number of counts in a
    /// revolution.
    case countsPerTurn = "COUNTS_PER_TURN"
    /// The number of detents in a revolution, if the product is known.
    case detentsPerTurn = "DETENTS_PER_TURN"
    /// The facts about a knob's axis that reports its position: its ends, its fuzz, whether a finger moves it, and its
    /// position. The position is left out while no finger is on the axis.
    case axisMinimum = "AXIS_MINIMUM"
    case axisMaximum = "AXIS_MAXIMUM"
    case axisFuzz = "AXIS_FUZZ"
    case axisFingers = "AXIS_FINGERS"
    case axisPosition = "AXIS_POSITION"
    /// The number of slots of a touchscreen (0 for a single-touch screen), and the ranges and resolutions of its axes.
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
