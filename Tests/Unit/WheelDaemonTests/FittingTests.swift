import Testing
import WheelCore
import WheelModel
import WheelTouch
import WheelWire

@testable import wheeld

@Suite struct FittingTests {
    /// 40 definitions define a control of the same name, each with a mistake. Reading all definitions takes long, so it
    /// happens only a few times.
    @Test func manyThatShareANameAreReadAFewTimes() {
        let wrong = (0..<40).map { Self.held("wrong \($0)", control: "x", kind: "none", isAside: true) }
        let right = Self.held("right", control: "y", kind: "float", isAside: false)
        let fitting = Fitting(SettingsSource(), [right] + wrong, retries: true)
        #expect(fitting.readings <= 10)
        #expect(fitting.definitions.filter { !$0.isAside }.map(\.definition.owner) == ["right"])
        #expect(fitting.definitions.count == 41)
        #expect(fitting.ended.isEmpty)
    }

    @Test func oneThatIsRightFitsBehindAWrongOneOfTheSameName() {
        let held = [
            Self.held("wrong", control: "x", kind: "none", isAside: true),
            Self.held("right", control: "x", kind: "float", isAside: true),
        ]
        let fitting = Fitting(SettingsSource(), held, retries: true)
        #expect(fitting.definitions.map(\.definition.owner) == ["right", "wrong"])
        #expect(fitting.definitions.map(\.isAside) == [false, true])
    }

    @Test func oneThatIsPutAsideHasItsReasonAndTellsAnother() {
        let wrong = Self.held("wrong", control: "x", kind: "none", isAside: true)
        var fitting = Fitting(SettingsSource(), [wrong], retries: true)
        #expect(fitting.aside.map(\.owner) == ["wrong"])
        #expect(fitting.definitions.first?.misfit.first?.path == "controls[0].kind")
        // The same reason is not reported again, with or without another attempt.
        for retries in [true, false] {
            fitting = Fitting(SettingsSource(), fitting.definitions, retries: retries)
            #expect(fitting.aside.isEmpty && fitting.ended.isEmpty)
            #expect(fitting.definitions.first?.misfit.count == 1)
        }
        var other = fitting.definitions
        other[0].misfit = [DefinitionMistake(path: "controls[0].name", message: "is taken")]
        #expect(Fitting(SettingsSource(), other, retries: true).aside.map(\.owner) == ["wrong"])
    }

    /// Definitions that were put aside one after another are tried together at the next reload. Those that exceed the
    /// bound stay aside.
    @Test func definitionsThatComeBackTogetherKeepTheBound() {
        let large = (0..<4).map { Self.large("large\($0)", controls: 12) }
        let dependent = Self.page("page", of: "large3-0")
        let small = Self.held("small", control: "y", kind: "float", isAside: true)
        let fitting = Fitting(SettingsSource(), large + [dependent, small], retries: true)
        let fits = fitting.definitions.filter { !$0.isAside }
        #expect(fits.map(\.definition.owner) == ["large0", "large1", "large2", "small"])
        #expect(fitting.definitions.map(\.definition.owner).suffix(2) == ["large3", "page"])
        #expect(fitting.settings.panel.controls.count(where: { $0.owner != nil }) == 37)
        let bytes = ListingBound(of: Instrument(fitting.settings.panel), fits.map(\.definition)).bytes
        #expect(bytes.reduce(0, +) <= Budget.listingBytes)
        #expect(fitting.ended.isEmpty)
    }

    /// After a change of the file, a definition may take over more values from the file, and become too long.
    @Test func whatHasFittedAndIsTooLongEndsWithItsMistake() {
        let large = (0..<4).map { Self.large("large\($0)", controls: 12, isAside: false) }
        let fitting = Fitting(SettingsSource(), large, retries: true)
        #expect(fitting.ended.map(\.owner) == ["large3"], "\(fitting.ended.first?.mistakes.first?.sentence ?? "")")
        #expect(fitting.ended.first?.mistakes.first?.message.hasPrefix("the state of all that clients define") == true)
    }

    private static func large(_ owner: String, controls: Int, isAside: Bool = true) -> HeldDefinition {
        let positions = (0..<1000).map { PlainValue.string("\($0)" + String(repeating: "x", count: 60)) }
        let tables = (0..<controls).map { number in
            PlainValue.table([
                PlainValue.Entry("name", .string("\(owner)-\(number)")), PlainValue.Entry("kind", .string("selection")),
                PlainValue.Entry("positions", .list(positions)),
            ])
        }
        return held(Definition(owner: owner, tables: [DefinedTables(.controls, tables)], isKept: true), isAside)
    }

    private static func page(_ owner: String, of control: String) -> HeldDefinition {
        let page = PlainValue.table([
            PlainValue.Entry("name", .string(owner)), PlainValue.Entry("controls", .list([.string(control)])),
        ])
        return held(Definition(owner: owner, tables: [DefinedTables(.pages, [page])], isKept: true), true)
    }

    private static func held(_ definition: Definition, _ isAside: Bool) -> HeldDefinition {
        var held = HeldDefinition(definition: definition, client: nil)
        held.isAside = isAside
        return held
    }

    private static func held(_ owner: String, control: String, kind: String, isAside: Bool) -> HeldDefinition {
        var entries = [
            PlainValue.Entry("name", .string(control)), PlainValue.Entry("kind", .string(kind)),
        ]
        if kind == "float" { entries.append(PlainValue.Entry("range", .string("[0, 1]"))) }
        let definition = Definition(owner: owner, tables: [DefinedTables(.controls, [.table(entries)])], isKept: true)
        return held(definition, isAside)
    }
}
