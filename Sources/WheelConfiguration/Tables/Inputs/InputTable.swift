import WheelCore

/// `[[input]]`
enum InputTable {
    static let table = Table(
        "[[input]]",
        "A knob, a button or a touchscreen. A file without inputs has two: `knob` is every rotary device, "
            + "and `screen` is every touchscreen.",
        InputDraft(), of: { draft, _ in draft.type?.rawValue },
        called: { ["evdev": "an evdev input"][$0] ?? "a \($0) input" },
        common + GPIOKeys.settings + EvdevKeys.settings + TouchKeys.settings)

    static var schema: TableSchema { table.schema }

    @SettingList<InputDraft> private static var common: [Setting<InputDraft>] {
        Setting(
            required: "name", .name, as: "\"knob\"", { $0.settings.name = $1 },
            "The name that pages and clients use.")
        // `LikeReading` has already read this key, so no value is stored.
        Setting(
            "like", .name(of: "input"), otherwise: "none", { _, _ in },
            "An earlier input of the file. Keys that are not given here are inherited, except `name`.")
        Setting(
            required: "type", .word(), as: "\"gpio\"", { $0.type = $1 },
            "The kind of device: GPIO lines, an evdev device, a touchscreen, or a client that sends the events. "
                + "`terminal`, from an earlier release, is read as `client`.")
        Setting(
            "controls", .names(of: "control", 1...1000), otherwise: "all of them", { $0.controls = $1 },
            "The controls that the input turns. The first has the focus at start. A finger moves the touched control.")
        Setting(
            "ramp", .name(of: "ramp"), otherwise: "none", { $0.ramp = $1 },
            "The ramp that the input scrubs instead of turning a control. One revolution is the whole ramp.")
        Setting(
            "display", .name(of: "display"),
            otherwise: "the first display; for a knob every display that shows the knob's control",
            of: InputType.allCases.filter { $0 != .terminal }.map(\.rawValue), { $0.display = $1 },
            "The display that the touchscreen covers, or that a client's contacts are on. A knob's display "
                + "[marks](scenes.md#the-marked-control) what this knob turns.")
        Setting(
            "on", .table, otherwise: "see below", { $0.on = $1 },
            "The actions of the input's buttons: a table, described below.")
        Setting("reverse", .flag, default: false, { $0.isReversed = $1 }, "Whether the direction of turns is reversed.")
    }

    /// The input's settings, which are incomplete if a mistake was added.
    static func read(_ table: TOMLTable, index: Int, taken: inout TakenSources, scope: Scope) -> InputSettings {
        var (draft, reader) = self.table.read(table, scope.mistakes)
        draft.resolveNames(index, scope)
        let isKnown = !reader.has("controls") || draft.namesControls
        let reachable =
            isKnown ? Set(draft.settings.controls).union(scope.pageControls[index, default: [:]].keys) : nil
        warnOfNoSteps(reader, reachable, draft.settings, scope)
        draft.completeSource(reader, taken: &taken, isKey: scope.isKey)
        if let on = draft.on {
            let reading = BindingsReading(
                scope: scope, input: index, controls: reachable, type: draft.type, turnKeys: draft.evdev.turnKeys)
            reading.read(on, into: &draft.settings)
        }
        if draft.type == .evdev {
            taken.claim(draft, reader)
            draft.checkSpan(reader, scope, pages: scope.pageControls[index, default: [:]])
        }
        warnOfNoEffect(reader, on: draft.on, draft.settings)
        return draft.settings
    }

    private static func warnOfNoEffect(_ reader: TableReader, on: TOMLTable?, _ input: InputSettings) {
        func warn(_ key: String, _ why: String) {
            guard reader.has(key) else { return }
            reader.warn(atKey: key, "\(quoted(key)) has no effect on \(why)")
        }
        switch input.source {
        case .touch:
            warn("ramp", "a touchscreen")
            warn("on", "a touchscreen, which has no buttons")
        case .gpio(let gpio) where gpio.button == nil: warn("on", "an input without 'button'")
        case .gpio(let gpio) where gpio.encoder == nil:
            warn("ramp", "an input that does not turn")
            warn("display", "an input that does not turn")
            if let on, on["turn"] != nil {
                reader.mistakes.warn(on.place, "'turn' has no effect on an input that does not turn")
            }
        case .gpio, .evdev, .client: break
        }
        if input.ramp != nil, input.source.isKnob == true { warn("display", "an input that scrubs a ramp") }
        if let on, input.ramp != nil, case .speed = input.bindings.turn {
            reader.mistakes.warn(on.place, "'turn' with a speed has no effect on an input that scrubs a ramp")
        }
    }

    private static func warnOfNoSteps(
        _ reader: TableReader, _ controls: Set<Int>?, _ input: InputSettings, _ scope: Scope
    ) {
        guard input.detentsPerStep > 1, let controls, !controls.isEmpty,
            controls.allSatisfy({ scope.drafts.indices.contains($0) })
        else { return }
        let haveNone = controls.allSatisfy { control in
            guard case .float(let number) = scope.drafts[control].settings.quantity else { return false }
            return number.step == nil
        }
        if haveNone {
            let key = "detents_per_step"
            reader.warn(atKey: key, "\(quoted(key)) has no effect: no control of this input has steps or positions")
        }
    }
}

/// An input as the file writes it. The input's source is made at the end, from the settings of the input's type.
struct InputDraft: Sendable {
    var settings = InputSettings(name: "")
    var type: InputType?
    var controls: ListValue<Placed<String>>?
    /// Whether `controls` is given without a mistake.
    var namesControls = false
    var ramp: Placed<String>?
    var display: Placed<String>?
    var on: TOMLTable?
    var isReversed = false

    var a: GPIOLine?
    var b: GPIOLine?
    var debounce: Interval?
    /// The lines are placeholders: `a` and `b` above replace them.
    var encoder = GPIOEncoderSettings(a: .offset(0), b: .offset(0))
    var gpio = GPIOSettings()

    var match: DeviceMatch?
    var grabs = false
    var turnKeys: ListValue<String>?
    var evdev = EvdevSettings()
    var matrix: [Double]?

    fileprivate mutating func resolveNames(_ index: Int, _ scope: Scope) {
        settings.controls = Array(scope.controls.names.indices)
        if let own = controls?.indices(in: scope.controls, key: "controls", mistakes: scope.mistakes) {
            (settings.controls, namesControls) = (own, true)
        }
        settings.display = display.flatMap { scope.displays.find($0, mistakes: scope.mistakes) }
        guard let ramp, let number = scope.ramps.find(ramp, mistakes: scope.mistakes) else { return }
        settings.ramp = number
        // The ramp is checked like a button's action, since hands cannot play a ramp on a control with `confirm`.
        scope.boundRequests.add(
            [.namedRamp(ramp.value)], input: index, gesture: "ramp", place: ramp.place, scope.mistakes)
    }

    fileprivate mutating func completeSource(
        _ reader: TableReader, taken: inout TakenSources, isKey: (String) -> Bool
    ) {
        func warnOfReverse(_ what: String) {
            guard reader.isGiven("reverse") else { return }
            reader.warn(at: "reverse", "'reverse' has no effect on a \(what)")
        }
        switch type {
        case .gpio:
            completeGPIO(reader, taken: &taken)
            settings.source = .gpio(gpio)
        case .evdev:
            completeEvdev(reader, isKey: isKey)
            settings.source = .evdev(evdev)
        case .touch:
            warnOfReverse("touchscreen")
            taken.claimAll("touchscreen", reader)
            settings.source = .touch(TouchSettings(match: match, grabs: grabs, matrix: matrix))
        case .terminal:
            reader.warn(at: "type", "'terminal' is no longer an input: the keys of wheelctl panel belong to a view")
            settings.source = .client(ClientInputSettings(isReversed: isReversed))
        case .client: settings.source = .client(ClientInputSettings(isReversed: isReversed))
        case nil: break
        }
    }
}

enum InputType: String, CaseIterable, Sendable {
    case gpio
    case evdev
    case touch
    /// The name of `client` in an earlier release. This name is still accepted, with a warning.
    case terminal
    case client
}
