import TestSupport
import Testing
import WheelConfiguration
import WheelCore
import WheelModel

@Suite struct StandardTests {
    @Test func withoutAFileThereIsOneAngle() {
        let standard = Configuration.standard
        #expect(
            standard.panel.controls == [
                ControlSettings(
                    name: "angle", label: "Angle",
                    quantity: .float(NumberSettings(range: ValueRange(0, 90), unit: "°", decimals: 1)), scene: .angle)
            ])
        #expect(standard.panel.inputs.map(\.name) == ["knob", "screen"])
        #expect(standard.panel.inputs.map(\.controls) == [[0], [0]])
        #expect(standard.panel.inputs.map(\.source) == [.evdev(EvdevSettings()), .touch(TouchSettings())])
        #expect(standard.displays == [DisplaySettings(name: "main", output: .automatic)])
        #expect(standard.panel.pages.isEmpty && standard.panel.ramps.isEmpty)
    }

    @Test func anEmptyFileGivesTheStandardSettings() throws {
        #expect(try settings("") == Configuration.standard)
        #expect(try settings("# nothing but a remark\n") == Configuration.standard)
    }

    @Test func partsThatAFileLeavesOutStayStandard() throws {
        let socket = try settings("[socket]\nmax_clients = 5")
        #expect(socket.panel == Configuration.standard.panel)
        let dark = try settings("[[display]]\nname = \"off\"\noutput = \"none\"")
        #expect(dark.panel.inputs == Configuration.standard.panel.inputs)
        let twoControls = try settings(
            """
            [[control]]
            name = "a"
            kind = "int"
            range = "[0, 1]"
            [[control]]
            name = "b"
            kind = "int"
            range = "[0, 1]"
            """)
        #expect(twoControls.panel.inputs.map(\.controls) == [[0, 1], [0, 1]])
    }

    @Test func emptyListsAreEmpty() throws {
        let nothing = try settings("control = []\ninput = []\ndisplay = []")
        #expect(nothing.panel == PanelSettings())
        #expect(nothing.panel.inputs.isEmpty && nothing.displays.isEmpty)
    }

    @Test(
        arguments: table(
            """
            17,27          -> - 17 27 -
            17,27,22       -> - 17 27 22
            GPIO17,GPIO27  -> - GPIO17 GPIO27 -
            GPIO17,27      -> - GPIO17 27 -        # the chip that has the named line
            0,65535        -> - 0 65535 -
            """))
    func encoderFromTheCommandLine(_ row: Row) throws {
        let settings = try Configuration.settings(withGPIO: row.input)
        guard case .gpio(let gpio) = settings.panel.inputs[0].source, let encoder = gpio.encoder else {
            Issue.record("no gpio input")
            return
        }
        let words = [gpio.chip ?? "-", text(encoder.a), text(encoder.b), gpio.button.map(text) ?? "-"]
        #expect(words.joined(separator: " ") == row.output)
        var standard = Configuration.standard
        standard.panel.inputs[0].source = .gpio(gpio)
        #expect(settings == standard)
    }

    @Test(
        arguments: table(
            """
            17          -> --gpio takes the lines of an encoder, A,B or A,B,BUTTON: names or offsets, as GPIO17,GPIO27 or 17,27,22
            17,27,22,5  -> --gpio takes the lines of an encoder, A,B or A,B,BUTTON: names or offsets, as GPIO17,GPIO27 or 17,27,22
            17,17       -> --gpio needs different lines, but has '17' twice
            A,B,A       -> --gpio needs different lines, but has 'A' twice
            17,         -> --gpio has '', which can be neither a line's name nor its offset (0…65535)
            17,70000    -> --gpio has '70000', which can be neither a line's name nor its offset (0…65535)
            """))
    func invalidLinesOfTheCommandLine(_ row: Row) {
        #expect(problem(row.input)?.description == row.output)
    }

    @Test func encoderBesideAConfiguration() throws {
        let configured = try settings(
            """
            [[control]]
            name = "a"
            kind = "int"
            range = "[0, 1]"
            [[control]]
            name = "b"
            kind = "int"
            range = "[0, 1]"
            [[input]]
            name = "dial"
            type = "evdev"
            """)
        let both = try Configuration.settings(configured, withGPIO: "17,27")
        #expect(both.panel.inputs.map(\.name) == ["dial", "knob"])
        #expect(both.panel.inputs[1].controls == [0, 1])
        #expect(throws: GPIOArgumentProblem.nameIsTaken) { try Configuration.settings(both, withGPIO: "5,6") }
    }

    /// The page of the demonstration has the same areas as a page with the grid below.
    @Test func theDemonstrationIsAPanel() throws {
        let demonstration = Configuration.demonstration.panel
        let controls = demonstration.controls.map {
            "[[control]]\nname = \"\($0.name)\"\nkind = \"float\"\nrange = \"[0, 1]\"\n"
        }
        let drawn = try settings(
            controls.joined() + """
                [[page]]
                name = "panel"
                grid = [
                  "frequency frequency frequency",
                  "frequency frequency frequency",
                  "angle     azimuth   mode",
                  "angle     azimuth   mode",
                  "angle     azimuth   volume",
                ]
                """)
        #expect(demonstration.pages[0].areas == drawn.panel.pages[0].areas)
        #expect(demonstration.pages[0].controls == drawn.panel.pages[0].controls)
        #expect(
            demonstration.inputs.allSatisfy { $0.controls.first.map { demonstration.controls[$0].name } == "angle" })
    }

    private func problem(_ lines: String) -> GPIOArgumentProblem? {
        do throws(GPIOArgumentProblem) {
            _ = try Configuration.settings(withGPIO: lines)
            return nil
        } catch {
            return error
        }
    }

    private func settings(_ text: String) throws -> Settings {
        try Configuration.parse(text: text, file: "test.toml").settings
    }

    private func text(_ line: GPIOLine) -> String {
        switch line {
        case .named(let name): name
        case .offset(let offset): "\(offset)"
        }
    }
}
