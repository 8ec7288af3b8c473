import TestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelWire

@Suite struct RequestTests {
    static let cases: [(line: String, request: Request)] = [
        (#"{"id":7,"op":"list"}"#, .list),
        (#"{"id":7,"op":"get","control":"gain"}"#, .get(control: "gain")),
        (
            #"{"id":7,"op":"set","control":"frequency","value":14.1}"#,
            .set(Assignment(control: "frequency", value: .number(14.1)), SetManner())
        ),
        (
            #"{"id":7,"op":"set","control":"filter","value":"hp","commit":false}"#,
            .set(Assignment(control: "filter", value: .position("hp")), SetManner(commits: false))
        ),
        (
            #"{"id":7,"op":"set","control":"steps","value":["1","9"],"unless":"editing"}"#,
            .set(Assignment(control: "steps", value: .positions(["1", "9"])), SetManner(unlessEditing: true))
        ),
        (
            #"{"id":7,"op":"set","values":{"gain":-6,"filter":"hp","steps":[]}}"#,
            .setAll(
                [
                    Assignment(control: "gain", value: .number(-6)),
                    Assignment(control: "filter", value: .position("hp")),
                    Assignment(control: "steps", value: .positions([])),
                ], SetManner())
        ),
        (
            #"{"id":7,"op":"set","values":{},"commit":false,"unless":"editing"}"#,
            .setAll([], SetManner(commits: false, unlessEditing: true))
        ),
        (
            #"{"id":7,"op":"turn","control":"gain","detents":-2.5}"#,
            .turn(control: "gain", detents: -2.5, speed: nil)
        ),
        (
            #"{"id":7,"op":"turn","control":"gain","detents":1,"speed":"fine"}"#,
            .turn(control: "gain", detents: 1, speed: "fine")
        ),
        (#"{"id":7,"op":"step","control":"gain","count":-3}"#, .step(control: "gain", count: -3)),
        (#"{"id":7,"op":"speed","control":"gain","speed":"fine"}"#, .speed(control: "gain", .named("fine"))),
        (#"{"id":7,"op":"speed","control":"gain","speed":"next"}"#, .speed(control: "gain", .next)),
        (#"{"id":7,"op":"speed","control":"gain","speed":"previous"}"#, .speed(control: "gain", .previous)),
        (#"{"id":7,"op":"speed-reset","control":"gain"}"#, Request(.speedReset, control: "gain")),
        (#"{"id":7,"op":"focus","input":"knob","control":"gain"}"#, .focus(input: "knob", control: "gain")),
        (#"{"id":7,"op":"page","page":"tuning"}"#, .page(.named("tuning"))),
        (#"{"id":7,"op":"page","page":"next"}"#, .page(.next)),
        (#"{"id":7,"op":"page","page":"previous"}"#, .page(.previous)),
        (#"{"id":7,"op":"lock","locked":true}"#, .lock(true)),
        (#"{"id":7,"op":"lock","controls":["gain","pan"],"locked":true}"#, .lock(true, controls: ["gain", "pan"])),
        (
            #"{"id":7,"op":"lock","locked":false,"control":"gain"}"#,
            Request(.lock, ["locked": .flag(false), "control": .text("gain")])
        ),
        (
            #"{"id":7,"op":"define","owner":"synth","controls":[{"name":"cutoff","range":"[0, 1]","step":0.5,"wrap":false,"#
                + #""positions":["a",{"name":"b"}]}],"pages":[],"values":{"cutoff":0.5},"keep":"always"}"#,
            .define(
                Definition(
                    owner: "synth",
                    tables: [
                        DefinedTables(
                            .controls,
                            [
                                .table([
                                    PlainValue.Entry("name", .string("cutoff")),
                                    PlainValue.Entry("range", .string("[0, 1]")),
                                    PlainValue.Entry("step", .number(0.5)), PlainValue.Entry("wrap", .flag(false)),
                                    PlainValue.Entry(
                                        "positions",
                                        .list([.string("a"), .table([PlainValue.Entry("name", .string("b"))])])),
                                ])
                            ]), DefinedTables(.pages, []),
                    ], values: [Assignment(control: "cutoff", value: .number(0.5))], isKept: true))
        ),
        (#"{"id":7,"op":"define","owner":"synth"}"#, .define(Definition(owner: "synth"))),
        (#"{"id":7,"op":"undefine","owner":"synth"}"#, .undefine(owner: "synth")),
        (#"{"id":7,"op":"reset","control":"gain"}"#, .reset(control: "gain")),
        (#"{"id":7,"op":"commit","control":"gain"}"#, .commit(control: "gain")),
        (#"{"id":7,"op":"apply","control":"gain"}"#, .apply(control: "gain")),
        (#"{"id":7,"op":"revert","control":"gain"}"#, .revert(control: "gain")),
        (#"{"id":7,"op":"toggle","control":"steps","position":"3"}"#, .toggle(control: "steps", position: "3")),
        (#"{"id":7,"op":"select","control":"filter","position":"hp"}"#, .select(control: "filter", position: "hp")),
        (
            #"{"id":7,"op":"ramp","control":"azimuth","to":90,"duration_s":1,"curve":"ease-in-out","hold":false}"#,
            .ramp(control: "azimuth", RampMotion(target: .to(90)))
        ),
        (
            #"{"id":7,"op":"ramp","control":"azimuth","by":690,"from":15,"duration_s":2.5,"#
                + #""curve":[0.42,-1,0.58,1.5],"hold":true}"#,
            .ramp(
                control: "azimuth",
                RampMotion(
                    from: 15, target: .by(690), duration: .seconds(2.5),
                    curve: .bezier(x1: 0.42, y1: -1, x2: 0.58, y2: 1.5), holds: true))
        ),
        (#"{"id":7,"op":"ramp","ramp":"sweep"}"#, .namedRamp("sweep")),
        (#"{"id":7,"op":"ramp-pause","control":"azimuth"}"#, .pauseRamp(control: "azimuth")),
        (#"{"id":7,"op":"ramp-resume","control":"azimuth"}"#, .resumeRamp(control: "azimuth")),
        (#"{"id":7,"op":"ramp-cancel","control":"azimuth"}"#, .cancelRamp(control: "azimuth")),
        (
            #"{"id":7,"op":"ramp-scrub","control":"azimuth","fraction":0.25}"#,
            .scrubRamp(control: "azimuth", fraction: 0.25)
        ),
        (#"{"id":7,"op":"ramp-restart","control":"azimuth"}"#, .restartRamp(control: "azimuth")),
        (#"{"id":7,"op":"ramp-reverse","control":"azimuth"}"#, .reverseRamp(control: "azimuth")),
        (#"{"id":7,"op":"recall","preset":"night"}"#, .recall(preset: "night")),
        (#"{"id":7,"op":"store","preset":"night"}"#, .store(preset: "night")),
        (#"{"id":7,"op":"feed","input":"dial"}"#, .feed("dial")),
        (
            #"{"id":7,"op":"feed","input":"dial","units":-60,"time":12.5}"#,
            .feed("dial", FedEvent(.turn(units: -60), seconds: 12.5))
        ),
        (
            #"{"id":7,"op":"feed","input":"dial","down":true,"button":"go"}"#,
            .feed("dial", FedEvent(.button("go", isDown: true)))
        ),
        (
            #"{"id":7,"op":"feed","input":"pad","size":[320,240],"contacts":[{"id":1,"x":2.5,"y":-3}]}"#,
            .feed(
                "pad", FedEvent(.contacts([FedContact(id: 1, position: Point(x: 2.5, y: -3))])),
                size: Size(width: 320, height: 240))
        ),
        (
            #"{"id":7,"op":"feed","events":[{"units":1},{"contacts":[]},{"down":false}],"input":"dial"}"#,
            .feed(
                "dial",
                [
                    FedEvent(.turn(units: 1)), FedEvent(.contacts([])), FedEvent(.button(nil, isDown: false)),
                ])
        ),
        (#"{"id":7,"op":"unfeed","input":"dial"}"#, .unfeed("dial")),
        (#"{"id":7,"op":"subscribe"}"#, .subscribe(Subscription())),
        (
            #"{"id":7,"op":"subscribe","controls":["gain"],"events":["value","raw"],"interval_ms":33.5,"text":true}"#,
            .subscribe(
                Subscription(
                    controls: ["gain"], events: [.value, .raw], interval: Interval(microseconds: 33_500), text: true))
        ),
        (#"{"id":7,"op":"subscribe","controls":[],"events":[]}"#, .subscribe(Subscription(controls: [], events: []))),
        (#"{"id":7,"op":"subscribe","terse":true}"#, .subscribe(Subscription(terse: true))),
        (#"{"id":7,"op":"screenshot"}"#, .screenshot),
        (#"{"id":7,"op":"screenshot","display":"main"}"#, .screenshot(of: "main")),
        (#"{"id":7,"op":"watch-display"}"#, .watchDisplay(nil)),
        (#"{"id":7,"op":"watch-display","display":"panel"}"#, .watchDisplay("panel")),
        (#"{"id":7,"op":"unwatch-display","display":"panel"}"#, .unwatchDisplay("panel")),
        (
            #"{"id":7,"op":"view","width":80,"height":24,"format":"cells","hands":"keys"}"#,
            Request(
                .view,
                [
                    "width": .integer(80), "height": .integer(24), "format": .text("cells"), "hands": .text("keys"),
                ])
        ),
        (#"{"id":7,"op":"unview","view":"view:3"}"#, Request(.unview, ["view": .text("view:3")])),
        (#"{"id":7,"op":"seen","view":"view:3"}"#, Request(.seen, ["view": .text("view:3")])),
        (#"{"id":7,"op":"limit","rights":"read"}"#, Request(.limit, ["rights": .text("read")])),
        // Requests with which a client acts as the hand at its view.
        (
            #"{"id":7,"op":"set","view":"view:3","text":"14.2"}"#,
            Request(.set, ["view": .text("view:3"), "text": .text("14.2")])
        ),
        (
            #"{"id":7,"op":"step","view":"view:3","count":-1}"#,
            Request(.step, ["view": .text("view:3"), "count": .integer(-1)])
        ),
        (
            #"{"id":7,"op":"focus","view":"view:3","by":1}"#,
            Request(.focus, ["view": .text("view:3"), "by": .integer(1)])
        ),
        (#"{"id":7,"op":"lock","view":"view:3"}"#, Request(.lock, ["view": .text("view:3")])),
        (#"{"id":7,"op":"stats"}"#, .stats),
        (#"{"id":7,"op":"reload"}"#, .reload),
        (#"{"id":7,"op":"log-level","level":"debug"}"#, .logLevel(.debug)),
        (#"{"id":7,"op":"ping"}"#, .ping),
    ]

    @Test(arguments: cases)
    func aRequestIsReadAndWritten(_ line: String, _ expected: Request) {
        #expect(request(line) == RequestLine(id: RequestID(7), request: .success(expected)))
        #expect(written { expected.write(id: RequestID(7), to: &$0) } == line + "\n")
    }

    @Test func everyOperationIsTested() {
        #expect(Set(Self.cases.map(\.request.operation)) == Set(Operation.allCases))
    }

    /// An example with spaces, and with line ends of both kinds.
    @Test(arguments: ["", "\n", "\r\n"])
    func theExampleOfTheSpecification(_ end: String) {
        let line = #"{"id": 7, "op": "set", "control": "frequency", "value": 14.1}"# + end
        let set = Request.set(Assignment(control: "frequency", value: .number(14.1)), SetManner())
        #expect(request(line) == RequestLine(id: RequestID(7), request: .success(set)))
    }

    @Test(arguments: ["linear", "ease-in", "ease-out", "ease-in-out"])
    func curvesByName(_ name: String) throws {
        let line = #"{"op":"ramp","control":"a","to":1,"duration_s":1,"curve":"\#(name)","hold":false}"#
        let read = try request(line).request.get()
        #expect(written { read.write(to: &$0) } == line + "\n")
    }

    /// The protocol may get new members, so the daemon ignores members of newer clients.
    @Test func unknownMembersArePassedOver() {
        #expect(request(#"{"op":"ping","since":{"a":[1,null]}}"#).request == .success(.ping))
    }

    @Test(
        arguments: table(
            """
            {"op":"ping","since":1,"id":1}                                       -> since
            {"op":"set","control":"a","value":1,"unles":"editing"}               -> unles
            {"op":"set","control":"a","value":1,"unless":"editing","commit":true} ->
            {"op":"ping","since":null}                                           ->
            {"op":"get","control":"a","value":1,"":2}                            -> value,
            {"op":"ramp","ramp":"a","control":"b","duration_s":2}                -> control,duration_s
            {"op":"page","page":"a","control":"b"}                               -> control
            """))
    func whatIsPassedOverIsNamed(_ row: Row) {
        #expect(request(row.input).ignored.joined(separator: ",") == row.output)
    }

    @Test func nullSaysTheSameAsAbsence() {
        #expect(
            request(#"{"id":null,"op":"turn","control":"a","detents":1,"speed":null}"#)
                == RequestLine(id: nil, request: .success(.turn(control: "a", detents: 1, speed: nil))))
    }

    @Test func integersBeyond64BitsAreNumbers() {
        let digits = "1" + String(repeating: "0", count: 30)
        let line = #"{"op":"turn","control":"a","detents":\#(digits)}"#
        #expect(request(line).request == .success(.turn(control: "a", detents: 1e30, speed: nil)))
    }

    @Test func anythingWrittenIsReadBack() {
        let problem = counterexample("requests read back", seed: 21) { generator in
            let (name, number) = (text(&generator), double(&generator))
            let requests: [Request] = [
                .set(Assignment(control: name, value: .number(number)), SetManner()),
                .setAll([Assignment(control: name, value: .positions([text(&generator)]))], SetManner()),
                .turn(control: name, detents: number, speed: text(&generator)),
                .scrubRamp(control: name, fraction: number),
                .ramp(control: name, RampMotion(from: number, target: .by(double(&generator)))),
                .subscribe(Subscription(controls: [name, text(&generator)])),
                .namedRamp(name),
            ]
            let given = generator.pick(requests)
            let id = generator.once(in: 2) ? RequestID(generator.int(in: .min ... .max)) : RequestID(name)
            let line = written { given.write(id: id, to: &$0) }
            return request(line) == RequestLine(id: id, request: .success(given)) ? nil : line
        }
        #expect(problem == nil)
    }

    private func text(_ generator: inout SeededGenerator) -> String {
        let letters: [Character] = ["a", "b", "-", "\"", "\\", "é", "\n", "\u{7f}", "😀"]
        return String((0..<generator.int(in: 0...12)).map { _ in generator.pick(letters) })
    }

    private func double(_ generator: inout SeededGenerator) -> Double {
        let number = Double(bitPattern: generator.next())
        return number.isFinite ? number : 0.1
    }
}

extension RequestLine {
    init(id: RequestID?, request: Result<Request, RequestError>) {
        self.init(Array("{}".utf8).withUnsafeBytes { RequestLine($0) })
        self.id = id
        self.request = request
    }

    private init(_ other: RequestLine) { self = other }
}
