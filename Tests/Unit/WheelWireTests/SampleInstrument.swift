import WheelCore
import WheelModel

/// An instrument with a control of each kind, for tests that need names.
enum SampleInstrument {
    static let panel = PanelSettings(
        controls: [
            ControlSettings(
                name: "frequency", label: "Frequency",
                quantity: .float(
                    NumberSettings(range: ValueRange(0.1, 30), initial: 7.1, unit: "MHz", decimals: 6))),
            ControlSettings(
                name: "azimuth",
                quantity: .float(
                    NumberSettings(range: ValueRange(0, 360, includesUpper: false), wraps: true, unit: "°"))),
            ControlSettings(
                name: "channel",
                quantity: .int(NumberSettings(range: ValueRange(1, .infinity), step: 1, decimals: 0))),
            ControlSettings(
                name: "filter",
                quantity: .choice(
                    PositionSettings(positions: [Position(name: "low-pass"), Position(name: "hp", label: "\"High\"")]))),
            ControlSettings(
                name: "steps",
                quantity: .selection(
                    PositionSettings(positions: PositionSettings.numbered(16), maxSelected: 4, initial: [0, 3]))),
        ],
        inputs: [
            InputSettings(name: "knob", controls: [0, 1]),
            InputSettings(
                name: "keys", controls: [3],
                buttons: [
                    NamedButton(name: "KEY_MUTE", bindings: ButtonBindings()),
                    NamedButton(name: "KEY_PLAY", bindings: ButtonBindings()),
                ]),
        ],
        pages: [PageSettings(name: "tuning", controls: [0, 3]), PageSettings(name: "beam", controls: [1])],
        presets: [
            PresetSettings(
                name: "night", label: "At \"night\"",
                values: [
                    Assignment(control: "frequency", value: .number(7.25)),
                    Assignment(control: "steps", value: .positions(["2"])),
                ], isWritable: true)
        ])
}
