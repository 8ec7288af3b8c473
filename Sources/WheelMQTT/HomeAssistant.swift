import WheelCore
import WheelWire

/// The discovery message for Home Assistant: one device with an entity for each control, each input, and each named
/// button that was pressed so far.
package struct HomeAssistant: Equatable, Sendable {
    struct Press: Hashable, Sendable {
        var input: String
        var button: String
    }

    let prefix: String
    let name: String
    let topics: MQTTTopics
    /// The device's identifier. Home Assistant allows letters, digits, `_` and `-`.
    let identifier: String

    init(prefix: String, name: String, topics: MQTTTopics) {
        self.prefix = prefix
        self.name = name
        self.topics = topics
        let scalars = topics.base.unicodeScalars
        let plain = String(String.UnicodeScalarView(scalars.map { HomeAssistant.isPlain($0) ? $0 : "_" }))
        // Without a hash of `topics.base`, the instruments `büro` and `bäro` would have the same identifier.
        let isClear = scalars.allSatisfy { HomeAssistant.isPlain($0) || $0 == "/" || $0 == "." }
        identifier = isClear ? plain : "\(plain)_\(HomeAssistant.number(of: topics.base))"
    }

    /// A hash of the text (FNV-1a). Two texts are unlikely to have the same hash.
    private static func number(of text: String) -> String {
        let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return String(hash, radix: 16)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }

    /// An entity of Home Assistant: a control, or the presses of an input or of one of its buttons.
    struct Entity {
        fileprivate enum Subject {
            case control(ControlState)
            case press(input: String, button: String?)
        }

        let key: String
        let platform: String
        fileprivate let subject: Subject
    }

    func entities(_ controls: [ControlState], inputs: [String], buttons: Set<Press>) -> [Entity] {
        var entities = controls.map { control in
            Entity(
                key: "control_\(control.name)", platform: HomeAssistant.platform(of: control),
                subject: .control(control))
        }
        func add(_ input: String, _ button: String?) {
            let key = "press_" + HomeAssistant.key(input, button, among: inputs)
            entities.append(Entity(key: key, platform: "event", subject: .press(input: input, button: button)))
        }
        for input in inputs { add(input, nil) }
        for press in buttons.sorted(by: { ($0.input, $0.button) < ($1.input, $1.button) }) {
            add(press.input, press.button)
        }
        return entities
    }

    /// The button `c` of the input `a_b` and the button `b_c` of the input `a` need two different keys. So a key gets a
    /// hash at its end if its text could also be read as an input with a longer name, or as a button of such an input.
    /// The key does not depend on which buttons have been pressed so far, so it is the same in each run.
    private static func key(_ input: String, _ button: String?, among inputs: [String]) -> String {
        guard let button else { return input }
        let plain = "\(input)_\(button)"
        let isClear = !inputs.contains { $0.utf8.count > input.utf8.count && "\(plain)_".hasPrefix("\($0)_") }
        return isClear ? plain : "\(plain)_\(number(of: "\(input)/\(button)"))"
    }

    /// A reading, which no hand moves, is a sensor. A number whose range lacks an end is a sensor, too, because Home
    /// Assistant's numbers need both ends.
    private static func platform(of control: ControlState) -> String {
        guard control.movedByHands else { return "sensor" }
        switch control.kind {
        case .choice: return "select"
        case .selection: return "sensor"
        case .float, .int:
            guard let range = control.range, range.isFinite else { return "sensor" }
            // A number entity cannot have a step finer than `finestStep`. A text entity accepts every number.
            let isTooFine = (control.step ?? 1) < finestStep || range.span < 10 * finestStep
            return isTooFine ? "text" : "number"
        }
    }

    /// The finest step that Home Assistant accepts for a number.
    private static let finestStep = 0.001

    private static func step(of control: ControlState) -> Double {
        if let step = control.step { return step }
        var step = 1.0
        for _ in 0..<max(0, control.decimals) { step /= 10 }
        return max(step, finestStep)
    }

    /// The discovery message. `gone`: the entities that Home Assistant must remove, with the platforms that were
    /// announced for them.
    func message(_ entities: [Entity], removing gone: [String: String] = [:]) -> MQTTMessage {
        var json = LineBuffer(capacity: 4096)
        json.beginObject()
        json.object("device") { json in
            json.member("identifiers", identifier)
            json.member("name", name)
            json.member("manufacturer", "wheeld")
            json.member("sw_version", Version.text)
        }
        json.object("origin") { json in
            json.member("name", "wheel-mqtt")
            json.member("sw_version", Version.text)
        }
        json.member("availability_topic", topics.status)
        json.object("components") { json in
            for entity in entities where gone[entity.key] == nil {
                json.object(entity.key) { json in
                    json.member("unique_id", "\(identifier)_\(entity.key)")
                    switch entity.subject {
                    case .control(let control): describe(control, entity.platform, to: &json)
                    case .press(let input, let button): describe(input, button, to: &json)
                    }
                }
            }
            for (key, platform) in gone.sorted(by: { $0.key < $1.key }) {
                json.object(key) { $0.member("platform", platform) }
            }
        }
        json.endObject()
        return MQTTMessage("\(prefix)/device/\(identifier)/config", json.text, isAcknowledged: true, isRetained: true)
    }

    private func describe(_ control: ControlState, _ platform: String, to json: inout LineBuffer) {
        json.member("name", control.label.isEmpty ? control.name : control.label)
        json.member("state_topic", topics.value(control.name))
        json.member("platform", platform)
        if platform != "sensor" { json.member("command_topic", topics.request(control.name)) }
        if platform == "select" {
            json.key(named: "options")
            json.beginArray()
            for position in control.positions ?? [] {
                json.separate()
                json.string(position.name)
            }
            json.endArray()
        }
        if platform == "number", let range = control.range {
            describe(range, HomeAssistant.step(of: control), to: &json)
        }
        // Home Assistant treats an entity with a unit as a number, so a text has no unit.
        if platform != "text", control.range != nil, let unit = control.unit, !unit.isEmpty {
            json.member("unit_of_measurement", unit)
        }
    }

    private func describe(_ range: ValueRange, _ step: Double, to json: inout LineBuffer) {
        // If the range excludes an end, the nearest value that can be set is a step away from it.
        json.member("min", range.includesLower ? range.lower : range.lower + step)
        json.member("max", range.includesUpper ? range.upper : range.upper - step)
        json.member("step", step)
        json.member("mode", range.span / step <= 1000 ? "slider" : "box")
    }

    private func describe(_ input: String, _ button: String?, to json: inout LineBuffer) {
        json.member("platform", "event")
        json.member("name", button.map { "\(input) \($0)" } ?? input)
        json.member("device_class", "button")
        json.member("state_topic", topics.press(input, button))
        json.member("value_template", "{\"event_type\": \"{{ value }}\"}")
        json.key(named: "event_types")
        json.beginArray()
        for gesture in ["down", "up", "click", "double", "long"] {
            json.separate()
            json.string(gesture)
        }
        json.endArray()
    }
}

extension LineBuffer {
    fileprivate mutating func object(_ name: String, _ write: (inout LineBuffer) -> Void) {
        key(named: name)
        beginObject()
        write(&self)
        endObject()
    }

    fileprivate mutating func member(_ name: String, _ value: String) {
        key(named: name)
        string(value)
    }

    fileprivate mutating func member(_ name: String, _ value: Double) {
        key(named: name)
        number(value)
    }
}
