internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelClient
internal import WheelModel
internal import WheelWire

/// From a device through the daemon to a client, and haptic effects back to the device.
@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct DaemonDeviceTests {
    private static let configuration = """
        [[control]]
        name = "count"
        kind = "int"
        range = "[0, 10]"
        acceleration = "off"
        speeds = [{ name = "one", per_detent = 1 }, { name = "two", per_detent = 2 }]
        [[input]]
        name = "knob"
        type = "evdev"
        match = { name = "Griffin*" }
        haptics = true
        [[input]]
        name = "screen"
        type = "touch"
        [[display]]
        name = "main"
        output = "none"
        [touch]
        slop_mm = 2
        """

    /// A daemon and a connected client. The devices are made before the daemon starts.
    private final class Running {
        let connection: Connection
        private let daemon: RunningProgram

        init(_ configuration: String = DaemonDeviceTests.configuration, waitingFor input: String) throws {
            let file = try Scratch.file("[state]\npath = \"\(try Scratch.path("state.json"))\"\n" + configuration)
            let daemon = try RunningProgram("wheeld", "--config", file, "--socket", file + ".sock")
            try #require(daemon.says("input \(input): attached"), "\(daemon.errors)")
            self.daemon = daemon
            connection = try Connection(socket: file + ".sock")
        }

        /// Returns the events that arrive, until none has arrived for `quietMilliseconds`.
        func events(quietMilliseconds: Int64 = 600) throws -> [Event.Content] {
            var events: [Event.Content] = []
            while let received = try connection.next(timeout: .milliseconds(quietMilliseconds)) {
                if case .event(let event) = received.line { events.append(event.content) }
            }
            return events
        }
    }

    /// The knob plays a tick for each detent that changes the value, a bump when the value arrives at the end of the
    /// range, and nothing for further detents.
    @Test func aDetentTicksAndAnEndBumps() throws {
        var description = InputDescription.powerMate
        description.effects = [0x50]
        let knob = try UinputDevice(description)
        let running = try Running(waitingFor: "knob")
        func turn(_ detents: Int32, _ times: Int) throws {
            for _ in 0..<times {
                try knob.emit(.relative(7, detents))
                Patience.pass(milliseconds: 80)
            }
        }
        func plays() -> [Int16] {
            knob.feedback.compactMap { feedback in
                if case .played(let number, _) = feedback { return number }
                return nil
            }
        }
        // The daemon plays no effect before a thread has uploaded both, so the test waits.
        #expect(Patience.until { knob.feedback.count == 2 })
        Patience.pass(milliseconds: 100)
        try turn(1, 9)
        #expect(Patience.until { plays() == [Int16](repeating: 0, count: 9) }, "\(knob.feedback)")
        // The tenth detent reaches the end of the range: a tick and a bump. The eleventh has no effect.
        try turn(1, 2)
        #expect(Patience.until { plays() == [Int16](repeating: 0, count: 10) + [1] }, "\(knob.feedback)")
        let events = try running.events()
        #expect(events.contains(.limit(control: "count", .upper)))
        #expect(
            events.contains { if case .commit("count", .number(10), _, .input("knob")) = $0 { true } else { false } })
    }

    /// A tap may move by 2 mm, at ten units per millimetre: 19 units are a tap, 21 are not.
    @Test(arguments: [(19, "two"), (21, "one")] as [(Int32, String)])
    func aTapMayMoveBySomeMillimetres(_ units: Int32, _ speed: String) throws {
        let screen = try UinputDevice(.touchscreen)
        let running = try Running(waitingFor: "screen")
        for id: Int32 in [1, 2] {
            try screen.emit(
                .absolute(0x2f, 0), .absolute(0x39, id), .absolute(0x35, 400), .absolute(0x36, 240))
            Patience.pass(milliseconds: 20)
            try screen.emit(.absolute(0x35, 400 + units))
            Patience.pass(milliseconds: 20)
            try screen.emit(.absolute(0x39, -1))
            Patience.pass(milliseconds: 100)
        }
        _ = try running.events()
        guard case .control(let state) = try running.connection.perform(.get(control: "count")) else {
            Issue.record("no state")
            return
        }
        #expect(state.speed == speed)
    }

    /// Raw events have the kernel's time, and only clients that subscribe to `raw` by name get them.
    @Test func rawEventsComeToSubscribers() throws {
        let knob = try UinputDevice(.powerMate)
        let running = try Running(waitingFor: "knob")
        _ = try running.connection.perform(.subscribe(Subscription(events: [.raw])))
        let before = Patience.nowMicroseconds
        try knob.emit(.relative(7, 3), .key(0x100, 1))
        var received: [Event] = []
        while let line = try running.connection.next(timeout: .milliseconds(300)) {
            if case .event(let event) = line.line { received.append(event) }
        }
        // The facts about the device are sent first, when the client subscribes.
        let state = received.removeFirst()
        #expect(state.content == .raw(input: "knob", code: "DETENTS_PER_TURN", value: 96))
        let expected = [("REL_DIAL", 3), ("BTN_0", 1), ("SYN_REPORT", 0)]
        #expect(received.map(\.content) == expected.map { .raw(input: "knob", code: $0, value: $1) })
        for event in received { #expect((before...Patience.nowMicroseconds).contains(event.time.microseconds)) }
    }
}
