// Every event is declared once: by a case of `Event.Content`, an entry of `declared`, and its members in
// `visitMembers`. The writer, the reader, docs/protocol.md and the Python module are derived from this declaration.
//
//     {"event":"speed","seq":41,"time":1234.567890,"control":"gain","speed":"fine"}
//
// A line begins with the event's name, its number and the time of its cause. The line ends with `"more":true` if the
// client gets another event of the same cause. This member is the last one, so that the line can be written once for
// all clients, and `more` is added for some.

import WheelCore

/// An event as a client reads it.
public struct Event: Equatable, Sendable {
    /// The event's number. The daemon numbers its events consecutively from its start.
    public var seq: Int
    /// The time of the event's cause by CLOCK_MONOTONIC. `.distantPast` for a terse value, whose line has no time.
    public var time: Instant
    public var content: Content
    /// Whether another event of the same cause follows for this client, so that the client can apply the two events
    /// together.
    public var hasMore = false

    public enum Content: Equatable, Sendable {
        case value(ValueEvent)
        /// A control has a new value, for a client that has subscribed to terse values.
        case terse(control: String, ControlValue)
        case commit(control: String, ControlValue, cursor: String?, EventSource)
        /// A control's pending value has changed; `nil` if the control no longer has one.
        case pending(control: String, ControlValue?, EventSource, text: String?)
        case speed(control: String, speed: String)
        case limit(control: String, RangeEnd)
        /// `isInitial` means that the event reports the level of a switch whose line was just attached. Nobody has
        /// moved the switch at this moment.
        case press(input: String, button: String?, ButtonGesture, isInitial: Bool = false)
        case focus(input: String, control: String)
        case page(String)
        /// Whether the panel, or the given control, is locked now.
        case lock(Bool, control: String? = nil)
        case ramp(control: String, RampProgress)
        case preset(String, PresetUse)
        case inputDevice(input: String, DeviceState, detail: String)
        case display(String, DeviceState, detail: String)
        case frame(PictureFrame)
        case view(ViewFrame)
        case dropped(input: String, count: Int, total: Int)
        case controls(Listing)
        case definition(owner: String, DefinitionState, [DefinitionMistake])
        case missed(Int)
        case raw(input: String, code: String, value: Int)
    }

    public init(seq: Int, time: Instant, content: Content, hasMore: Bool = false) {
        self.seq = seq
        self.time = time
        self.content = content
        self.hasMore = hasMore
    }
}

/// `hello` is not included: it occurs only as the first line of a connection.
public enum EventName: String, CaseIterable, Sendable {
    case value
    case commit
    case pending
    case speed
    case limit
    case press
    case focus
    case page
    case lock
    case ramp
    case preset
    case device
    case frame
    case view
    case dropped
    case controls
    case definition
    case missed
    case raw
}

public enum DefinitionState: String, CaseIterable, Sendable {
    case ended
}

/// The members that every event has. Only a terse value lacks `time`.
public struct EventStamp: Equatable, Sendable {
    public var seq: Int
    public var time: Instant

    public init(seq: Int, time: Instant) {
        self.seq = seq
        self.time = time
    }
}

extension LineBuffer {
    public mutating func event(_ content: Event.Content, _ stamp: EventStamp) {
        beginEvent(content.name, seq: stamp.seq)
        if !content.isTerse { member(EventMember.time, stamp.time) }
        var content = content
        content.visitMembers(&self)
        endLine()
    }

    mutating func beginEvent(_ name: EventName, _ stamp: EventStamp) {
        beginEvent(name, seq: stamp.seq)
        member(EventMember.time, stamp.time)
    }

    mutating func beginEvent(_ name: EventName, seq: Int) {
        append("{\"event\":")
        constant(name.rawValue)
        member(EventMember.seq, seq)
    }

    /// Adds `more` to the last line, for a client that gets another event of the same cause.
    public mutating func addMore() {
        reopenLine()
        member(EventMember.more, true)
        endLine()
    }
}

extension Event {
    /// Reads the members of the event with this name. `nil` for an event that this version does not know.
    init?(named name: String, _ members: JSONObject) throws(MemberProblem) {
        guard let name = EventName(rawValue: name) else { return nil }
        seq = try members.read(EventMember.seq)
        if name == .value, members["time"] == nil {
            time = .distantPast
            content = .terse(
                control: try members.read(EventMember.control), try members.read(EventMember.value))
        } else {
            time = try members.read(EventMember.time)
            content = try Content(name, members)
        }
        hasMore = try members.readIfAny(EventMember.more) ?? false
    }
}

extension EventName {
    /// The event's row in docs/protocol.md: its members in their order, without `seq` and `time`, and when the event is
    /// sent.
    var row: (members: [MemberRow], when: String) {
        guard let (blank, when) = Event.Content.declared.first(where: { $0.blank.name == self })
        else { return ([], "") }
        var rows = MemberRows()
        var content = blank
        content.visitMembers(&rows)
        return (rows.rows, when)
    }
}

/// Members that several events share, and the members that `ValueLine` writes one by one.
enum EventMember {
    static let seq = Member<Int>("seq", "the event's sequence number, counted since the daemon's start")
    static let time = Member<Instant>("time", "when the event's cause happened, by CLOCK_MONOTONIC")
    static let more = Member<Bool>(
        "more", when: "if `true`", "another event of the [same step](#several-at-once) follows for this client")

    static let control = Member<String>("control", "the control's name")
    static let value = Member<ControlValue>("value", "the control's value")
    static let cursor = Member<String>("cursor", when: "for selections", "the name of the position under the cursor")
    static let speed = Member<String>("speed", "the control's speed; in `value` the speed of this move")
    static let delta = Member<Double>("delta", "how far the control moved, counted across a wrap: 2 from 359 to 1")
    static let text = Member<String>("text", when: "if subscribed to", "the value for people")
    static let skipped = Member<Int>(
        "skipped", when: "if more than 0", "how many older values this one replaces for this client")
    static let source = Member<EventSource.Kind>(
        "source", "what moved the control; `restore`: it can no longer have its earlier value")
    static let sourceInput = Member<String>("input", when: "if `source` is `input`", "the input's name")
    static let sourceClient = Member<Int>(
        "client", when: "if `source` is `client`, or `input` is a view", "the client's number")

    static let input = Member<String>("input", "the input's name")
    static let deviceInput = Member<String>("input", when: "for an input's device", "the input's name")
}

extension Event.Content {
    private typealias M = EventMember

    /// Each event with blank members, and the condition for sending it.
    fileprivate static let declared: [(blank: Event.Content, when: String)] = [
        (.value(.blank), "a control has moved"),
        (.commit(control: "", .number(0), cursor: nil, .ramp), "an interaction has ended with this value"),
        (
            .pending(control: "", nil, .ramp, text: nil),
            "the [pending value](model.md#values-that-want-care) of a control with `confirm` has changed, or was "
                + "applied or dropped"
        ),
        (.speed(control: "", speed: ""), "the speed of a control has changed"),
        (.limit(control: "", .lower), "a turn or drag has reached an end; sent once each time"),
        (.press(input: "", button: nil, .down), "a button was pressed or released"),
        (.focus(input: "", control: ""), "the focus of an input has moved to another control"),
        (.page(""), "the shown page has changed"),
        (.lock(false), "the panel, or a control alone, was locked or unlocked"),
        (.ramp(control: "", .blank), "the state of a ramp has changed; the ramp's values are sent as `value`"),
        (
            .preset("", .recalled),
            "a preset was recalled, sent after its values and commits, or new values were stored in it"
        ),
        (.inputDevice(input: "", .waiting, detail: ""), "a device was connected or disconnected"),
        (.frame(.blank), "a part of a display's picture; only for clients that [watch it](#pictures)"),
        (.view(.blank), "a picture of a client's [view](#views); only for this client"),
        (
            .dropped(input: "", count: 0, total: 0),
            "events of a device were lost: for GPIO the number of edges known to be lost "
                + "([how they are counted](hardware.md#kinds-of-encoders)); for evdev overflows, since the kernel "
                + "does not say how many turns were in them"
        ),
        (.controls(.blank), "the configuration, or what clients define, has changed"),
        (
            .definition(owner: "", .ended, []),
            "a definition does not fit the changed configuration, or the controls of another client"
        ),
        (.missed(0), "events were dropped because this client read too slowly; values are coalesced instead"),
        (.raw(input: "", code: "", value: 0), "a device's event; only for clients that subscribe to `raw`"),
    ]

    public var name: EventName {
        switch self {
        case .value, .terse: .value
        case .commit: .commit
        case .pending: .pending
        case .speed: .speed
        case .limit: .limit
        case .press: .press
        case .focus: .focus
        case .page: .page
        case .lock: .lock
        case .ramp: .ramp
        case .preset: .preset
        case .inputDevice, .display: .device
        case .frame: .frame
        case .view: .view
        case .dropped: .dropped
        case .controls: .controls
        case .definition: .definition
        case .missed: .missed
        case .raw: .raw
        }
    }

    fileprivate var isTerse: Bool { if case .terse = self { true } else { false } }

    fileprivate init(_ name: EventName, _ members: JSONObject) throws(MemberProblem) {
        guard let declared = Self.declared.first(where: { $0.blank.name == name })
        else { throw .unknown(name.rawValue) }
        self = declared.blank
        var reader = MemberReader(members)
        visitMembers(&reader)
        if let found = reader.problems.first { throw found.problem }
        // The event `device` names either an input or a display. An event that names neither is refused.
        if case .inputDevice("", _, _) = self { throw .missing(M.deviceInput.name.description) }
    }

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        switch self {
        case .value(var value):
            value.visitMembers(&visitor)
            self = .value(value)
        case .terse(var control, var value):
            visitor.visit(M.control, &control)
            visitor.visit(M.value, &value)
            self = .terse(control: control, value)
        case .commit(var control, var value, var cursor, var source):
            visitor.visit(M.control, &control)
            visitor.visit(M.value, &value)
            visitor.visit(M.cursor, ifAny: &cursor)
            source.visitMembers(&visitor)
            self = .commit(control: control, value, cursor: cursor, source)
        case .pending(var control, var value, var source, var text):
            visitor.visit(M.control, &control)
            visitor.visit("value", &value, "the pending value; `null` after it was applied or dropped")
            source.visitMembers(&visitor)
            visitor.visit(
                "text", ifAny: &text, when: "if subscribed to, and `value` is not `null`",
                "the pending value for people")
            self = .pending(control: control, value, source, text: text)
        case .speed(var control, var speed):
            visitor.visit(M.control, &control)
            visitor.visit(M.speed, &speed)
            self = .speed(control: control, speed: speed)
        case .limit(var control, var edge):
            visitor.visit(M.control, &control)
            visitor.visit("edge", &edge, "the end of the range that was reached")
            self = .limit(control: control, edge)
        case .press(var input, var button, var gesture, var isInitial):
            visitor.visit(M.input, &input)
            visitor.visit("button", ifAny: &button, when: "if the input has several", "the button's name")
            visitor.visit("gesture", &gesture, "what the button did")
            visitor.visit(
                "initial", ifTrue: &isInitial, when: "if `true`",
                "the level of a switch whose line was just attached, so nobody moved the switch")
            self = .press(input: input, button: button, gesture, isInitial: isInitial)
        case .focus(var input, var control):
            visitor.visit(M.input, &input)
            visitor.visit("control", &control, "the control that the input turns from now on")
            self = .focus(input: input, control: control)
        case .page(var page):
            visitor.visit("page", &page, "the page that is now shown")
            self = .page(page)
        case .lock(var isLocked, var control):
            visitor.visit("control", ifAny: &control, when: "for a control's own lock", "the control's name")
            visitor.visit("locked", &isLocked, "whether hands are kept from changing anything")
            self = .lock(isLocked, control: control)
        case .ramp(var control, var progress):
            visitor.visit(M.control, &control)
            progress.visitMembers(&visitor)
            self = .ramp(control: control, progress)
        case .preset(var preset, var use):
            visitor.visit("preset", &preset, "the preset's name")
            visitor.visit("state", &use, "what was done with the preset")
            self = .preset(preset, use)
        case .inputDevice(let name, let state, let detail):
            self = Self.device(input: name.isEmpty ? nil : name, nil, state, detail, &visitor)
        case .display(let name, let state, let detail):
            self = Self.device(input: nil, name, state, detail, &visitor)
        case .frame(var frame):
            frame.visitMembers(&visitor)
            self = .frame(frame)
        case .view(var frame):
            frame.visitMembers(&visitor)
            self = .view(frame)
        case .dropped(var input, var count, var total):
            visitor.visit(M.input, &input)
            visitor.visit("count", &count, "how much was lost this time")
            visitor.visit("total", &total, "how much was lost since the daemon's start")
            self = .dropped(input: input, count: count, total: total)
        case .controls(var listing):
            listing.visitMembers(&visitor)
            self = .controls(listing)
        case .definition(var owner, var state, var mistakes):
            visitor.visit("owner", &owner, "the name of the definition")
            visitor.visit("state", &state, "the definition no longer fits, and has ended")
            visitor.visit("mistakes", &mistakes, "why the definition no longer fits")
            self = .definition(owner: owner, state, mistakes)
        case .missed(var count):
            visitor.visit("count", &count, "how many events this client has missed")
            self = .missed(count)
        case .raw(var input, var code, var value):
            visitor.visit(M.input, &input)
            visitor.visit(
                "code", &code,
                "what has moved, by the kernel's name or the [name in recordings](recordings.md#the-format)")
            visitor.visit("value", &value, "the value that the device reports")
            self = .raw(input: input, code: code, value: value)
        }
    }

    private static func device(
        input: String?, _ display: String?, _ state: DeviceState, _ detail: String,
        _ visitor: inout some MemberVisitor & ~Copyable
    ) -> Event.Content {
        var (input, display, state, detail) = (input, display, state, detail)
        visitor.visit(M.deviceInput, ifAny: &input)
        visitor.visit("display", ifAny: &display, when: "for a display", "the display's name")
        visitor.visit("state", &state, "whether the device is connected; `waiting` follows `lost`")
        visitor.visit("detail", &detail, "the device, or the reason why it is missing")
        if let display { return .display(display, state, detail: detail) }
        return .inputDevice(input: input ?? "", state, detail: detail)
    }
}
