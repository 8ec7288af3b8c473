import TestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelServer
@testable import WheelWire

@Suite struct ReplyTests {
    static let ramp = RampProgress(state: .running, fraction: 0.5)
    static let value = ValueAnswer(control: "gain", value: .number(-6))

    static let cases: [(request: Request, answer: Answer, members: String)] = [
        (.list, .listing(StateLineTests.listing), "," + StateLineTests.listingText),
        (
            .get(control: "frequency"), .control(StateLineTests.panelControls[0]),
            "," + StateLineTests.controlTexts[0].dropFirst().dropLast()
        ),
        (
            .set(Assignment(control: "gain", value: .number(9)), SetManner()),
            .value(
                ValueAnswer(control: "gain", value: .number(6), outcome: SetOutcome(clamped: true))),
            #","control":"gain","value":6,"clamped":true"#
        ),
        (
            .set(Assignment(control: "gain", value: .number(5.4)), SetManner()),
            .value(
                ValueAnswer(control: "gain", value: .number(5.5), outcome: SetOutcome(snapped: true))),
            #","control":"gain","value":5.5,"snapped":true"#
        ),
        (
            .setAll([], SetManner()),
            .values(
                [
                    Assignment(control: "gain", value: .number(6)),
                    Assignment(control: "filter", value: .position("hp")),
                ], SetOutcome(clamped: true, snapped: true)),
            #","values":{"gain":6,"filter":"hp"},"clamped":true,"snapped":true"#
        ),
        (.turn(control: "gain", detents: 1, speed: nil), .value(value), #","control":"gain","value":-6"#),
        (.step(control: "gain", count: 1), .value(value), #","control":"gain","value":-6"#),
        (
            Request(.speedReset, control: "gain"), .speed(control: "gain", speed: "coarse"),
            #","control":"gain","speed":"coarse""#
        ),
        (.speed(control: "gain", .next), .speed(control: "gain", speed: "fine"), #","control":"gain","speed":"fine""#),
        (.focus(input: "knob", control: "gain"), .done, ""),
        (.page(.next), .page("beam"), #","page":"beam""#),
        (.lock(true), .done, ""),
        (.reset(control: "gain"), .value(value), #","control":"gain","value":-6"#),
        (.commit(control: "gain"), .value(value), #","control":"gain","value":-6"#),
        (.apply(control: "gain"), .value(value), #","control":"gain","value":-6"#),
        (.revert(control: "gain"), .value(value), #","control":"gain","value":-6"#),
        (
            .toggle(control: "steps", position: "3"),
            .value(ValueAnswer(control: "steps", value: .positions(["1", "3"]), cursor: "3")),
            #","control":"steps","value":["1","3"],"cursor":"3""#
        ),
        (
            .select(control: "filter", position: "hp"),
            .value(ValueAnswer(control: "filter", value: .position("hp"))), #","control":"filter","value":"hp""#
        ),
        (
            .ramp(control: "gain", RampMotion(target: .to(1))), .ramp(control: "gain", ramp),
            #","control":"gain","state":"running","fraction":0.5"#
        ),
        (
            .namedRamp("sweep"), .ramp(control: "gain", ramp), #","control":"gain","state":"running","fraction":0.5"#
        ),
        (
            .pauseRamp(control: "gain"), .ramp(control: "gain", RampProgress(state: .paused, fraction: 0.25)),
            #","control":"gain","state":"paused","fraction":0.25"#
        ),
        (
            .resumeRamp(control: "gain"), .ramp(control: "gain", ramp),
            #","control":"gain","state":"running","fraction":0.5"#
        ),
        (
            .cancelRamp(control: "gain"), .ramp(control: "gain", RampProgress(state: .cancelled, fraction: 1)),
            #","control":"gain","state":"cancelled","fraction":1"#
        ),
        (
            Request(.rampRestart, control: "gain"), .ramp(control: "gain", RampProgress(state: .running, fraction: 0)),
            #","control":"gain","state":"running","fraction":0"#
        ),
        (.recall(preset: "night"), .done, ""),
        (.store(preset: "night"), .done, ""),
        (.feed("dial"), .done, ""),
        (.unfeed("dial"), .done, ""),
        (
            Request(.rampReverse, control: "gain"),
            .ramp(control: "gain", RampProgress(state: .running, fraction: 0.5)),
            #","control":"gain","state":"running","fraction":0.5"#
        ),
        (
            .scrubRamp(control: "gain", fraction: 0.25), .scrub(value, RampProgress(state: .paused, fraction: 0.25)),
            #","control":"gain","value":-6,"state":"paused","fraction":0.25"#
        ),
        (.subscribe(Subscription()), .done, ""),
        (
            .screenshot, .screenshot(Screenshot(png: Array("foobar".utf8), widthPixels: 800, heightPixels: 480)),
            #","png":"Zm9vYmFy","width":800,"height":480"#
        ),
        (
            Request(.watchDisplay),
            .picture(WatchedPicture(display: "panel", widthPixels: 800, heightPixels: 480)),
            #","display":"panel","width":800,"height":480"#
        ),
        (
            Request(.unwatchDisplay),
            .picture(WatchedPicture(display: "panel", widthPixels: 800, heightPixels: 480)),
            #","display":"panel","width":800,"height":480"#
        ),
        (
            Request(.view),
            .view(
                ViewState(
                    view: "view:3", width: 80, height: 24, hands: .keys, page: "tuning", control: "gain",
                    pages: [ViewPage(page: "tuning", controls: ["gain", "pan"])])),
            #","view":"view:3","width":80,"height":24,"hands":"keys","page":"tuning","control":"gain","#
                + #""pages":[{"page":"tuning","controls":["gain","pan"]}]"#
        ),
        (Request(.unview), .done, ""),
        (Request(.seen), .done, ""),
        (Request(.limit), .done, ""),
        (
            .stats,
            .stats(
                Statistics(
                    eventsIn: 5, eventsDropped: 1, eventsPublished: 9, clients: 2,
                    inputs: [
                        Statistics.Input(
                            name: "knob", eventsIn: 5, eventsDropped: 1, lastEvent: Instant(microseconds: 2_500_000)),
                        Statistics.Input(name: "screen", eventsIn: 0, eventsDropped: 0, lastEvent: nil),
                    ],
                    displays: [
                        Statistics.Display(name: "main", state: .attached, detail: "/dev/dri/card0 DSI-1 800×480"),
                        Statistics.Display(name: "top", state: .waiting, detail: "no screen"),
                    ],
                    definitions: [
                        Statistics.Definition(owner: "synth", controls: 32, client: 4, isKept: false, isAside: false),
                        Statistics.Definition(owner: "rig", controls: 1, client: nil, isKept: true, isAside: true),
                    ], unsaved: "write to /x: EROFS", framesDrawn: 60, microsecondsPerFrame: 11.5,
                    uptime: .milliseconds(61_250))),
            #","events_in":5,"events_dropped":1,"events_published":9,"clients":2,"inputs":[{"input":"knob","#
                + #""events_in":5,"events_dropped":1,"last":2.500000},{"input":"screen","events_in":0,"#
                + #""events_dropped":0,"last":null}],"displays":[{"display":"main","state":"attached","detail":"#
                + #""/dev/dri/card0 DSI-1 800×480"},{"display":"top","state":"waiting","detail":"no screen"}],"definitions":[{"owner":"synth","controls":32,"client":4,"kept":false,"#
                + #""aside":false},{"owner":"rig","controls":1,"client":null,"kept":true,"aside":true}],"unsaved":"write to /x: EROFS","frames":60,"frame_us":11.5,"uptime_s":61.250000"#
        ),
        (.reload, .done, ""),
        (.logLevel(.info), .done, ""),
        (.define(Definition(owner: "synth")), .done, ""),
        (.undefine(owner: "synth"), .done, ""),
        (
            .ping,
            .clock(
                ClockReading(
                    monotonic: Instant(microseconds: 12_500_000), realtimeMicroseconds: 1_790_000_000_100_000)),
            #","monotonic":12.500000,"realtime":1790000000.100000"#
        ),
    ]

    @Test(arguments: cases)
    func anAnswerIsWrittenAndRead(_ request: Request, _ answer: Answer, _ members: String) throws {
        let line = written { answer.write(to: RequestID("a"), &$0) }
        #expect(line == #"{"reply":"a","ok":true\#(members)}"# + "\n")
        guard case .reply(let reply) = try serverLine(line) else {
            Issue.record("no reply: \(line)")
            return
        }
        #expect(reply.id == RequestID("a"))
        #expect(reply.refusal == nil)
        #expect(try reply.answer(to: request) == answer)
    }

    @Test func everyOperationIsAnswered() {
        #expect(Set(Self.cases.map(\.request.operation)) == Set(Operation.allCases))
    }

    @Test func whatWasPassedOverIsWrittenAndRead() throws {
        let answer = Answer.page("beam")
        let line = written { answer.write(to: RequestID(7), ignored: ["a", "b\"c"], &$0) }
        #expect(line == #"{"reply":7,"ok":true,"page":"beam","ignored":["a","b\"c"]}"# + "\n")
        guard case .reply(let reply) = try serverLine(line) else {
            Issue.record("no reply: \(line)")
            return
        }
        #expect(reply.ignored == ["a", "b\"c"])
        #expect(try reply.answer(to: .page(.next)) == answer)
    }

    @Test func anAnswerThatLacksItsMembersIsNone() throws {
        guard case .reply(let reply) = try serverLine(#"{"reply":7,"ok":true,"control":"gain"}"#) else {
            Issue.record("no reply")
            return
        }
        #expect(throws: ReplyProblem.malformed("'value' is missing")) {
            try reply.answer(to: .step(control: "gain", count: 1))
        }
    }
}
