import ModelTestSupport
import TestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelServer
@testable import WheelTouch
@testable import WheelWire

/// Every event: the change, its line, and the event that a client reads from it.
@Suite struct EventTests {
    static let time = Instant(microseconds: 8_123_400_001)
    static let stamp = EventStamp(seq: 42, time: time)
    /// Each test uses a new writer, since a writer keeps memory.
    static var writer: EventWriter { EventWriter(NameTable(Instrument(SampleInstrument.panel))) }

    struct Case: Sendable {
        var event: Change.Event
        var line: String
        var content: Event.Content
    }

    static let changes = [
        Case(
            event: .value(
                ValueChange(
                    control: 0, reading: .number(14.074), delta: 0.001, speed: 2, source: .input(0), isEditing: true)),
            line: #"{"event":"value","seq":42,"time":8123.400001,"control":"frequency","value":14.074,"speed":"fine","#
                + #""source":"input","input":"knob","editing":true,"delta":0.001}"#,
            content: .value(
                ValueEvent(
                    control: "frequency", value: .number(14.074), speed: "fine", source: .input("knob"), delta: 0.001,
                    isEditing: true))),
        Case(
            event: .value(
                ValueChange(
                    control: 1, reading: .number(10), delta: 20, speed: 0, source: .client(3), isEditing: false,
                    rotations: -2)),
            line: #"{"event":"value","seq":42,"time":8123.400001,"control":"azimuth","value":10,"speed":"coarse","#
                + #""source":"client","client":3,"editing":false,"rotations":-2,"delta":20}"#,
            content: .value(
                ValueEvent(
                    control: "azimuth", value: .number(10), speed: "coarse", source: .client(3), delta: 20,
                    isEditing: false, rotations: -2))),
        Case(
            event: .value(
                ValueChange(
                    control: 2, reading: .integer(-9_007_199_254_740_992), delta: 1, speed: 1, source: .restore,
                    isEditing: false)),
            line: #"{"event":"value","seq":42,"time":8123.400001,"control":"channel","value":-9007199254740992,"#
                + #""speed":"medium","source":"restore","editing":false,"delta":1}"#,
            content: .value(
                ValueEvent(
                    control: "channel", value: .number(-9_007_199_254_740_992), speed: "medium", source: .restore,
                    delta: 1, isEditing: false))),
        Case(
            event: .commit(control: 3, .position(1), .ramp),
            line: #"{"event":"commit","seq":42,"time":8123.400001,"control":"filter","value":"hp","source":"ramp"}"#,
            content: .commit(control: "filter", .position("hp"), cursor: nil, .ramp)),
        Case(
            event: .pending(control: 0, .number(14.1), .client(3)),
            line: #"{"event":"pending","seq":42,"time":8123.400001,"control":"frequency","value":14.1,"#
                + #""source":"client","client":3}"#,
            content: .pending(control: "frequency", .number(14.1), .client(3), text: nil)),
        Case(
            event: .pending(control: 3, nil, .input(0)),
            line: #"{"event":"pending","seq":42,"time":8123.400001,"control":"filter","value":null,"#
                + #""source":"input","input":"knob"}"#,
            content: .pending(control: "filter", nil, .input("knob"), text: nil)),
        Case(
            event: .speed(control: 0, speed: 1),
            line: #"{"event":"speed","seq":42,"time":8123.400001,"control":"frequency","speed":"medium"}"#,
            content: .speed(control: "frequency", speed: "medium")),
        Case(
            event: .limit(control: 0, .upper, .input(0)),
            line: #"{"event":"limit","seq":42,"time":8123.400001,"control":"frequency","edge":"upper"}"#,
            content: .limit(control: "frequency", .upper)),
        Case(
            event: .press(input: 0, button: 0, .long),
            line: #"{"event":"press","seq":42,"time":8123.400001,"input":"knob","gesture":"long"}"#,
            content: .press(input: "knob", button: nil, .long)),
        Case(
            event: .press(input: 1, button: 1, .down),
            line: #"{"event":"press","seq":42,"time":8123.400001,"input":"keys","button":"KEY_PLAY","gesture":"down"}"#,
            content: .press(input: "keys", button: "KEY_PLAY", .down)),
        Case(
            event: .press(input: 0, button: 0, .up, isInitial: true),
            line: #"{"event":"press","seq":42,"time":8123.400001,"input":"knob","gesture":"up","initial":true}"#,
            content: .press(input: "knob", button: nil, .up, isInitial: true)),
        Case(
            event: .focus(input: 0, control: 1),
            line: #"{"event":"focus","seq":42,"time":8123.400001,"input":"knob","control":"azimuth"}"#,
            content: .focus(input: "knob", control: "azimuth")),
        Case(
            event: .preset(0, .stored),
            line: #"{"event":"preset","seq":42,"time":8123.400001,"preset":"night","state":"stored"}"#,
            content: .preset("night", .stored)),
        Case(
            event: .page(1), line: #"{"event":"page","seq":42,"time":8123.400001,"page":"beam"}"#,
            content: .page("beam")),
        Case(
            event: .lock(true), line: #"{"event":"lock","seq":42,"time":8123.400001,"locked":true}"#,
            content: .lock(true)),
        Case(
            event: .lock(false, control: 1),
            line: #"{"event":"lock","seq":42,"time":8123.400001,"control":"azimuth","locked":false}"#,
            content: .lock(false, control: "azimuth")),
        Case(
            event: .ramp(control: 1, .paused, fraction: 0.25),
            line: #"{"event":"ramp","seq":42,"time":8123.400001,"control":"azimuth","state":"paused","fraction":0.25}"#,
            content: .ramp(control: "azimuth", RampProgress(state: .paused, fraction: 0.25))),
    ]

    @Test(arguments: changes)
    func changesAreWrittenAndRead(_ given: Case) throws {
        let change = Change(time: Self.time, event: given.event)
        let line = written { Self.writer.write(change, seq: 42, in: Changes(), to: &$0) }
        #expect(line == given.line + "\n")
        #expect(try serverLine(line) == .event(Event(seq: 42, time: Self.time, content: given.content)))
    }

    @Test func anEventThatAnotherOneFollowsHasMore() throws {
        let change = Change(time: Self.time, event: .page(1), hasMore: true)
        let plain = written { Self.writer.write(change, seq: 42, in: Changes(), to: &$0) }
        let line = written { line in
            Self.writer.write(change, seq: 42, in: Changes(), to: &line)
            line.addMore()
        }
        #expect(line == plain.dropLast(2) + #","more":true}"# + "\n")
        guard case .event(let event) = try serverLine(line), case .event(let other) = try serverLine(plain) else {
            Issue.record("no event")
            return
        }
        #expect(event.hasMore && !other.hasMore && event.content == other.content)
    }

    /// A device may have buttons that the configuration does not name.
    @Test func aButtonThatComesLaterHasItsName() {
        var panel = Panel(SampleInstrument.panel)
        let button = panel.button(named: "KEY_STOP", of: 1)
        let writer = EventWriter(NameTable(panel.instrument))
        let press = Change(time: Self.time, event: .press(input: 1, button: button, .up))
        let line = written { writer.write(press, seq: 1, in: Changes(), to: &$0) }
        #expect(line.contains(#""button":"KEY_STOP","gesture":"up""#))
    }

    /// A `Change` of a selection refers to positions that `Changes` stores. Its line has the names of these positions.
    @Test func aSelectionIsAnArrayOfNames() throws {
        var panel = Panel(SampleInstrument.panel)
        var changes = Changes()
        try panel.mark(9, of: 4, toggling: true, source: .client(1), at: Self.time, into: &changes)
        let line = written { line in
            for change in changes.list { Self.writer.write(change, seq: 42, in: changes, to: &line) }
        }
        #expect(
            line == """
                {"event":"value","seq":42,"time":8123.400001,"control":"steps","value":["1","4","10"],"cursor":"10",\
                "speed":"coarse","source":"client","client":1,"editing":false,"delta":9}
                {"event":"commit","seq":42,"time":8123.400001,"control":"steps","value":["1","4","10"],"cursor":"10",\
                "source":"client","client":1}

                """)
        let commit = String(line.split(separator: "\n")[1])
        let content = Event.Content.commit(
            control: "steps", .positions(["1", "4", "10"]), cursor: "10", .client(1))
        #expect(try serverLine(commit) == .event(Event(seq: 42, time: Self.time, content: content)))
    }

    private static let mistake = DefinitionMistake(path: "controls[0].name", message: "it is taken")
    static let frame = PictureFrame(
        display: "main", x: 8, y: 16, width: 1, height: 2, isWhole: true, png: Array("fooba".utf8))
    static let viewed = ViewFrame(
        view: "view:3", width: 2, height: 2, parts: [ViewPart(x: 0, y: 1, width: 2, height: 1, png: Array("foo".utf8))])
    static let typed = ViewFrame(
        view: "view:4", width: 9, height: 1,
        runs: [CellRun(row: 0, column: 3, text: "1\"ö", ink: "accent", ground: "ground", isBold: true)],
        colors: [RoleColor(role: "accent", color: "#3c8cff")])

    static let ofTheDaemon: [(line: String, content: Event.Content)] = [
        (
            written { $0.event(.inputDevice(input: "knob", .lost, detail: "ENODEV"), stamp) },
            .inputDevice(input: "knob", .lost, detail: "ENODEV")
        ),
        (
            written { $0.event(.display("main", .attached, detail: "800×480"), stamp) },
            .display("main", .attached, detail: "800×480")
        ),
        (
            written { $0.frame(frame.members, of: .frame, stamp) }, .frame(frame)
        ),
        (
            written { $0.frame(viewed.members, of: .view, stamp) }, .view(viewed)
        ),
        (
            written { $0.frame(typed.members, of: .view, stamp) }, .view(typed)
        ),
        (
            written {
                $0.event(.commit(control: "gain", .number(1), cursor: nil, .view("view:3", client: 4)), stamp)
            },
            .commit(control: "gain", .number(1), cursor: nil, .view("view:3", client: 4))
        ),
        (
            written { $0.event(.dropped(input: "knob", count: 2, total: 5), stamp) },
            .dropped(input: "knob", count: 2, total: 5)
        ),
        (
            written { $0.event(.controls(StateLineTests.listing), stamp) },
            .controls(StateLineTests.listing)
        ),
        (
            written { $0.event(.definition(owner: "synth", .ended, [mistake]), stamp) },
            .definition(owner: "synth", .ended, [mistake])
        ),
        (written { $0.event(.missed(17), stamp) }, .missed(17)),
        (
            written { $0.event(.raw(input: "keys", code: "REL_DIAL", value: -1), stamp) },
            .raw(input: "keys", code: "REL_DIAL", value: -1)
        ),
    ]

    static let textsOfTheDaemon: [String] = [
        #""event":"device","seq":42,"time":8123.400001,"input":"knob","state":"lost","detail":"ENODEV"}"#,
        #""event":"device","seq":42,"time":8123.400001,"display":"main","state":"attached","detail":"800×480"}"#,
        #""event":"frame","seq":42,"time":8123.400001,"display":"main","x":8,"y":16,"width":1,"height":2,"#
            + #""whole":true,"png":"Zm9vYmE="}"#,
        #""event":"view","seq":42,"time":8123.400001,"view":"view:3","width":2,"height":2,"#
            + #""parts":[{"x":0,"y":1,"width":2,"height":1,"png":"Zm9v"}]}"#,
        ##""event":"view","seq":42,"time":8123.400001,"view":"view:4","width":9,"height":1,"##
            + ##""runs":[[0,3,"1\"ö","accent","ground",true,false]],"colors":{"accent":"#3c8cff"}}"##,
        #""event":"commit","seq":42,"time":8123.400001,"control":"gain","value":1,"source":"input","#
            + #""input":"view:3","client":4}"#,
        #""event":"dropped","seq":42,"time":8123.400001,"input":"knob","count":2,"total":5}"#,
        #""event":"controls","seq":42,"time":8123.400001,\#(StateLineTests.listingText)}"#,
        #""event":"definition","seq":42,"time":8123.400001,"owner":"synth","state":"ended","#
            + #""mistakes":[{"path":"controls[0].name","message":"it is taken"}]}"#,
        #""event":"missed","seq":42,"time":8123.400001,"count":17}"#,
        #""event":"raw","seq":42,"time":8123.400001,"input":"keys","code":"REL_DIAL","value":-1}"#,
    ]

    @Test(arguments: zip(textsOfTheDaemon, ofTheDaemon))
    func theDaemonsOwnAreWrittenAndRead(_ text: String, _ given: (line: String, content: Event.Content)) throws {
        #expect(given.line == "{\(text)\n")
        #expect(try serverLine(given.line) == .event(Event(seq: 42, time: Self.time, content: given.content)))
    }

    private func name(_ line: String) throws -> String { try #require(object(line)).read("event") }

    @Test func everyEventIsTested() throws {
        let lines = Self.changes.map(\.line) + Self.ofTheDaemon.map(\.line)
        let names = try Set(lines.map { try name($0) })
        #expect(names == Set(EventName.allCases.map(\.rawValue)))
    }

    /// The declared row of an event names all members that are written, in their order.
    @Test func membersAreThoseOfTheEventsRow() throws {
        for line in Self.changes.map(\.line) + Self.ofTheDaemon.map(\.line) {
            let members = try #require(object(line))
            let event = try #require(EventName(rawValue: try name(line)))
            var declared = (["event", "seq", "time"] + event.row.members.flatMap { [$0] + $0.others }.map(\.name))[...]
            for member in members.members {
                declared = declared.drop { $0 != member.name }
                #expect(declared.popFirst() != nil, "\(member.name) in \(line)")
            }
        }
    }

    /// A terse value has no time.
    @Test(arguments: [false, true]) func aTerseValueIsWrittenAndRead(_ hasMore: Bool) throws {
        let content = Event.Content.terse(control: "gain", .number(-6.25))
        let line = written {
            $0.event(content, Self.stamp)
            if hasMore { $0.addMore() }
        }
        let end = hasMore ? #","more":true}"# : "}"
        #expect(line == #"{"event":"value","seq":42,"control":"gain","value":-6.25"# + end + "\n")
        #expect(
            try serverLine(line)
                == .event(Event(seq: 42, time: .distantPast, content: content, hasMore: hasMore)))
    }

    @Test func aClientIgnoresWhatItDoesNotKnow() throws {
        #expect(try serverLine(#"{"event":"tilt","seq":1,"time":2.5,"degrees":3}"#) == .unknown)
        #expect(
            try serverLine(#"{"event":"lock","locked":true,"seq":1,"by":"knob","time":2.5}"#)
                == .event(Event(seq: 1, time: Instant(microseconds: 2_500_000), content: .lock(true))))
    }

    @Test(
        arguments: table(
            """
            {"event":"lock","seq":1,"time":2.5}                  -> 'locked' is missing
            {"event":"lock","seq":1.5,"time":2.5,"locked":true}  -> 'seq' must be a whole number
            {"event":"lock","seq":1,"time":1e300,"locked":true}  -> 'time' must be a time in seconds
            {"event":7}                                          -> 'event' must be a string
            {"event":"limit","seq":1,"time":1,"control":"a","edge":"left"} -> 'edge' must be one of lower, upper
            {"event":"value","seq":1,"control":"a"}              -> 'value' is missing
            {"event":"commit","seq":1,"control":"a","value":1}   -> 'time' is missing
            {"hello":1}                                          -> 'reply' is missing
            [1]                                                  -> it is not one JSON object
            """))
    func whatIsNoLineOfTheDaemonIsSaidToBe(_ row: Row) {
        #expect(throws: ServerLineProblem(message: row.output)) { try serverLine(row.input) }
    }

    @Test func subscribedEvents() {
        let some = Subscription(events: [.value, .raw])
        #expect(EventName.allCases.filter { some.wants($0) } == [.value, .raw])
        #expect(EventName.allCases.filter { !Subscription().wants($0) } == [.raw])
    }
}
