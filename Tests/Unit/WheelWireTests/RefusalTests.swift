import TestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelServer
@testable import WheelWire

@Suite struct RefusalTests {
    private static let gain = ControlSettings(
        name: "gain", quantity: .float(NumberSettings(range: ValueRange(0, 1))))

    static let refusals: [(RequestError, String)] = [
        (
            RequestError(.unknown(.control, "tuning", among: ["frequency", "volume"])),
            "unknown-control: no control named 'tuning'; there are: frequency, volume"
        ),
        (
            RequestError(.unknown(.control, "freq", among: ["frequency", "volume"])),
            "unknown-control: no control named 'freq'; did you mean 'frequency'?"
        ),
        (.unknownControl("freq", among: []), "unknown-control: no control named 'freq'; there are none"),
        (
            RequestError(.unknown(.input, "knop", among: ["knob"])),
            "unknown-input: no input named 'knop'; did you mean 'knob'?"
        ),
        (
            RequestError(.unknown(.page, "p", among: ["tuning"])),
            "unknown-page: no page named 'p'; there are: tuning"
        ),
        (RequestError(.noPages), "unknown-page: there are no pages"),
        (
            RequestError(.unknown(.position, "notch", of: "filter", among: ["lp", "hp"])),
            "unknown-position: filter has no position named 'notch'; there are: lp, hp"
        ),
        (
            RequestError(.unknown(.speed, "slow", of: "gain", among: ["coarse", "fine"])),
            "unknown-speed: gain has no speed named 'slow'; there are: coarse, fine"
        ),
        (
            RequestError(.unknown(.ramp, "r", among: ["sweep"])),
            "unknown-ramp: no ramp named 'r'; there are: sweep"
        ),
        (
            RequestError(.unknown(.preset, "nihgt", among: ["night"])),
            "unknown-preset: no preset named 'nihgt'; did you mean 'night'?"
        ),
        (RequestError(.readOnlyPreset("night")), "read-only-preset: the preset night is not writable"),
        (RequestError(.noPositions(gain)), "out-of-kind: gain is a float and has no positions"),
        (
            .unknownDisplay("paneel", among: ["main", "panel"]),
            "unknown-display: no display named 'paneel'; did you mean 'panel'?"
        ),
        (
            .unknownRemoteDisplay("main", among: ["panel"]),
            "unknown-display: no remote display named 'main'; there are: panel"
        ),
        (.noDisplay("display main: no screen"), "no-display: there is no picture: display main: no screen"),
        (RequestError(.outOfKind, "filter has no numbers"), "out-of-kind: filter has no numbers"),
        (
            RequestError(.refused(.outOfRange(6.5), gain)),
            "out-of-range: gain takes values in [0, 1], not 6.5"
        ),
        (RequestError(.refused(.editing, gain)), "editing: a hand is on gain"),
        (RequestError(.refused(.noRamp, gain)), "no-ramp: no ramp is on gain"),
        (
            .forbidden,
            "forbidden: this client may only read: see 'write' in [socket]"
        ),
        (
            RequestError(.unknown(.button, "sift", of: "deck", among: ["shift", "go"])),
            "unknown-button: deck has no button named 'sift'; did you mean 'shift'?"
        ),
        (
            RequestError(.needsButton(input: "deck", among: ["shift", "go"])),
            "unknown-button: deck has several buttons, and 'button' is missing; there are: shift, go"
        ),
        (
            RequestError(.notFed(input: "knob", type: "gpio")),
            "bad-request: knob is an input of type gpio, and clients can feed only inputs of type client"
        ),
        (RequestError(.busy(input: "deck", client: 3)), "busy: client 3 feeds deck"),
        (.tooLong(limit: 65_536), "too-long: a line is longer than 65536 bytes, and the connection is closed"),
        (
            .tooManyClients(limit: 64),
            "too-many-clients: 64 clients are connected already ([socket] max_clients)"
        ),
        (
            .mayNotDefine,
            "forbidden: this client may not define controls: see 'define' in [socket]"
        ),
        (
            .unknownOwner("synht", among: ["synth"]),
            "unknown-owner: no client has defined anything as 'synht'; did you mean 'synth'?"
        ),
        (
            .unknownView("view:9", among: ["view:3"]),
            "unknown-view: this client has no view named 'view:9'; there are: view:3"
        ),
        (RequestError(.tooManyViews, "b"), "too-many-views: b"),
        (RequestError(.locked, "b"), "locked: b"),
        (RequestError(.badDefinition, "b"), "bad-definition: b"),
        (RequestError(.badConfiguration, "b"), "bad-configuration: b"),
        (RequestError(.badJSON, "b"), "bad-json: b"),
        (RequestError(.badRequest, "b"), "bad-request: b"),
        (RequestError(.unknownOperation, "b"), "unknown-op: b"),
    ]

    @Test(arguments: refusals)
    func aRefusalIsWrittenAndRead(_ error: RequestError, _ text: String) throws {
        #expect("\(error.name): \(error.message)" == text)
        for id in [RequestID(7), nil] {
            let line = written { error.write(to: id, &$0) }
            #expect(
                line == #"{"reply":\#(id == nil ? "null" : "7"),"ok":false,"error":"\#(error.name)","#
                    + #""message":"\#(error.message)"}"# + "\n")
            guard case .reply(let reply) = try serverLine(line) else {
                Issue.record("no reply: \(line)")
                continue
            }
            #expect(reply.id == id)
            #expect(reply.refusal == error)
            #expect(throws: ReplyProblem.refused(error)) { try reply.answer(to: .ping) }
        }
    }

    @Test func theMistakesOfADefinitionAreWrittenAndRead() throws {
        let error = RequestError([
            DefinitionMistake(path: "controls[0].rnge", message: "unknown key"),
            DefinitionMistake(path: "values.x", message: "no number"),
        ])
        #expect(error.message == "controls[0].rnge: unknown key, and 1 more")
        let line = written { error.write(to: RequestID(7), &$0) }
        #expect(
            line
                == #"{"reply":7,"ok":false,"error":"bad-definition","message":"controls[0].rnge: unknown key, and 1 more","#
                + #""mistakes":[{"path":"controls[0].rnge","message":"unknown key"},"#
                + #"{"path":"values.x","message":"no number"}]}"# + "\n")
        guard case .reply(let reply) = try serverLine(line) else {
            Issue.record("no reply: \(line)")
            return
        }
        #expect(reply.refusal == error)
    }

    @Test func everyErrorIsTested() {
        #expect(Set(Self.refusals.map(\.0.code)) == Set(ProtocolErrorCode.allCases))
    }

    @Test func manyNamesAreNotAllListed() {
        let error = RequestError.unknownControl("x", among: (1...1000).map { "c\($0)" })
        #expect(error.message.hasSuffix("c31, c32 and 968 more"))
    }

    @Test func anErrorThatIsNotKnownIsStillOne() throws {
        let line = #"{"reply":7,"ok":false,"error":"out-of-coffee","message":"no"}"#
        guard case .reply(let reply) = try serverLine(line) else {
            Issue.record("no reply")
            return
        }
        #expect(reply.refusal?.name == "out-of-coffee")
        #expect(reply.refusal?.code == nil)
    }
}
