import Testing
import WheelProtocol
import WheelSettings

@testable import WheelDaemon

/// Which definitions fit the configuration and one another.
@Suite struct FittingTests {
    /// Each has a mistake of its own, and the name of all others. One reading of all definitions takes long.
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

    private static func held(_ owner: String, control: String, kind: String, isAside: Bool) -> HeldDefinition {
        var entries = [
            PlainValue.Entry("name", .string(control)), PlainValue.Entry("kind", .string(kind)),
        ]
        if kind == "float" { entries.append(PlainValue.Entry("range", .string("[0, 1]"))) }
        let definition = Definition(owner: owner, tables: [DefinedTables(.controls, [.table(entries)])], isKept: true)
        var held = HeldDefinition(definition: definition, client: nil)
        held.isAside = isAside
        return held
    }
}
