internal import LinuxSystem
import Testing
import WheelCore

@testable import WheelWire
@testable import wheeld

@Suite struct StateKeeperTests {
    /// If what clients define makes the state too long for the file, the values of the configuration's own controls are
    /// saved nevertheless.
    @Test func aStateThatIsTooLongIsSavedWithoutDefinitions() throws {
        let path = "/tmp/wheel-state-\(UInt32.random(in: .min ... .max)).json"
        defer { for end in ["", ".lock"] { try? KernelFileCalls().unlink(path + end) } }
        let own = StateDocument(controls: [SavedControl(name: "gain", value: .number(3))])
        var long = own
        long.remembered = [SavedControl(name: "x", value: .position(String(repeating: "x", count: 1 << 24)))]
        let keeper = try StateKeeper(path: path)
        try keeper.start()
        keeper.keep(long)
        keeper.finish()
        #expect(try StateKeeper(path: path).load().document == own)
    }

    @Test func theOldestThatIsRememberedIsForgottenFirst() {
        var remembered = RememberedControls()
        let length = 1000
        let count = Budget.rememberedBytes / length + 10
        for number in 0..<count {
            let value = ControlValue.position(String(repeating: "x", count: length))
            remembered.add(SavedControl(name: "c\(number)", value: value))
        }
        #expect(remembered.limit().controls >= 10)
        let names = remembered.oldestFirst.map(\.name)
        #expect(names.last == "c\(count - 1)")
        #expect(names == (count - names.count..<count).map { "c\($0)" })
        #expect(remembered.oldestFirst.reduce(0) { $0 + $1.byteCount } <= Budget.rememberedBytes)
        #expect(names.count > 900)
    }

    @Test func aPresetForWhichThereIsNoRoomTakesNoneFromOthers() {
        var remembered = RememberedControls()
        remembered.add(SavedControl(name: "gain", value: .number(3)))
        let long = String(repeating: "x", count: Budget.rememberedBytes)
        remembered.presets["a"] = [Assignment(control: "bands", value: .position(long))]
        remembered.presets["b"] = [Assignment(control: "bands", value: .position("x"))]
        #expect(remembered.limit() == RememberedControls.Forgotten(controls: 0, presets: ["a"]))
        #expect(remembered.oldestFirst.map(\.name) == ["gain"])
        #expect(remembered.presets.keys.sorted() == ["b"])
    }

    @Test func storedPresetsOfDefinitionsAreLeftOutWithThem() {
        let preset = PlainValue.table([PlainValue.Entry("name", .string("theirs"))])
        let definition = Definition(owner: "synth", tables: [DefinedTables(.presets, [preset])], isKept: true)
        var document = StateDocument(presets: ["own", "theirs"].map { SavedPreset(name: $0, values: []) })
        document.definitions = [SavedDefinition(definition)]
        document.leaveOutDefinitions()
        #expect(document.presets.map(\.name) == ["own"])
        #expect(document.definitions.isEmpty)
    }

    @Test func aStateThatCouldNotBeReadAgainIsNotWritten() throws {
        let path = "/tmp/wheel-state-\(UInt32.random(in: .min ... .max)).json"
        defer { for end in ["", ".lock"] { try? KernelFileCalls().unlink(path + end) } }
        let readable = StateDocument(inputs: [SavedInput(name: "knob", focus: "gain")])
        let huge = StateDocument(inputs: [SavedInput(name: "knob", focus: String(repeating: "x", count: 1 << 24))])
        let keeper = try StateKeeper(path: path)
        try keeper.start()
        keeper.keep(readable)
        keeper.keep(huge)
        keeper.finish()
        #expect(try StateKeeper(path: path).load().document == readable)
    }
}
