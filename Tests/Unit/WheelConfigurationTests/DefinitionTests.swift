import Testing
import WheelConfiguration
import WheelCore

@Suite struct DefinitionTests {
    @Test func definedTablesComeAfterThoseOfTheFile() throws {
        let parsed = try Configuration.parse(text: file, with: [cutoff])
        #expect(parsed.settings.panel.controls.map(\.name) == ["gain", "cutoff"])
        #expect(parsed.settings.panel.pages.map(\.name) == ["main", "filter"])
        #expect(parsed.settings.panel.pages[1].controls == [1])
        #expect(parsed.settings.panel.pages[1].inputs == [0])
        #expect(parsed.settings.panel.ramps.map(\.control) == [1])
    }

    @Test func inputsWithoutControlsTurnDefinedOnesAfterThoseOfTheFile() throws {
        let parsed = try Configuration.parse(text: file, with: [cutoff])
        #expect(parsed.settings.panel.inputs.map(\.controls) == [[0, 1], [0]])
    }

    @Test func aFileMayHaveNoControls() throws {
        let text = "control = []\n[[input]]\nname = \"knob\"\ntype = \"client\"\n"
        #expect(try Configuration.parse(text: text, with: []).settings.panel.controls.isEmpty)
        let parsed = try Configuration.parse(text: text, with: [cutoff.without(.pages)])
        #expect(parsed.settings.panel.controls.map(\.name) == ["cutoff"])
        #expect(parsed.settings.panel.inputs[0].controls == [0])
    }

    @Test func aFileThatNamesNoControlsKeepsTheBuiltInOne() throws {
        let parsed = try Configuration.parse(text: "", with: [cutoff.without(.pages)])
        let builtIn = try Configuration.parse(text: "", with: []).settings.panel.controls
        #expect(parsed.settings.panel.controls.map(\.name) == builtIn.map(\.name) + ["cutoff"])
        let again = Definition(owner: "synth", controls: [control(builtIn[0].name)])
        #expect(
            mistakes("", [again]) == [
                "synth: controls[0].name: there are two controls named '\(builtIn[0].name)' (the first is built in)"
            ])
    }

    @Test func aDefinedControlMayBeLikeOneOfTheFileOrOfItsDefinition() throws {
        let definition = Definition(
            owner: "synth",
            tables: [
                DefinedTables(
                    .controls,
                    [
                        control("drive", ("range", .string("[0, 7]"))), like("fine", "drive"), like("level", "gain"),
                        like("level2", "level"),
                    ])
            ])
        let controls = try Configuration.parse(text: file, with: [definition]).settings.panel.controls
        #expect(controls.map(\.name) == ["gain", "drive", "fine", "level", "level2"])
        #expect(controls[2].quantity == controls[1].quantity)
        #expect(controls[4].quantity == controls[0].quantity)
    }

    /// A configuration file must write a large `default` as a float, such as 1e16. JSON does not distinguish whole
    /// numbers from floats, so a definition may have a whole number there.
    @Test(arguments: [1e16, 9e18, 1e19]) func aFloatMayBeAnyLargeNumber(_ value: Double) {
        let table = PlainValue.table([
            PlainValue.Entry("name", .string("a")), PlainValue.Entry("kind", .string("float")),
            PlainValue.Entry("range", .string("[0, 1e20]")), PlainValue.Entry("default", .number(value)),
        ])
        #expect(mistakes(file, [Definition(owner: "synth", tables: [DefinedTables(.controls, [table])])]).isEmpty)
    }

    @Test func theValuesOfAllDefinitionsHaveALimit() {
        let names = (0..<1000).map { PlainValue.string("p\($0)") }
        let positions = PlainValue.table([
            PlainValue.Entry("name", .string("a")), PlainValue.Entry("kind", .string("choice")),
            PlainValue.Entry("positions", .list(names)),
        ])
        func definition(_ copies: Int, owner: String = "synth") -> Definition {
            Definition(
                owner: owner,
                tables: [DefinedTables(.controls, [positions] + (0..<copies).map { like("c\($0)", "a") })])
        }
        let tooMany =
            "clients can define at most 50000 values in all, with those that 'like' takes over and each position"
        #expect(mistakes(file, [definition(48)]).isEmpty)
        #expect(mistakes(file, [definition(100)]) == ["synth: controls[49].like: \(tooMany)"])
        // The limit is for all definitions together.
        #expect(
            mistakes(file, [definition(48), Definition(owner: "last", controls: (0..<500).map { control("x\($0)") })])
                == ["last: controls[268]: \(tooMany)"])
        // `positions = N` counts as N values.
        func numbered(_ name: String) -> PlainValue {
            .table([
                PlainValue.Entry("name", .string(name)), PlainValue.Entry("kind", .string("choice")),
                PlainValue.Entry("positions", .number(1000)),
            ])
        }
        let many = Definition(owner: "synth", controls: (0..<60).map { numbered("c\($0)") })
        #expect(mistakes(file, [many]) == ["synth: controls[49]: \(tooMany)"])
        let copies = Definition(owner: "synth", controls: [numbered("a")] + (0..<60).map { like("c\($0)", "a") })
        #expect(mistakes(file, [copies]) == ["synth: controls[49].like: \(tooMany)"])
    }

    /// The search for a hint, the nearest known name, takes time, and a definition may have two thousand names.
    @Test func onlyTheFirstMistakesHaveHints() {
        let names = PlainValue.list((0..<100).map { .string("gian\($0)") })
        let page = PlainValue.table([PlainValue.Entry("name", .string("p")), PlainValue.Entry("controls", names)])
        let found = mistakes(file, [Definition(owner: "synth", tables: [DefinedTables(.pages, [page])])])
        #expect(found.count == 100)
        #expect(found.count { $0.hasSuffix(")") } == 20)
    }

    @Test func presetsOfADefinitionNameControlsOfBoth() throws {
        let preset = PlainValue.table([
            PlainValue.Entry("name", .string("night")),
            PlainValue.Entry(
                "values", .table([PlainValue.Entry("gain", .number(1)), PlainValue.Entry("cutoff", .number(0.5))])),
        ])
        var definition = cutoff
        definition.tables.append(DefinedTables(.presets, [preset]))
        let presets = try Configuration.parse(text: file, with: [definition]).settings.panel.presets
        #expect(presets.map(\.name) == ["night"])
        #expect(presets[0].values.map(\.control) == ["gain", "cutoff"])
    }

    @Test func everyMistakeHasItsPath() {
        let definition = Definition(
            owner: "synth",
            tables: [
                DefinedTables(
                    .controls,
                    [
                        control("cutoff", ("rnge", .string("[0, 1]"))),
                        control("drive", ("range", .string("[3, 1]"))),
                        .table([PlainValue.Entry("kind", .string("flot")), PlainValue.Entry("name", .number(3))]),
                        .number(7),
                    ])
            ])
        let found = mistakes(file, [definition])
        #expect(
            found == [
                "synth: controls[0].rnge: unknown key 'rnge' (did you mean 'range'?)",
                "synth: controls[1].range: 'range' is empty: the first end must be less than the second, not \"[3, 1]\"",
                "synth: controls[2].kind: 'kind' must be \"float\", \"int\", \"choice\" or \"selection\", not \"flot\" "
                    + "(did you mean 'float'?)",
                "synth: controls[2].name: 'name' must be a string, not a whole number",
                "synth: controls[3]: an entry of 'controls' must be an object, not a whole number",
            ])
    }

    @Test func anUnknownNameHasAHintAmongAllNames() {
        let page = PlainValue.table([
            PlainValue.Entry("name", .string("filter")),
            PlainValue.Entry("controls", .list([.string("gain"), .string("cutof"), .string("gian")])),
        ])
        let definition = Definition(
            owner: "synth", tables: [DefinedTables(.controls, [control("cutoff")]), DefinedTables(.pages, [page])])
        #expect(
            mistakes(file, [definition]) == [
                "synth: pages[0].controls[1]: there is no control named 'cutof' (did you mean 'cutoff'?)",
                "synth: pages[0].controls[2]: there is no control named 'gian' (did you mean 'gain'?)",
            ])
    }

    @Test func namesOfTheFileAndOfOtherOwnersAreTaken() {
        #expect(
            mistakes(file, [Definition(owner: "synth", controls: [control("gain")])]) == [
                "synth: controls[0].name: there are two controls named 'gain' (the first in line 3)"
            ])
        #expect(
            mistakes(file, [cutoff, Definition(owner: "mixer", controls: [control("level"), control("cutoff")])]) == [
                "mixer: controls[1].name: there are two controls named 'cutoff' (the first is controls[0].name of synth)"
            ])
    }

    @Test func thereIsALimitForAllClientsTogether() throws {
        let half = (0..<1000).map { control("a\($0)") }
        let most = [
            Definition(owner: "one", controls: half),
            Definition(owner: "two", controls: (0..<1000).map { control("b\($0)") }),
        ]
        #expect(try Configuration.parse(text: file, with: most).settings.panel.controls.count == 2001)
        #expect(
            mistakes(file, most + [Definition(owner: "three", controls: [control("c")])]) == [
                "three: controls[0]: clients can define at most 2000 controls in all"
            ])
    }

    private let file = """
        [[control]]
        kind = "float"
        name = "gain"
        range = "[-60, 12]"
        speeds = [{name = "fine", per_detent = 0.1}]
        [[page]]
        name = "main"
        controls = ["gain"]
        [[input]]
        name = "all"
        type = "client"
        [[input]]
        name = "left"
        type = "client"
        controls = ["gain"]
        """

    private let cutoff = Definition(
        owner: "synth",
        tables: [
            DefinedTables(.controls, [control("cutoff")]),
            DefinedTables(
                .pages,
                [
                    .table([
                        PlainValue.Entry("name", .string("filter")),
                        PlainValue.Entry("controls", .list([.string("cutoff")])),
                        PlainValue.Entry("inputs", .list([.string("all")])),
                    ])
                ]),
            DefinedTables(
                .ramps,
                [
                    .table([
                        PlainValue.Entry("name", .string("sweep")), PlainValue.Entry("control", .string("cutoff")),
                        PlainValue.Entry("to", .number(1)), PlainValue.Entry("duration_s", .number(2)),
                    ])
                ]),
        ])

    private func mistakes(_ text: String, _ definitions: [Definition]) -> [String] {
        do throws(ConfigurationMistakes) {
            _ = try Configuration.parse(text: text, with: definitions)
            return []
        } catch {
            return error.list.map(\.description)
        }
    }
}

private func control(_ name: String, _ more: (String, PlainValue)...) -> PlainValue {
    .table(
        [
            PlainValue.Entry("name", .string(name)), PlainValue.Entry("kind", .string("float")),
            PlainValue.Entry("range", .string("[0, 1]")),
        ].filter { entry in !more.contains { $0.0 == entry.key } } + more.map { PlainValue.Entry($0.0, $0.1) })
}

private func like(_ name: String, _ original: String) -> PlainValue {
    .table([PlainValue.Entry("name", .string(name)), PlainValue.Entry("like", .string(original))])
}

extension Definition {
    fileprivate init(owner: String, controls: [PlainValue]) {
        self.init(owner: owner, tables: [DefinedTables(.controls, controls)])
    }

    fileprivate func without(_ kind: DefinedTables.Kind) -> Definition {
        var copy = self
        copy.tables.removeAll { $0.kind == kind }
        return copy
    }
}

extension Configuration {
    fileprivate static func parse(
        text: String, with definitions: [Definition]
    ) throws(ConfigurationMistakes) -> Parsed {
        try parse(Array(text.utf8), file: "test.toml", with: definitions)
    }
}
