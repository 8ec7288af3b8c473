import BridgeTestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelBridge
@testable import WheelRig
@testable import WheelWire

/// A program that sends lines to the server, and a daemon that answers at once.
private struct ServerBench {
    var server: RigServer
    var map = RigMap(nil)
    var now = Instant(microseconds: 1_000_000)
    var requests: [Request] = []
    private let session = 3

    /// `ints`: the numbers are controls of kind `int`, and the frequency is in kHz.
    init(_ settings: RigServerSettings = RigServerSettings(), ints: Bool = false) {
        server = RigServer(settings)
        var listing = RigBench.listing(["vfo": .number(14.074), "mode": .position("usb"), "volume": .number(50)])
        if ints {
            for index in [0, 2] { listing.controls[index].kind = .int }
            (listing.controls[0].unit, listing.controls[0].value) = ("kHz", .number(14_074))
            listing.controls[0].range = ValueRange(0, 30_000)
        }
        _ = map.consume(listing)
        server.connect(client: RigBench.client)
        server.open(session)
    }

    /// The answers to the program's lines.
    mutating func say(_ text: String, error: String? = nil) throws -> String {
        server.receive(Array("\(text)\n".utf8), session)
        var said = ""
        for _ in 0..<1000 {
            let hasMore = server.work(map)
            var asked: [(Request, RequestID?)] = []
            server.sendRequests(at: now, isBusy: { _ in false }) { asked.append(($0, $1)) }
            for (request, id) in asked { try answer(request, id, error) }
            let output = server.consumeOutput(session)
            said += String(decoding: output, as: UTF8.self)
            if !hasMore, asked.isEmpty, output.isEmpty { break }
        }
        return said
    }

    private mutating func answer(_ request: Request, _ id: RequestID?, _ error: String?) throws {
        requests.append(request)
        if error == nil {
            var values: [(String, ControlValue)] = []
            if case .text(let name)? = request["control"], case .value(let value)? = request["value"] {
                values = [(name, value)]
            }
            if case .values(let assignments)? = request["values"] {
                values = assignments.map { ($0.control, $0.value) }
            }
            for (name, value) in values { map.consume(RigBench.event(name, value, .client(RigBench.client))) }
        }
        guard let id, let number = Int(id.json) else { return }
        server.receive(try .made(to: id, refusing: error), number, at: now)
    }
}

@Suite struct RigServerTests {
    /// Lines of a client, each with the answer of Hamlib 4.5's rigctld for a rig in the same state.
    private static let conversation: [(String, String)] = [
        ("f", "14074000\n"), ("F 7074000.000000", "RPRT 0\n"), ("F  145890000", "RPRT 0\n"), ("m", "USB\n0\n"),
        ("M LSB 0", "RPRT 0\n"), ("M cw 500", "RPRT 0\n"), ("M XYZ 0", "RPRT -1\n"), ("l AF", "0.5\n"),
        ("L AF 0.25", "RPRT 0\n"), ("L AF 7", "RPRT -1\n"), ("L AF", "RPRT -1\n"), ("l SQL", "RPRT -11\n"),
        ("v", "VFOA\n"),
        ("V VFOA", "RPRT 0\n"), ("V VFOB", "RPRT -11\n"), ("t", "0\n"), ("T 1", "RPRT -11\n"), ("s", "0\nVFOA\n"),
        ("S 0 VFOA", "RPRT 0\n"), ("S 1 VFOB", "RPRT -11\n"), ("_", "wheeld\n"), ("\\chk_vfo", "0\n"),
        ("\\get_powerstat", "1\n"), ("\\get_lock_mode", "0\n"), ("\\set_vfo_opt 0", "RPRT 0\n"),
        ("f VFOA", "14074000\n"),
        ("\\get_freq", "14074000\n"), ("+f", "get_freq:\nFrequency: 14074000\nRPRT 0\n"),
        ("+m", "get_mode:\nMode: USB\nPassband: 0\nRPRT 0\n"), (";f", "get_freq:;Frequency: 14074000;RPRT 0\n"),
        ("|f", "get_freq:|Frequency: 14074000|RPRT 0\n"), ("+F 7000000", "set_freq: 7000000\nRPRT 0\n"),
        ("+l AF", "get_level: AF\n0.5\nRPRT 0\n"), ("+v", "get_vfo:\nVFO: VFOA\nRPRT 0\n"),
        ("+\\chk_vfo", "ChkVFO: 0\n"),
        ("+t", "get_ptt:\nPTT: 0\nRPRT 0\n"), ("f m", "14074000\nUSB\n0\n"), ("l ?", "AF\n"), ("L ?", "AF\nRPRT 0\n"),
        ("M ?", "USB LSB CW\nRPRT 0\n"), ("F abc", "RPRT -1\n"), ("F", "RPRT -1\n"), ("F nan", "RPRT -1\n"),
        ("F -5", "RPRT -1\n"), ("F 1000000000001", "RPRT -1\n"), ("xyz", "RPRT -11\n"), ("\\foo 1 2", "RPRT -11\n"),
        ("", ""), ("# f", ""), ("f\r", "14074000\n"), ("\u{1}", "RPRT -11\n"),
        ("\\get_vfo_info VFOA", "14074000\nUSB\n0\n0\n0\n"), ("u NB", "RPRT -11\n"), ("q", "RPRT 0\n"),
    ]

    @Test(arguments: conversation)
    func itAnswersAsRigctldDoes(line: String, answer: String) throws {
        var bench = ServerBench()
        #expect(try bench.say(line) == answer)
    }

    /// The controls are of kind `int`: a frequency in kHz from 0 to 30000, and a volume in percent.
    @Test(arguments: [
        ("F 14074500", "14075000\n"), ("F 7000400", "7000000\n"), ("F 30000000", "30000000\n"), ("F 0", "0\n"),
        ("L AF 0.498039", "0.5\n"), ("L AF 0.003922", "0\n"), ("L AF 1", "1\n"),
    ])
    func anIntTakesTheNearestWholeNumber(_ line: String, _ answer: String) throws {
        var bench = ServerBench(ints: true)
        #expect(try bench.say(line) == "RPRT 0\n")
        #expect(try bench.say(line.hasPrefix("F") ? "f" : "l AF") == answer)
        for beyond in ["F 30001000", "F -1000", "L AF 1.1"] { #expect(try bench.say(beyond) == "RPRT -1\n") }
    }

    @Test func aFrequencyIsExactUpToATerahertz() throws {
        var bench = ServerBench()
        for frequency in ["1000000000000", "999999999999", "1", "14074001"] {
            #expect(try bench.say("F \(frequency)") == "RPRT 0\n")
            #expect(try bench.say("f") == "\(frequency)\n")
        }
    }

    @Test func commandsThatComeTogetherAreAnsweredInTheirOrder() throws {
        var bench = ServerBench()
        let said = try bench.say("F 7000000\nf\nM LSB 0\nm\nF 7000001\nf")
        #expect(said == "RPRT 0\n7000000\nRPRT 0\nLSB\n0\nRPRT 0\n7000001\n")
    }

    @Test func aMoveOfAProgramIsCommittedOnceWhenItIsOver() throws {
        var bench = ServerBench()
        for hertz in 1...10 {
            bench.now = bench.now + .milliseconds(100)
            _ = try bench.say("F \(hertz)")
        }
        bench.now = bench.now + .milliseconds(401)
        _ = try bench.say("f")
        #expect(bench.requests.filter { $0.operation == .commit }.count == 1)
        #expect(bench.requests.last?.operation == .commit)
        #expect(bench.server.deadline == nil)
    }

    @Test func aHandThatTakesTheControlCommitsItItself() throws {
        var bench = ServerBench()
        _ = try bench.say("F 7000000")
        bench.server.receive(RigBench.event("vfo", .number(8), .input("knob")))
        #expect(bench.server.deadline == nil)
    }

    @Test(arguments: [
        ("editing", "RPRT 0\n"), ("out-of-range", "RPRT -1\n"), ("forbidden", "RPRT -9\n"),
        ("unknown-control", "RPRT -9\n"),
    ])
    func aRefusalOfTheDaemonIsACode(error: String, answer: String) throws {
        var bench = ServerBench()
        #expect(try bench.say("F 7000000", error: error) == answer)
    }

    @Test func withoutTheDaemonThereAreNoValues() throws {
        var bench = ServerBench()
        bench.server.receive(Array("F 7000000\n".utf8), 3)
        _ = bench.server.work(bench.map)
        bench.server.disconnect()
        #expect(try bench.say("f") == "RPRT -6\nRPRT -6\n")
        #expect(try bench.say("F 7000000") == "RPRT -6\n")
        #expect(try bench.say("\\chk_vfo") == "0\n")
    }

    @Test func aRequestWaitsForOneOfTheRigForTheSameControl() {
        var server = RigServer(RigServerSettings())
        let bench = ServerBench()
        server.connect(client: RigBench.client)
        server.open(1)
        server.receive(Array("F 7000000\nF 7100000\n".utf8), 1)
        _ = server.work(bench.map)
        var sent: [Request] = []
        server.sendRequests(at: bench.now, isBusy: { $0 == "vfo" }) { request, _ in sent.append(request) }
        #expect(sent.isEmpty)
        server.sendRequests(at: bench.now, isBusy: { $0 == "mode" }) { request, _ in sent.append(request) }
        #expect(sent.map { $0["value"] } == [.value(.number(7))])
    }

    @Test func aMoveFromBeforeTheDaemonWentIsNotCommittedAtTheNext() throws {
        var bench = ServerBench()
        #expect(try bench.say("F 7000000") == "RPRT 0\n")
        bench.server.disconnect()
        bench.server.connect(client: 9)
        #expect(bench.server.deadline == nil)
        var sent: [Request] = []
        bench.server.sendRequests(at: bench.now + .seconds(1), isBusy: { _ in false }) {
            sent.append($0); _ = $1
        }
        #expect(sent.isEmpty)
    }

    @Test func aNameThatMeansNothingIsSaid() {
        var settings = RigServerSettings()
        settings.controls = ["vfo", "vfoo"]
        var bench = ServerBench(settings)
        bench.server.check(bench.map)
        #expect(
            bench.server.consumeNotes() == [
                "'controls' of [rig.server] has 'vfoo', which has no counterpart in a rig (did you mean 'vfo'?)"
            ])
    }

    @Test func controlsThatAreNotNamedAreNotThere() throws {
        var settings = RigServerSettings()
        settings.controls = ["vfo"]
        var bench = ServerBench(settings)
        #expect(try bench.say("f") == "14074000\n")
        #expect(try bench.say("m") == "RPRT -11\n")
        #expect(try bench.say("L AF 0.5") == "RPRT -11\n")
        #expect(try bench.say("l ?") == "\n")
        #expect(try bench.say("L ? f") == "\nRPRT 0\n14074000\n")
    }

    @Test func aPassbandIsSetWithItsMode() throws {
        var bench = ServerBench()
        var passband = RigControl(control: "volume", quantity: .passband)
        passband.scale = 100
        bench.map = RigMap([RigControl(control: "mode", quantity: .mode), passband])
        _ = bench.map.consume(RigBench.listing(["volume": .number(24), "mode": .position("usb")]))
        #expect(try bench.say("m") == "USB\n2400\n")
        #expect(try bench.say("M CW 500") == "RPRT 0\n")
        #expect(try bench.say("M LSB 0") == "RPRT 0\n")
        #expect(try bench.say("M LSB -1") == "RPRT 0\n")
        #expect(try bench.say("m") == "LSB\n500\n")
    }

    @Test func aLineWithoutAnEndIsDroppedAndTheNextOneCounts() throws {
        var bench = ServerBench()
        for _ in 0..<100 { bench.server.receive([UInt8](repeating: 0x78, count: 4000), 3) }
        #expect(try bench.say("") == "RPRT -11\n")
        #expect(try bench.say("f") == "14074000\n")
        #expect(bench.server.consumeNotes() == ["a program sends a line of more than 512 bytes"])
    }

    @Test func aPageInABrowserCannotTune() throws {
        var bench = ServerBench()
        #expect(try bench.say("POST / HTTP/1.1\nHost: 127.0.0.1\n\nF 7000000") == "")
        #expect(bench.requests.isEmpty && bench.server.isEnding(3))
    }

    @Test func theDescriptionHasTheRangeTheModesAndTheLevels() throws {
        var bench = ServerBench()
        let lines = try bench.say("\\dump_state").split(separator: "\n")
        #expect(lines.first == "1" && lines.last == "done")
        #expect(lines[3] == "0.000000 1000000000000.000000 0xe -1 -1 0x1 0x1")
        #expect(lines[17] == "0x8" && lines[18] == "0x8")
    }
}
