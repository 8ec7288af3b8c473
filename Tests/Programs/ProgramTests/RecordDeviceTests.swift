internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelInput

/// `wheelctl devices`, `record` and `replay`, with a daemon and without.
@Suite(.enabled(if: Devices.canMakeInputs && Devices.canSimulateChips), .serialized)
struct RecordDeviceTests {
    private static let configuration = """
        [[control]]
        name = "count"
        kind = "int"
        range = "[-1000, 1000]"
        acceleration = "off"
        speeds = [{ name = "one", per_detent = 1 }]
        [[input]]
        name = "dial"
        type = "gpio"
        a = "ENC_A"
        b = "ENC_B"
        [[input]]
        name = "knob"
        type = "evdev"
        match = { name = "Griffin*" }
        """

    private func daemon(_ configuration: String) throws -> (RunningProgram, socket: String) {
        let socket = configuration + ".sock"
        let daemon = try RunningProgram("wheeld", "--config", configuration, "--socket", socket)
        try #require(Patience.until { (try? FileStatus(path: socket)) != nil }, "\(daemon.errors)")
        return (daemon, socket)
    }

    private func replay(_ file: String, _ configuration: String) throws -> String {
        let replay = try RunningProgram("wheelctl", "replay", file, "--config", configuration)
        #expect(replay.end() == 0, "\(replay.errors)")
        return replay.output
    }

    private func turn(_ encoder: SimulatedEncoder, detents: Int) throws {
        for _ in 0..<abs(detents) * 4 { try encoder.step(forward: detents > 0) }
        Patience.pass(milliseconds: 200)
    }

    @Test(arguments: [false, true]) func anEncoderIsRecordedAndReplayed(_ throughDaemon: Bool) throws {
        let encoder = try SimulatedEncoder("recorded")
        let configuration = try Scratch.file(Self.configuration)
        let running = throughDaemon ? try daemon(configuration) : nil
        let file = configuration + ".txt"
        let socket = running?.socket ?? configuration + ".nobody"
        let record = try RunningProgram(
            "wheelctl", "record", "dial", file, "--config", configuration,
            // `--socket` is an error if no daemon answers there, so without a daemon another option takes its place.
            throughDaemon ? "--socket=\(socket)" : "--duration-s=30")
        #expect(record.says("recording dial"))
        #expect(record.errors.contains("through the daemon") == throughDaemon)
        try turn(encoder, detents: 5)
        try turn(encoder, detents: -2)
        record.interrupt()
        #expect(record.end() == 0, "\(record.errors)")
        let text = String(decoding: try Descriptor.open(file, .read).readAll(), as: UTF8.self)
        let recording = try Recording(text: text)
        #expect(recording.input == "dial" && recording.type == "gpio")
        #expect(recording.events.count { $0.code == "A" || $0.code == "B" } == encoder.edges)
        let lines = try replay(file, configuration).split(separator: "\n")
        #expect(lines.count { $0.contains(" value ") } == 7)
        #expect(lines.last?.contains("commit   count            3 by dial") == true, "\(lines)")
        let other = try RunningProgram("wheelctl", "replay", file, "--input", "knob", "--config", configuration)
        #expect(other.end() == 1 && other.errors.contains("its type is evdev"), "\(other.errors)")
    }

    @Test func aRecordingEndsAfterItsTime() throws {
        let knob = try UinputDevice(.powerMate)
        let configuration = try Scratch.file(Self.configuration)
        let record = try RunningProgram(
            "wheelctl", "record", "knob", "-", "--duration-s", "0.3", "--config", configuration)
        #expect(record.end() == 0, "\(knob.path): \(record.errors)")
    }

    /// The second recorder, too, gets the initial levels.
    @Test func twoCanRecordTheSameThroughTheDaemon() throws {
        let encoder = try SimulatedEncoder("recorded twice")
        let configuration = try Scratch.file(Self.configuration)
        let (daemon, socket) = try daemon(configuration)
        #expect(daemon.says("input dial: attached"))
        // Turns only now, because the daemon's pull-up opens both contacts when the daemon requests the lines.
        for _ in 0..<2 { try encoder.step(forward: true) }
        let recorders = try ["one", "two"].map { name in
            let record = try RunningProgram(
                "wheelctl", "--socket", socket, "record", "dial", "\(configuration).\(name)")
            #expect(record.says("recording dial"), "\(record.errors)\(daemon.errors)")
            Patience.pass(milliseconds: 100)
            return record
        }
        try turn(encoder, detents: 2)
        for record in recorders {
            record.interrupt()
            #expect(record.end() == 0, "\(record.errors)")
        }
        for name in ["one", "two"] {
            let file = try Descriptor.open("\(configuration).\(name)", .read)
            let recording = try Recording(text: String(decoding: try file.readAll(), as: UTF8.self))
            #expect(recording.events.prefix(2).map(\.code) == ["LEVEL_A", "LEVEL_B"])
            #expect(recording.events.prefix(2).map(\.value) == [1, 1])
        }
    }

    @Test func aKnobIsRecordedWithTheKernelsTimes() throws {
        let knob = try UinputDevice(.powerMate)
        let configuration = try Scratch.file(Self.configuration)
        let file = configuration + ".txt"
        let record = try RunningProgram("wheelctl", "record", "knob", file, "--config", configuration)
        #expect(record.says("recording knob (Griffin PowerMate"), "\(record.errors)")
        for value: Int32 in [1, 2, -1] {
            try knob.emit(.relative(7, value))
            Patience.pass(milliseconds: 50)
        }
        record.interrupt()
        #expect(record.end() == 0)
        let text = String(decoding: try Descriptor.open(file, .read).readAll(), as: UTF8.self)
        let recording = try Recording(text: text)
        #expect(
            recording.events.map(\.code) == [
                "DETENTS_PER_TURN", "REL_DIAL", "SYN_REPORT", "REL_DIAL", "SYN_REPORT", "REL_DIAL", "SYN_REPORT",
            ])
        #expect(try replay(file, configuration).contains("value    count            2 by knob"))
    }

    @Test func failuresToRecordAreReported() throws {
        let configuration = try Scratch.file(Self.configuration)
        for (input, message) in [
            ("none", "the configuration has no such input (there are: dial, knob)"),
            ("knob", "no device that matches name = \"Griffin*\""), ("dial", "there is no line ENC_A"),
        ] {
            let record = try RunningProgram("wheelctl", "record", input, "-", "--config", configuration)
            #expect(record.end() == 1)
            #expect(record.errors.contains("wheelctl: \(input): \(message)"), "\(record.errors)")
        }
    }

    @Test func devicesAreListedWithWhatUsesThem() throws {
        let encoder = try SimulatedEncoder("listed")
        let devices = try [UinputDevice(.powerMate), UinputDevice(.mouse)]
        let configuration = try Scratch.file(Self.configuration)
        let list = try RunningProgram("wheelctl", "devices", "--config", configuration)
        #expect(list.end() == 0, "\(list.errors)")
        let rows = list.output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        #expect(rows.first == ["TYPE", "NAME", "PATH", "HAS", "USED", "BY"])
        #expect(rows.contains { $0.first == "gpio" && $0[2] == encoder.chip.path && $0.last == "dial" })
        #expect(rows.contains { $0.first == "rotary" && $0.contains(Substring(devices[0].path)) && $0.last == "knob" })
        #expect(list.output.contains("– (input knob: its name is not 'Griffin*')"))

        let json = try RunningProgram("wheelctl", "--json", "devices", "--config", configuration)
        #expect(json.end() == 0)
        let knob = json.output.split(separator: "\n").first { $0.contains("PowerMate") }
        #expect(
            knob == """
                {"type":"rotary","name":"Griffin PowerMate","path":"\(devices[0].path)",\
                "uniq":null,"has":["REL_DIAL","BTN_0"],"inputs":["knob"],"reason":null}
                """)
    }
}
