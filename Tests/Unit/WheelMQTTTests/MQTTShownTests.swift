import Testing
import WheelCore
import WheelModel

@testable import WheelMQTT
@testable import WheelWire

@Suite struct MQTTShownTests {
    @Test func aNewBrokerGetsEachValueAtOnce() throws {
        var bench = try CoreBench("interval_ms = 10000\n")
        bench.work(after: .seconds(10))
        bench.turn(to: 1)
        bench.work()
        bench.core.brokerWent()
        bench.core.brokerCame(at: bench.now)
        _ = bench.consume()
        bench.work()
        #expect(bench.consume().contains("gain/value=1 "))
    }

    @Test func aControlThatIsMovedDuringARampIsEdited() throws {
        var bench = try CoreBench()
        bench.receive(.ramp(control: "gain", RampProgress(state: .running, fraction: 0)))
        bench.turn(to: 1)
        bench.work()
        #expect(bench.consume() == "gain/value=1 gain/state=editing")
    }

    @Test func aControlThatARampMovesIsNotEdited() throws {
        var bench = try CoreBench()
        bench.receive(.ramp(control: "gain", RampProgress(state: .running, fraction: 0)))
        bench.turn(to: 1, from: .ramp)
        bench.work()
        #expect(bench.consume() == "gain/value=1 gain/state=ramping")
    }

    @Test func missedEventsAreMadeUpFor() throws {
        var bench = try CoreBench()
        bench.receive(.ramp(control: "gain", RampProgress(state: .running, fraction: 0)))
        bench.work()
        #expect(bench.consume() == "gain/state=ramping")
        for _ in 0..<2 { bench.receive(.missed(3)) }
        bench.work()
        #expect(bench.requests.map(\.request.operation) == [.list])
        bench.receive(.missed(3))
        bench.work()
        #expect(bench.requests.count == 1)
        let members = [
            #""control":"gain","label":"gain","kind":"int","value":5,"text":"5","range":"[0, 127]","step":1,"wrap":false"#,
            #""taper":"linear","unit":null,"decimals":0,"default":0,"speed":"coarse","speeds":["fine","coarse"]"#,
            #""editing":false,"hands":true,"locked":true"#,
        ].joined(separator: ",")
        let line = #"{"reply":-1,"ok":true,"locked":false,"controls":[{\#(members)}],"inputs":[],"presets":[]}"#
        var reply: Reply?
        if case .reply(let read) = try Array(line.utf8).withUnsafeBytes({ try ServerLine($0) }) { reply = read }
        bench.requests = []
        let refused = bench.core.receive(try #require(reply), at: bench.now)
        #expect(refused == nil)
        bench.work()
        #expect(bench.consume() == "gain/value=5 gain/speed=coarse gain/state=locked")
        #expect(bench.requests.map(\.request.operation) == [.list])
        #expect(bench.core.consumeComplaints() == [.missedEvents(3), .missedEvents(3), .missedEvents(3)])
    }

    @Test func whatIsMissedIsSaidBetweenTheCommits() throws {
        var bench = try CoreBench()
        bench.commit(1)
        bench.keep(.missed(225))
        bench.commit(2)
        bench.work()
        #expect(bench.consume() == "gain/value=2 gain/commit=1! missed=225! gain/commit=2!")
        #expect(bench.core.consumeComplaints() == [.missedCommits(225)])
    }

    @Test(arguments: [
        ([], "-"), (["a", "b"], "a,b"), (["-"], "\\-"), (["-", "a"], "-,a"), (["left", "a,b"], "left,a\\,b"),
        (["a\\"], "a\\\\"),
    ])
    func eachSelectionHasATextOfItsOwn(names: [String], text: String) {
        #expect(MQTTText.text(of: .positions(names)) == text)
    }

    @Test func namesThatDifferAreDifferentDevicesOfHomeAssistant() {
        let names = ["lab", "panel.local", "büro", "bäro", "日本"]
        let identifiers = names.map { name in
            HomeAssistant(prefix: "homeassistant", name: name, topics: MQTTTopics(prefix: "wheeld", name: name))
                .identifier
        }
        #expect(identifiers.prefix(2) == ["wheeld_lab", "wheeld_panel_local"])
        #expect(Set(identifiers).count == names.count)
        #expect(identifiers.allSatisfy { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") } })
    }

    @Test func pressesThatDifferAreDifferentEntitiesOfHomeAssistant() {
        let shown = HomeAssistant(prefix: "h", name: "lab", topics: MQTTTopics(prefix: "wheeld", name: "lab"))
        func keys(_ presses: [(String, String)]) -> [String] {
            let buttons = presses.map { HomeAssistant.Press(input: $0.0, button: $0.1) }
            return shown.entities([], inputs: ["a", "a_b", "knob"], buttons: Set(buttons)).map(\.key)
        }
        let clear = keys([("a", "c"), ("a", "bc"), ("a_b", "c"), ("knob", "left_side")])
        let inputs = ["press_a", "press_a_b", "press_knob"]
        #expect(clear == inputs + ["press_a_bc", "press_a_c", "press_a_b_c", "press_knob_left_side"])
        let all = keys([("a", "b"), ("a", "b_c"), ("a_b", "c")])
        #expect(Set(all).count == 6)
        #expect(all.contains("press_a_b_c"))
        // The key of a button does not depend on the other buttons that have been pressed.
        #expect(Set(all).isSuperset(of: keys([("a", "b")])))
        #expect(Set(all).isSuperset(of: keys([("a", "b_c")])))
    }

    @Test(
        arguments: [
            (ValueRange(0, 10), nil, 0, true, #""platform":"number","command_topic":"c","min":0,"max":10,"step":1"#),
            (
                ValueRange(0, 10, includesLower: false, includesUpper: false), 0.5, 1, true,
                #""platform":"number","command_topic":"c","min":0.5,"max":9.5,"step":0.5"#
            ),
            (ValueRange(0, 1), 0.0001, 4, true, #""platform":"text","command_topic":"c"}"#),
            (ValueRange(0, 10), nil, 0, false, #""platform":"sensor"}"#),
        ] as [(ValueRange, Double?, Int, Bool, String)])
    func homeAssistantGetsWhatItCanSet(range: ValueRange, step: Double?, decimals: Int, hands: Bool, part: String) {
        var control = ControlState()
        control.name = "gain"
        control.range = range
        control.step = step
        control.decimals = decimals
        control.movedByHands = hands
        let shown = HomeAssistant(prefix: "h", name: "lab", topics: MQTTTopics(prefix: "wheeld", name: "lab"))
        let message = shown.message(shown.entities([control], inputs: [], buttons: []))
        let expected = part.replacing("\"c\"", with: "\"wheeld/lab/gain/set\"")
        #expect(message.payload.contains(expected), "\(message.payload)")
    }

    @Test func homeAssistantRemovesWhatHasOnlyItsPlatform() throws {
        var bench = try CoreBench("discovery = 'h'\n")
        var listing = CoreBench.listing
        listing.controls.removeFirst()
        bench.receive(.controls(listing))
        bench.work()
        let told = bench.messages.filter { $0.topic.hasPrefix("h/") }.map(\.payload)
        #expect(told.count == 2)
        #expect(told.first?.contains(#""control_gain":{"platform":"number"}"#) ?? false)
        #expect(told.last.map { !$0.contains("control_gain") && $0.contains("control_wave") } ?? false)
    }

    @Test func homeAssistantIsToldWhatItCanShow() throws {
        var bench = try CoreBench("discovery = 'homeassistant'\n")
        var listing = CoreBench.listing
        listing.controls[0].range = ValueRange(0, .infinity)
        listing.inputs = ["knob", "touch"].map {
            InputState(name: $0, type: $0 == "touch" ? "touch" : "evdev", state: .attached, focus: nil)
        }
        bench.receive(.controls(listing))
        bench.work()
        let told = try #require(bench.messages.last { $0.topic == "homeassistant/device/wheeld_lab/config" })
        // In Home Assistant a number needs two ends, which `gain` does not have.
        #expect(told.payload.contains(#""control_gain":{"unique_id":"wheeld_lab_control_gain""#))
        #expect(!told.payload.contains(#""platform":"number""#))
        #expect(told.payload.contains(#""platform":"select","command_topic":"wheeld/lab/wave/set""#))
        #expect(told.payload.contains("press_knob") && !told.payload.contains("press_touch"))
        #expect(told.isRetained && told.isAcknowledged)
    }
}
