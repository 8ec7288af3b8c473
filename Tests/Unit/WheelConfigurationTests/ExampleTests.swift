import Testing
import WheelConfiguration
import WheelCore
import WheelModel

/// The settings that `docs/examples/wheeld.toml` gives.
@Suite struct ExampleTests {
    private let settings: Settings

    init() throws {
        let text = CaseFile.contents("../../../docs/examples/wheeld.toml")
        let parsed = try Configuration.parse(text: text, file: "wheeld.toml")
        #expect(parsed.warnings.isEmpty)
        settings = parsed.settings
    }

    @Test func daemon() {
        var socket = SocketSettings()
        (socket.path, socket.mode, socket.group) = ("/run/wheeld/wheeld.sock", 0o660, "input")
        socket.writers = ["root", "@input"]
        #expect(settings.socket == socket)
        var state = StateSettings()
        state.path = "/var/lib/wheeld/state.json"
        #expect(settings.state == state)
        #expect(settings.buttonDebounce == .milliseconds(20))
        #expect(settings.panel.buttons == ButtonTimings())
        #expect(settings.panel.touch == TouchTimings())
    }

    @Test func controls() {
        let expected = [
            ControlSettings(
                name: "frequency", label: "Frequency",
                quantity: .float(
                    NumberSettings(
                        range: ValueRange(0.1, 30), initial: 7.1, unit: "MHz", decimals: 6,
                        speeds: [
                            Speed(
                                name: "coarse", amount: .perDetent(0.1), density: 20, lineWidth: 1,
                                acceleration: .standard),
                            Speed(name: "medium", amount: .perDetent(0.001), density: 8, lineWidth: 2),
                            Speed(name: "fine", amount: .perDetent(0.000001), density: 4, lineWidth: 3),
                        ]))),
            ControlSettings(
                name: "vfo",
                quantity: .int(
                    NumberSettings(
                        range: ValueRange(100_000, 30_000_000), decimals: 0,
                        shown: ShownText(factor: 1e-6, decimals: 6, group: " ", unit: "MHz")))),
            ControlSettings(
                name: "gain",
                quantity: .float(
                    NumberSettings(
                        range: ValueRange(-60, 6), step: 0.5, unit: "dB", decimals: 1,
                        texts: [TextForValue(at: -60, text: "-∞")], showsSign: true)),
                appearance: ControlAppearance(origin: 0), restores: false),
            ControlSettings(
                name: "azimuth",
                quantity: .float(
                    NumberSettings(
                        range: ValueRange(0, 360, includesUpper: false), wraps: true, unit: "°", decimals: 1)),
                scene: .rotor, appearance: ControlAppearance(hasCompass: true, tapStarts: false),
                staleAfter: .seconds(10)),
            ControlSettings(
                name: "filter",
                quantity: .choice(
                    PositionSettings(
                        positions: [
                            Position(name: "low-pass"), Position(name: "band-pass"),
                            Position(name: "hp", label: "High-pass"),
                        ]))),
            ControlSettings(
                name: "steps",
                quantity: .selection(PositionSettings(positions: PositionSettings.numbered(16), layout: .arc))),
        ]
        for (control, expected) in zip(settings.panel.controls, expected) { #expect(control == expected) }
        #expect(settings.panel.controls.count == expected.count)
    }

    @Test func ramp() {
        let motion = RampMotion(target: .by(345), duration: .seconds(2), curve: .easeInOut, holds: true)
        #expect(settings.panel.ramps == [RampSettings(name: "sweep", control: 3, motion: motion)])
    }

    @Test func sourcesOfInputs() {
        let encoder = GPIOEncoderSettings(a: .named("GPIO17"), b: .named("GPIO27"), transitionsPerDetent: 4)
        let expected = [
            InputSettings(
                name: "knob",
                source: .gpio(GPIOSettings(encoder: encoder, button: .named("GPIO22")))),
            InputSettings(
                name: "powermate",
                source: .evdev(
                    EvdevSettings(match: DeviceMatch(name: "Griffin PowerMate*"), grabs: true, hasHaptics: true))),
            InputSettings(
                name: "volume-knob",
                source: .evdev(
                    EvdevSettings(
                        match: DeviceMatch(name: "USB Knob Consumer Control"),
                        turnKeys: TurnKeys(down: "KEY_VOLUMEDOWN", up: "KEY_VOLUMEUP")))),
            InputSettings(
                name: "screen",
                source: .touch(
                    TouchSettings(
                        match: DeviceMatch(property: "ID_INPUT_TOUCHSCREEN"), matrix: [1, 0, 0, 0, 1, 0]))),
        ]
        for (input, expected) in zip(settings.panel.inputs, expected) { #expect(input.hasSameDevice(as: expected)) }
        #expect(settings.panel.inputs.count == expected.count)
    }

    @Test func controlsAndBindingsOfInputs() {
        let knob = ButtonBindings(
            click: .emit, double: .request(.speed(.next)), long: .request(.moveFocus(by: 1)), turn: .speed("fine"))
        let mute = ButtonBindings(down: .request(.toggle(control: "steps", position: "3")))
        let expected = [
            InputSettings(name: "knob", controls: [0, 3], detents: 24, bindings: knob),
            InputSettings(name: "powermate", controls: [0, 1, 2, 3, 4, 5], detents: 96),
            InputSettings(
                name: "volume-knob", controls: [0, 1, 2, 3, 4, 5],
                buttons: [NamedButton(name: "KEY_MUTE", bindings: mute)]),
            InputSettings(name: "screen", controls: [0, 1, 2, 3, 4, 5], display: 0),
        ]
        for (input, expected) in zip(settings.panel.inputs, expected) {
            var input = input
            input.source = expected.source
            #expect(input == expected)
        }
        #expect(settings.panel.inputs.count == expected.count)
    }

    @Test func displayAndPage() {
        var display = DisplaySettings(name: "main", millimetres: Size(width: 108, height: 65), distance: 0.6)
        display.isThemeGiven = true
        #expect(settings.displays == [display])
        #expect(
            settings.panel.pages == [
                PageSettings(name: "tuning", title: "Tuning", controls: [0, 4], inputs: [0]),
                PageSettings(
                    name: "mix", controls: [1, 2],
                    areas: PageAreas(
                        columns: 2, rows: 2,
                        areas: [PageAreas.Area(column: 0, row: 0, columns: 2), PageAreas.Area(column: 0, row: 1)])),
            ])
    }
}
