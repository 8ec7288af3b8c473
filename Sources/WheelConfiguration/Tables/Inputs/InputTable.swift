import WheelCore
import WheelModel

/// `[[input]]`: the keys of every type of input.
enum InputTable {
    static let name = Key(required: "name", .name, as: "\"knob\"", "The name that pages and clients use.")
    static let like = Key(
        "like", .name(of: "input"), otherwise: "none",
        "An earlier input of the file. Every key of it that is not given here is taken over, but `name`.")
    static let type = Key(
        required: "type", .word(InputType.self), as: "\"gpio\"",
        "The kind of device: GPIO lines, an evdev device, a touchscreen, the terminal that wheeld runs in, or a client "
            + "that sends the events.")
    static let controls = Key(
        "controls", ValueType<Placed<String>>.name(of: "control").list(1...1000, of: "control names"),
        otherwise: "all of them",
        "The controls that it turns. The first has the focus at start. A finger moves the control that it touches.")
    static let ramp = Key(
        "ramp", .name(of: "ramp"), otherwise: "none",
        "The ramp that it scrubs instead of turning a control. One revolution is the whole ramp.")
    static let display = Key(
        "display", .name(of: "display"), otherwise: "the first; of a knob each that shows its control",
        of: InputType.allCases.filter { $0 != .terminal }.map(\.rawValue),
        "The display that the touchscreen covers, or that a client's contacts are on. A knob's display "
            + "[marks](scenes.md#the-marked-control) what this knob turns.")
    static let on = Key("on", .table, otherwise: "see below", "The actions of its buttons: a table, described below.")
    static let reverse = Key("reverse", .flag, default: false, "Whether the direction of turns is reversed.")

    static let schema = TableSchema(
        "[[input]]",
        "A knob, a button or a touchscreen. A file without inputs has two: `knob` is every rotary device, "
            + "and `screen` is every touchscreen.",
        [name.row, like.row, type.row, controls.row, ramp.row, display.row, on.row, reverse.row] + GPIOKeys.rows
            + EvdevKeys.rows + TouchKeys.rows,
        owner: { ["evdev": "an evdev input"][$0] ?? "a \($0) input" })

    /// The input's settings, or `nil` without a source. They are incomplete if a mistake was added.
    static func read(
        _ table: TOMLTable, index: Int, taken: inout TakenSources, scope: Scope
    ) -> InputSettings? {
        let reader = TableReader(table: table, schema: schema, mistakes: scope.mistakes)
        let type = reader.read(type)
        reader.checkKeys(owner: type.value?.rawValue)
        var input = InputSettings(name: table.name ?? "", controls: Array(scope.controls.names.indices))
        let controls = reader.read(controls)
        let own = controls.value?.indices(in: scope.controls, key: Self.controls.name, mistakes: scope.mistakes)
        if let own { input.controls = own }
        let ramp = reader.read(ramp).value
        input.ramp = ramp.flatMap { scope.ramps.find($0, mistakes: scope.mistakes) }
        if let ramp, input.ramp != nil {
            // Checked as a button's action is: the ramp's control may be one that no hand plays a ramp on.
            scope.boundRequests.add(
                [.namedRamp(ramp.value)], input: index, gesture: Self.ramp.name, place: ramp.place, scope.mistakes)
        }
        let reverse = reader.read(reverse)
        input.display = reader.read(display).value.flatMap { scope.displays.find($0, mistakes: scope.mistakes) }

        let isKnown = controls.state == .absent || own != nil
        let reachable = isKnown ? Set(input.controls).union(scope.pageControls[index, default: [:]].keys) : nil
        readDetents(reader, type: type.value, into: &input)
        warnOfNoSteps(reader, reachable, input, scope)
        let source = source(reader, type: type.value, reverse: reverse, input: &input, taken: &taken, scope: scope)
        let on = reader.read(on).value
        if let on {
            let reading = BindingsReading(
                scope: scope, input: index, controls: reachable, type: type.value, turnKeys: source?.turnKeys)
            reading.read(on, into: &input)
        }
        guard let source else { return nil }
        input.source = source
        if case .evdev(let settings) = source {
            if isRead(settings, reader) { taken.claim(input, settings, reader, on: on) }
            if let axis = SpanReading.axis(of: settings) {
                SpanReading(
                    reader: reader, scope: scope, axis: axis, own: controls.value?.values.map(\.value)
                ).check(input, pages: scope.pageControls[index, default: [:]], on: on)
            }
        }
        warnOfNoEffect(reader, on: on, input)
        return input
    }

    /// Whether what an input names of its device was read without a mistake.
    private static func isRead(_ settings: EvdevSettings, _ reader: TableReader) -> Bool {
        reader.has(EvdevKeys.match.name) == (settings.match != nil)
            && reader.has(AxisKeys.axis.name) == (settings.axis != nil)
            && reader.has(EvdevKeys.turnKeys.name) == (settings.turnKeys != nil)
    }

    private static func warnOfNoEffect(_ reader: TableReader, on: TOMLTable?, _ input: InputSettings) {
        func warn(_ key: String, _ why: String) {
            guard reader.has(key) else { return }
            reader.mistakes.warn(reader.keyPlace(key), "\(quoted(key)) has no effect on \(why)")
        }
        switch input.source {
        case .touch:
            warn(ramp.name, "a touchscreen")
            warn(self.on.name, "a touchscreen, which has no buttons")
        case .gpio(let gpio) where gpio.button == nil: warn(self.on.name, "an input without 'button'")
        case .gpio(let gpio) where gpio.encoder == nil:
            warn(ramp.name, "an input that does not turn")
            warn(display.name, "an input that does not turn")
            if let on, on[BindingsTable.turn.name] != nil {
                reader.mistakes.warn(on.place, "'turn' has no effect on an input that does not turn")
            }
        case .gpio, .evdev, .terminal, .client: break
        }
        if input.ramp != nil, input.source.isKnob == true { warn(display.name, "an input that scrubs a ramp") }
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
            guard case .float(let number)? = scope.drafts[control].settings?.quantity else { return false }
            return number.step == nil
        }
        if haveNone {
            let key = GPIOKeys.detentsPerStep.name
            reader.mistakes.warn(
                reader.keyPlace(key), "\(quoted(key)) has no effect: no control of this input has steps or positions")
        }
    }

    private static func readDetents(_ reader: TableReader, type: InputType?, into input: inout InputSettings) {
        switch type {
        case .gpio: input.detentsPerStep = reader.read(GPIOKeys.detentsPerStep).value
        case .evdev, .client:
            input.detentsPerStep = reader.read(GPIOKeys.detentsPerStep).value
            input.isDetentless = reader.read(GPIOKeys.detentless).value
        case .touch, .terminal, nil: break
        }
    }

    private static func source(
        _ reader: TableReader, type: InputType?, reverse: Read<Bool>, input: inout InputSettings,
        taken: inout TakenSources, scope: Scope
    ) -> InputSource? {
        switch type {
        case nil:
            return nil
        case .gpio:
            return GPIOReading(reader: reader, reverse: reverse).read(into: &input, taken: &taken).map(InputSource.gpio)
        case .evdev:
            return .evdev(EvdevKeys.read(reader, isReversed: reverse.value, isKey: scope.isKey, input: &input))
        case .touch:
            if reverse.isGiven { reader.mistakes.warn(reverse.place, "'reverse' has no effect on a touchscreen") }
            taken.claimAll("touchscreen", reader)
            return .touch(TouchKeys.read(reader))
        case .terminal:
            if reverse.isGiven { reader.mistakes.warn(reverse.place, "'reverse' has no effect on a terminal") }
            taken.claimTerminal(reader)
            return .terminal
        case .client:
            input.detents = reader.read(GPIOKeys.detents).value
            return .client(ClientInputSettings(isReversed: reverse.value))
        }
    }
}

/// The types of input, by their names in the file.
enum InputType: String, CaseIterable, Sendable {
    case gpio
    case evdev
    case touch
    case terminal
    case client
}

extension InputSource {
    fileprivate var turnKeys: TurnKeys? {
        if case .evdev(let evdev) = self { evdev.turnKeys } else { nil }
    }
}
