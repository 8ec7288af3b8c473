internal import CEvdev
internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct HubDeviceTests {
    private final class Counter: InputReceiver {
        var units = 0
        var states: [String] = []
        var names: [String] = []
        var presses: [String] = []

        func receive(_ event: InputEvent, from input: Int, at time: Instant) {
            switch event {
            case .turned(let units, _): self.units += units
            case .pressed(let button): presses.append("\(names[button]) down")
            case .released(let button): presses.append("\(names[button]) up")
            case .state(let state, _): states.append("\(input) \(state)")
            case .moved, .settling, .level, .touched, .touchesCancelled, .surface, .dropped, .merged, .raw: break
            }
        }

        func buttons(named names: [String], of input: Int) -> [Int] { names.map { self.names.place(of: $0) } }
    }

    private func inputs(_ names: [String], _ sources: [InputSource]) -> [InputSettings] {
        zip(names, sources).map { InputSettings(name: $0, source: $1) }
    }

    @Test func aReloadKeepsUnchangedDevices() throws {
        Log.level = .error
        let knob = try plugged(.powerMate)
        let wheel = try plugged(.fineWheel)
        let counter = Counter()
        let loop = try EventLoop()
        let named = InputSource.evdev(EvdevSettings(match: DeviceMatch(name: "Griffin*")))
        let other = InputSource.evdev(EvdevSettings(match: DeviceMatch(name: "Fine*")))
        var settings = inputs(["a", "b"], [named, other])
        let hub = InputHub(loop: loop, settings: settings, receiver: counter)
        hub.start(at: .now)
        defer { hub.close() }
        #expect(counter.states == ["0 attached", "1 attached"])
        let before = try Directory.names(in: "/proc/self/fd")

        // The same two inputs in the other order: nothing is opened or closed.
        settings = inputs(["b", "a"], [other, named])
        hub.update(settings: settings, buttonDebounce: .milliseconds(20), at: .now)
        #expect(counter.states == ["0 attached", "1 attached"])
        #expect(try Directory.names(in: "/proc/self/fd") == before)
        #expect(hub.state(of: 0).detail.hasPrefix("Fine Wheel"))
        try knob.emit(.relative(REL_DIAL, 1))
        try loop.iterate(wakeAt: .distantPast)
        #expect(counter.units == 120)

        // The input `b` is removed, and the new input `all` gets the device of `b`.
        settings = inputs(["all", "a"], [.evdev(EvdevSettings()), named])
        hub.update(settings: settings, buttonDebounce: .milliseconds(20), at: .now)
        #expect(counter.states.dropFirst(2) == ["0 attached"])
        try wheel.emit(.relative(REL_WHEEL, 1))
        try loop.iterate(wakeAt: .distantPast)
        #expect(counter.units == 240)
    }

    @Test func aReloadRenamesAHeldButton() throws {
        Log.level = .error
        let knob = try plugged(.powerMate)
        let counter = Counter()
        let loop = try EventLoop()
        var settings = inputs(["a"], [.evdev(EvdevSettings(match: DeviceMatch(name: "Griffin*")))])
        let hub = InputHub(loop: loop, settings: settings, receiver: counter)
        hub.start(at: .now)
        defer { hub.close() }
        func press(_ value: Int32) throws {
            try knob.emit(.key(BTN_0, value))
            try loop.iterate(wakeAt: .distantPast)
        }
        try press(1)
        #expect(counter.presses == [" down"])
        settings[0].buttons = [NamedButton(name: "BTN_0", bindings: ButtonBindings())]
        #expect(hub.indices(in: settings, buttonDebounce: .milliseconds(20)) == [0])
        hub.update(settings: settings, buttonDebounce: .milliseconds(20), at: .now)
        #expect(counter.presses == [" down", " up"])
        for value in [0, 1, 0] as [Int32] { try press(value) }
        #expect(counter.presses.dropFirst(2) == ["BTN_0 up", "BTN_0 down", "BTN_0 up"])

        // A removed input releases its devices.
        settings = []
        #expect(hub.indices(in: [], buttonDebounce: .milliseconds(20)) == [nil])
    }

    /// With a grab, another program that has the device open gets no events.
    @Test(arguments: [false, true]) func aGrabKeepsItFromOthers(_ grabs: Bool) throws {
        let knob = try plugged(.powerMate)
        let screen = try plugged(.touchscreen)
        let others = try Instrument(.evdev(EvdevSettings()), .touch(TouchSettings()))
        let own = try Instrument(.evdev(EvdevSettings(grabs: grabs)), .touch(TouchSettings(grabs: grabs)))
        for instrument in [others, own] { _ = try instrument.next(2) }
        try knob.emit(.relative(REL_DIAL, 1))
        try screen.emit(.absolute(ABS_MT_SLOT, 0), .absolute(ABS_MT_TRACKING_ID, 1), .absolute(ABS_MT_POSITION_X, 9))
        #expect(try own.next(2).map { String($0.prefix(8)) } == ["0 turned", "1 touche"])
        #expect(try others.next(grabs ? 0 : 2).count == (grabs ? 0 : 2))
    }

    @Test func eachDeviceIsClaimedOrRefusedWithAReason() throws {
        let devices = try [plugged(.powerMate), plugged(.mouse), plugged(.touchscreen)]
        let settings = inputs(["knob"], [.evdev(EvdevSettings())])
        let claims = NodeClaims(settings)
        let nodes = try devices.map { device in try #require(NodeList.nodes.first { $0.path == device.path }) }
        #expect(nodes.map(\.kind) == [.rotary, .pointer, .touchscreen])
        #expect(nodes[0].axisNames == ["REL_DIAL", "BTN_0"])
        #expect(claims.answer(for: nodes[0]).inputs == [0])
        #expect(
            nodes.dropFirst().map(claims.answer) == [
                .nobody("input knob: a pointer must be named by a match"),
                .nobody("input knob: it has neither REL_DIAL nor REL_WHEEL"),
            ])
    }
}
