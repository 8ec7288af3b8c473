import ModelTestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelServer
@testable import WheelWire

/// The lines that hold states: `hello`, and the answers to `list` and `get`.
@Suite struct StateLineTests {
    static let time = Instant(microseconds: 8_123_400_000)

    /// The initial states of the sample instrument's controls.
    static let controlTexts = [
        #"{"control":"frequency","label":"Frequency","kind":"float","value":7.1,"text":"7.100000 MHz","#
            + #""range":"[0.1, 30]","step":null,"wrap":false,"taper":"linear","unit":"MHz","decimals":6,"default":7.1,"#
            + #""speed":"coarse","speeds":["coarse","medium","fine"],"editing":false,"hands":true,"locked":false}"#,
        #"{"control":"azimuth","label":"azimuth","kind":"float","value":0,"text":"0.00°","#
            + #""range":"[0, 360)","step":null,"wrap":true,"rotations":0,"taper":"linear","unit":"°","decimals":2,"#
            + #""default":0,"speed":"coarse","speeds":["coarse","medium","fine"],"editing":false,"hands":true,"locked":false}"#,
        #"{"control":"channel","label":"channel","kind":"int","value":1,"text":"1","#
            + #""range":"[1, inf)","step":1,"wrap":false,"taper":"linear","unit":null,"decimals":0,"default":1,"#
            + #""speed":"coarse","speeds":["coarse","medium","fine"],"editing":false,"hands":true,"locked":false}"#,
        #"{"control":"filter","label":"filter","kind":"choice","value":"low-pass","text":"low-pass","#
            + #""positions":[{"name":"low-pass","label":"low-pass"},{"name":"hp","label":"\"High\""}],"wrap":false,"#
            + #""unit":null,"decimals":0,"default":"low-pass","#
            + #""speed":"coarse","speeds":["coarse","medium","fine"],"editing":false,"hands":true,"locked":false}"#,
    ]

    static var panelControls: [ControlState] {
        Panel(SampleInstrument.panel).controls.prefix(controlTexts.count).map { ControlState($0, at: time) }
    }

    static let listing = Listing(
        page: "tuning", isLocked: true, controls: [panelControls[0]],
        inputs: [
            InputState(name: "knob", type: "gpio", state: .attached, focus: "frequency", heldButtons: [""]),
            InputState(name: "screen", type: "touch", state: .waiting, focus: nil),
        ], presets: [PresetState(0, of: Instrument(SampleInstrument.panel))])
    static let listingText =
        #""page":"tuning","locked":true,"controls":[\#(controlTexts[0])],"inputs":["#
        + #"{"input":"knob","type":"gpio","state":"attached","focus":"frequency","down":[""]},"#
        + #"{"input":"screen","type":"touch","state":"waiting","focus":null,"down":[]}],"#
        + #""presets":[{"preset":"night","label":"At \"night\"","writable":true,"#
        + #""values":{"frequency":7.25,"steps":["2"]}}]"#

    @Test(arguments: zip(panelControls, controlTexts))
    func aControlIsWrittenAndRead(_ control: ControlState, _ text: String) throws {
        let body = written { control.writeMembers(to: &$0) }
        #expect("{\(body)}" == text)
        #expect(try ControlState(try #require(object(text))) == control)
    }

    @Test func aSelectionHasItsCursorAndItsMost() throws {
        let panel = Panel(SampleInstrument.panel)
        let control = ControlState(panel.controls[4], at: Self.time)
        let text = written {
            $0.beginObject()
            control.writeMembers(to: &$0)
            $0.endObject()
        }
        #expect(text.contains(#""kind":"selection","value":["1","4"],"cursor":"1","text":"1, 4","positions":[{"#))
        #expect(text.contains(#""label":"16"}],"max_selected":4,"wrap":false,"#))
        #expect(text.contains(#""default":["1","4"]"#))
        #expect(try ControlState(try #require(object(text))) == control)
    }

    /// Only the speeds with a label are listed, and the member is missing if no speed has one.
    @Test func speedsHaveTheLabelsThatAreGiven() throws {
        var settings = SampleInstrument.panel
        settings.controls[0].quantity = .float(
            NumberSettings(
                range: ValueRange(0, 30),
                speeds: [
                    Speed(name: "tens", amount: .perDetent(10), density: 20, lineWidth: 1, label: "10 \"kHz\""),
                    Speed(name: "fine", amount: .perDetent(1), density: 20, lineWidth: 1),
                ]))
        let control = Instrument(settings).state(of: 0, at: Self.time)
        let text = written {
            $0.beginObject()
            control.writeMembers(to: &$0)
            $0.endObject()
        }
        #expect(
            text.contains(
                #""speed":"tens","speeds":["tens","fine"],"speed_labels":[{"name":"tens","label":"10 \"kHz\""}],"editing""#
            ))
        #expect(try ControlState(try #require(object(text))) == control)
    }

    @Test func aPendingValueIsThereWhereItIsConfirmed() throws {
        var settings = SampleInstrument.panel
        settings.controls[3].confirmTimeout = .seconds(8)
        var panel = Panel(settings)
        func state() throws -> String {
            var line = LineBuffer()
            panel.instrument.state(of: 3, at: Self.time).writeMembers(to: &line)
            let text = line.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            return text
        }
        #expect(try state().contains(#""confirm":true,"pending":null"#))
        var changes = Changes()
        try panel.mark(1, of: 3, toggling: false, source: .client(1), at: Self.time, into: &changes)
        #expect(try state().contains(#""value":"low-pass","#))
        #expect(try state().contains(#""confirm":true,"pending":"hp""#))
    }

    @Test func aRampIsThereWhileItIsOne() throws {
        var panel = Panel(SampleInstrument.panel)
        var changes = Changes()
        let motion = RampMotion(target: .by(700), duration: .seconds(2), curve: .linear)
        _ = try panel.startRamp(motion, on: 1, at: Self.time, into: &changes)
        let later = Self.time + .milliseconds(500)
        let control = ControlState(panel.controls[1], at: later)
        let text = written {
            $0.beginObject()
            control.writeMembers(to: &$0)
            $0.endObject()
        }
        #expect(
            text.hasSuffix(#""editing":false,"hands":true,"locked":false,"ramp":{"state":"running","fraction":0.25}}"#))
        #expect(try ControlState(try #require(object(text))) == control)
    }

    /// If the configuration gives no step and no default value, an `int` reports the step 1, and a range without its
    /// lower end reports its upper end as the default.
    @Test func anIntTellsItsDefaultStepAndARangeWithoutItsLowerEndTheOther() {
        let count = NumberSettings(range: ValueRange(0, 9))
        let heading = NumberSettings(range: ValueRange(0, 360, includesLower: false), wraps: true)
        let panel = Panel(
            PanelSettings(controls: [
                ControlSettings(name: "count", quantity: .int(count)),
                ControlSettings(name: "heading", quantity: .float(heading)),
            ]))
        let texts = panel.controls.map { control in
            written {
                $0.beginObject()
                ControlState(control, at: Self.time).writeMembers(to: &$0)
                $0.endObject()
            }
        }
        #expect(texts[0].contains(#""step":1,"#))
        #expect(texts[1].contains(#""step":null,"#))
        #expect(texts[1].contains(#""value":360,"#) && texts[1].contains(#""default":360,"#))
        #expect(texts[1].contains(#""rotations":0,"#))
    }

    @Test func theFirstLine() throws {
        let hello = Hello(
            version: "0.1.0", instance: "5f0c", client: 3, seq: 41,
            clock: ClockReading(monotonic: Self.time, realtimeMicroseconds: 1_790_000_000_100_000),
            listing: Self.listing)
        let line = written { hello.write(to: &$0) }
        #expect(
            line == #"{"event":"hello","protocol":1,"version":"0.1.0","instance":"5f0c","client":3,"seq":41,"#
                + #""clock":{"monotonic":8123.400000,"realtime":1790000000.100000},"#
                + Self.listingText + "}\n")
        #expect(try serverLine(line) == .hello(hello))
    }

    /// An example that was not written by this program.
    @Test func theDaemonsLineOfTheSpecification() throws {
        let line =
            #"{"event":"hello","protocol":1,"version":"0.1.0","instance":"5f0c","client":3,"seq":41,"clock":{"#
            + #""monotonic":8123.4,"realtime":1790000000.1},"page":"tuning","locked":false,"controls":[{"#
            + #""control":"frequency","label":"Frequency","kind":"float","value":14.074,"text":"14.074 MHz","#
            + #""range":"[0.1, 30]","step":null,"wrap":false,"taper":"linear","default":7.1,"unit":"MHz","#
            + #""decimals":6,"speed":"fine","speeds":["coarse","medium","fine"],"editing":false,"hands":true,"locked":false}],"#
            + #""inputs":[{"input":"knob","type":"gpio","state":"attached","focus":"frequency"}],"presets":[]}"#
        guard case .hello(let hello) = try serverLine(line) else {
            Issue.record("no hello")
            return
        }
        #expect(hello.clock.monotonic == Self.time)
        #expect(hello.listing.controls.map(\.value) == [.number(14.074)])
        #expect(hello.listing.controls.map(\.text) == ["14.074 MHz"])
        #expect(hello.listing.inputs.map(\.focus) == ["frequency"])
        #expect(hello.page == "tuning")
    }
}
