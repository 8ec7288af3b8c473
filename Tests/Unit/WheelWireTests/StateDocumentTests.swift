import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelServer
@testable import WheelWire

@Suite struct StateDocumentTests {
    private static let document = StateDocument(
        controls: [
            SavedControl(name: "frequency", value: .number(14.074), speed: "fine"),
            SavedControl(name: "azimuth", value: .number(10), speed: "coarse", rotations: -2),
            SavedControl(name: "filter", value: .position("hp"), speed: "coarse"),
            SavedControl(name: "steps", value: .positions(["1", "4"]), speed: "medium", cursor: "4"),
        ], inputs: [SavedInput(name: "knob", focus: "azimuth")], page: "tuning",
        presets: [
            SavedPreset(
                name: "night",
                values: [
                    Assignment(control: "frequency", value: .number(7.25)),
                    Assignment(control: "steps", value: .positions(["2"])),
                ])
        ])

    private static let file = """
        {"version":1,
        "controls":[
        {"control":"frequency","value":14.074,"speed":"fine"},
        {"control":"azimuth","value":10,"speed":"coarse","rotations":-2},
        {"control":"filter","value":"hp","speed":"coarse"},
        {"control":"steps","value":["1","4"],"speed":"medium","cursor":"4"}],
        "inputs":[
        {"input":"knob","focus":"azimuth"}],
        "page":"tuning",
        "presets":[
        {"preset":"night","values":{"frequency":7.25,"steps":["2"]}}]}

        """

    @Test func aStateIsWrittenAndRead() throws {
        #expect(written { Self.document.write(to: &$0) } == Self.file)
        #expect(try state(Self.file) == Self.document)
    }

    @Test func anEmptyStateIsWrittenAndRead() throws {
        let file = "{\"version\":1,\n\"controls\":[],\n\"inputs\":[],\n\"page\":null}\n"
        #expect(written { StateDocument().write(to: &$0) } == file)
        #expect(try state(file) == StateDocument())
    }

    @Test func whatClientsDefineIsWrittenAndRead() throws {
        var document = Self.document
        let controls: [PlainValue] = [.table([PlainValue.Entry("name", .string("cutoff"))])]
        document.definitions = [
            SavedDefinition(Definition(owner: "synth", tables: [DefinedTables(.controls, controls)], isKept: true))
        ]
        document.remembered = [SavedControl(name: "drive", value: .number(3), speed: "fine")]
        document.rememberedFocus = [SavedInput(name: "dial", focus: "drive")]
        let file =
            Self.file.dropLast(2) + """
                ,
                "definitions":[
                {"owner":"synth","controls":[{"name":"cutoff"}]}],
                "remembered":[
                {"control":"drive","value":3,"speed":"fine"}],
                "remembered_focus":[
                {"input":"dial","focus":"drive"}]}

                """
        #expect(written { document.write(to: &$0) } == String(file))
        #expect(try state(String(file)) == document)
        #expect(
            document.definitions[0].definition
                == Definition(owner: "synth", tables: [DefinedTables(.controls, controls)], isKept: true))
    }

    @Test func whatIsKeptOfAPanel() {
        let panel = Panel(SampleInstrument.panel)
        #expect(
            panel.controls.map { SavedControl($0) } == [
                SavedControl(name: "frequency", value: .number(7.1), speed: "coarse"),
                SavedControl(name: "azimuth", value: .number(0), speed: "coarse", rotations: 0),
                SavedControl(name: "channel", value: .number(1), speed: "coarse"),
                SavedControl(name: "filter", value: .position("low-pass"), speed: "coarse"),
                SavedControl(name: "steps", value: .positions(["1", "4"]), speed: "coarse", cursor: "1"),
            ])
    }

    /// A file that was cut anywhere, as by a power cut, is not a state.
    @Test func noPartOfAFileIsAState() {
        for length in 0..<Self.file.utf8.count - 1 {
            #expect(throws: StateProblem.self, "\(length) bytes") {
                try state(String(decoding: Self.file.utf8.prefix(length), as: UTF8.self))
            }
        }
    }

    @Test(
        arguments: table(
            """
            {"version":2}                                   -> version 2 is not 1
            {"version":2,"anything":[]}                     -> version 2 is not 1
            {"version":"1"}                                 -> 'version' must be a whole number
            {"name":"another program's"}                    -> 'version' is missing
            [1]                                             -> it is not one JSON object
            """))
    func whatIsNoStateIsSaidToBe(_ row: Row) {
        do {
            let taken = try state(row.input)
            Issue.record("taken: \(taken)")
        } catch {
            #expect((error as? StateProblem)?.message == row.output)
        }
    }

    @Test(
        "Parts that cannot be read are left out, and the others are read",
        arguments: table(
            """
            {"version":1}                                   -> 0 0, 'controls' is missing; 'inputs' is missing
            {"version":1,"controls":[]}                     -> 0 0, 'inputs' is missing
            {"version":1,"controls":[],"inputs":[],"more":1} -> 0 0, 'more' is not known
            {"version":1,"controls":7,"inputs":{}}          -> 0 0, 'controls' must be an array; 'inputs' must be an array
            {"version":1,"controls":[7,A],"inputs":[null,K]} -> 1 1, 'controls', entry 1: it must be an object; 'inputs', entry 1: it must be an object
            {"version":1,"controls":[{"value":1},A],"inputs":[K]} -> 1 1, 'controls', entry 1: 'control' is missing
            {"version":1,"controls":[{"control":"b","value":1},A],"inputs":[K]} -> 2 1
            {"version":1,"controls":[{"control":"b","value":null,"speed":"s"},A],"inputs":[K]} -> 1 1, 'controls', entry 1: 'value' must be a number, a position's name or an array of names
            {"version":1,"controls":[{"control":"b","value":1,"speed":7,"x":1},A],"inputs":[K]} -> 2 1, control 'b': 'x' is not known; control 'b': 'speed' must be a string
            {"version":1,"controls":[{"control":"b","value":1,"cursor":[],"rotations":1.5}],"inputs":[]} -> 1 0, control 'b': 'cursor' must be a string; control 'b': 'rotations' must be a whole number
            {"version":1,"controls":[{"control":"b","value":1,"rotations":1e300}],"inputs":[]} -> 1 0, control 'b': 'rotations' must be a whole number
            {"version":1,"controls":[A,{"control":"a","value":2}],"inputs":[K,K]} -> 1 1, control 'a' is there twice; the first counts; input 'k' is there twice; the first counts
            {"version":1,"controls":[A],"inputs":[{"input":"k"}]} -> 1 0, 'inputs', entry 1: 'focus' is missing
            {"version":1,"controls":[A],"inputs":[],"page":3} -> 1 0, 'page' must be a string
            """))
    func partsAreLeftOut(_ row: Row) throws {
        let text = row.input.replacing("A", with: #"{"control":"a","value":1,"speed":"s"}"#)
            .replacing("K", with: #"{"input":"k","focus":"a"}"#)
        var leftOut: [String] = []
        let bytes = Array(text.utf8)
        let state = try bytes.withUnsafeBytes { try StateDocument(reading: $0) { leftOut.append($0) } }
        let counts = "\(state.controls.count) \(state.inputs.count)"
        #expect(
            ([counts] + (leftOut.isEmpty ? [] : [leftOut.joined(separator: "; ")])).joined(separator: ", ")
                == row.output)
    }

    @Test func aFileOfZerosIsDamaged() {
        #expect(throws: StateProblem.self) { try state(String(repeating: "\u{0}", count: 512)) }
    }
}
