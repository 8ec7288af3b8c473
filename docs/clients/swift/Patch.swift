import WheelProtocol
import WheelSettings

/// A patch of the synthesizer: the parameters on each of its pages.
struct Patch {
    let name: String
    let pages: [(name: String, parameters: [Parameter])]

    var parameters: [Parameter] { pages.flatMap(\.parameters) }

    /// The controls and pages. A patch that is loaded gets its own values. After a restart of the daemon, a definition
    /// without values keeps the values that the controls had.
    func definition(inputs: [String], isNew: Bool) -> Definition {
        let pages = pages.map { page in
            PlainValue.table([
                .init("name", .string(page.name)), .init("controls", .list(page.parameters.map { .string($0.name) })),
                .init("inputs", .list(inputs.map { .string($0) })),
            ])
        }
        return Definition(
            owner: "engine-patch",
            tables: [DefinedTables(.controls, parameters.map(\.table)), DefinedTables(.pages, pages)],
            values: isNew ? parameters.map { Assignment(control: $0.name, value: $0.value) } : [])
    }
}

/// A parameter, with the value that its patch gives it.
struct Parameter {
    let name: String
    let value: ControlValue
    /// A `[[control]]` of the configuration. The default of a control is the patch's value.
    let table: PlainValue

    private init(
        _ name: String, _ kind: String, _ value: ControlValue, _ initial: PlainValue,
        _ keys: KeyValuePairs<String, PlainValue>
    ) {
        self.name = name
        self.value = value
        let own: KeyValuePairs<String, PlainValue> = ["name": .string(name), "kind": .string(kind), "default": initial]
        table = .table((Array(own) + Array(keys)).map { .init($0.key, $0.value) })
    }

    static func number(
        _ name: String, _ value: Double, _ range: PlainValue = "[0, 100]", unit: PlainValue = "%",
        taper: PlainValue = "linear"
    ) -> Parameter {
        Parameter(name, "float", .number(value), .number(value), ["range": range, "unit": unit, "taper": taper])
    }

    static func whole(_ name: String, _ value: Int, _ range: PlainValue) -> Parameter {
        Parameter(name, "int", .number(Double(value)), .number(Double(value)), ["range": range])
    }

    static func choice(_ name: String, _ positions: String...) -> Parameter {
        Parameter(name, "choice", .position(positions[0]), .string(positions[0]), ["positions": names(positions)])
    }

    static func several(_ name: String, _ chosen: [String], of positions: String...) -> Parameter {
        Parameter(name, "selection", .positions(chosen), names(chosen), ["positions": names(positions)])
    }

    private static func names(_ names: [String]) -> PlainValue { .list(names.map { .string($0) }) }
}

// Each patch has 32 parameters. The parameters of the page `effects` belong to both patches.
extension Patch {
    static let all = [bass, organ]

    static let bass = Patch(
        name: "bass",
        pages: [
            ("oscillators", oscillator(1) + oscillator(2) + oscillator(3)),
            (
                "filter",
                [
                    .number("cutoff", 440, "[20, 20000]", unit: "Hz", taper: "log"), .number("resonance", 30),
                    .number("drive", 3, "[0, 24]", unit: "dB"),
                    .choice("mode", "low-pass", "band-pass", "high-pass"),
                ]
            ),
            ("envelopes", envelope(1) + envelope(2)),
            (
                "modulation",
                [
                    .number("rate", 2, "[0.01, 50]", unit: "Hz", taper: "log"), .number("depth", 10),
                    .choice("shape", "triangle", "random"),
                    .several("targets", ["cutoff"], of: "pitch", "cutoff", "pan"),
                ]
            ), ("effects", effects(0, 20, 10, 80)),
        ])

    static let organ = Patch(
        name: "organ",
        pages: [
            ("upper", (1...9).map { .whole("upper-\($0)", $0 < 4 ? 8 : 0, "[0, 8]") }),
            ("lower", (1...9).map { .whole("lower-\($0)", $0 < 3 ? 8 : 0, "[0, 8]") }),
            ("pedals", [.whole("pedal-16", 6, "[0, 8]"), .whole("pedal-8", 4, "[0, 8]")]),
            (
                "percussion",
                [.choice("harmonic", "off", "second", "third"), .number("strike", 50), .number("fade", 30)]
            ),
            ("vibrato", [.several("manuals", ["upper"], of: "upper", "lower"), .whole("scanner", 3, "[1, 3]")]),
            (
                "rotor",
                [.choice("turning", "slow", "fast", "stopped"), .number("distance", 40), .number("balance", 50)]
            ),
            ("effects", effects(30, 0, 25, 60)),
        ])

    private static func oscillator(_ n: Int) -> [Parameter] {
        [
            .choice("wave-\(n)", "saw", "square", "sine"), .whole("octave-\(n)", n - 2, "[-3, 3]"),
            .number("level-\(n)", 100 / Double(n)), .number("pan-\(n)", 0, "[-100, 100]"),
        ]
    }

    private static func envelope(_ n: Int) -> [Parameter] {
        ["attack", "decay", "release"].map { .number("\($0)-\(n)", 0.1, "[0.001, 10]", unit: "s", taper: "log") }
            + [.number("sustain-\(n)", 70)]
    }

    private static func effects(_ chorus: Double, _ delay: Double, _ reverb: Double, _ volume: Double) -> [Parameter] {
        [.number("chorus", chorus), .number("delay", delay), .number("reverb", reverb), .number("volume", volume)]
    }
}
