import WheelProtocol
import WheelSettings

/// The discovery message of Home Assistant: one device with an entity for each control and each input.
package struct HomeAssistant: Equatable, Sendable {
    /// A button with a name.
    struct Press: Hashable, Sendable {
        var input: String
        var button: String
    }

    let prefix: String
    let name: String
    let topics: MQTTTopics
    /// Home Assistant allows letters, digits, `_` and `-` in it.
    let identifier: String

    init(prefix: String, name: String, topics: MQTTTopics) {
        self.prefix = prefix
        self.name = name
        self.topics = topics
        identifier = String(
            String.UnicodeScalarView(topics.base.unicodeScalars.map { HomeAssistant.isPlain($0) ? $0 : "_" }))
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }

    func message(_ controls: [ControlState], inputs: [String], buttons: Set<Press>) -> MQTTMessage {
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
            for control in controls { add(control, to: &json) }
            for input in inputs { add(input, nil, to: &json) }
            for press in buttons.sorted(by: { ($0.input, $0.button) < ($1.input, $1.button) }) {
                add(press.input, press.button, to: &json)
            }
        }
        json.endObject()
        return MQTTMessage("\(prefix)/device/\(identifier)/config", json.text, isAcknowledged: true, isRetained: true)
    }

    private func add(_ control: ControlState, to json: inout LineBuffer) {
        json.object("control_\(control.name)") { json in
            json.member("unique_id", "\(identifier)_control_\(control.name)")
            json.member("name", control.label.isEmpty ? control.name : control.label)
            json.member("state_topic", topics.value(control.name))
            switch control.kind {
            case .choice:
                json.member("platform", "select")
                json.member("command_topic", topics.request(control.name))
                json.key(named: "options")
                json.beginArray()
                for position in control.positions ?? [] {
                    json.separate()
                    json.string(position.name)
                }
                json.endArray()
            case .float, .int:
                addNumber(control, to: &json)
                if let unit = control.unit, !unit.isEmpty { json.member("unit_of_measurement", unit) }
            case .selection: json.member("platform", "sensor")
            }
        }
    }

    /// Home Assistant's numbers need both ends. Others are sensors.
    private func addNumber(_ control: ControlState, to json: inout LineBuffer) {
        guard let range = control.range, range.isFinite else { return json.member("platform", "sensor") }
        json.member("platform", "number")
        json.member("command_topic", topics.request(control.name))
        json.member("min", range.lower)
        json.member("max", range.upper)
        var step = control.step ?? 1
        if control.step == nil { for _ in 0..<max(0, control.decimals) { step /= 10 } }
        // Home Assistant takes none below.
        json.member("step", max(step, 0.001))
        json.member("mode", range.span / max(step, 0.001) <= 1000 ? "slider" : "box")
    }

    private func add(_ input: String, _ button: String?, to json: inout LineBuffer) {
        let suffix = button.map { "\(input)_\($0)" } ?? input
        json.object("press_\(suffix)") { json in
            json.member("platform", "event")
            json.member("unique_id", "\(identifier)_press_\(suffix)")
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
