import BridgeTestSupport
import TestSupport
import WheelBridge
import WheelClient
import WheelConfiguration
import WheelCore
import WheelModel
import WheelRig
import WheelWire

// A rig and programs that tune one send any bytes, among turns of a hand and restarts of the daemon. Always, the rig gets whole lines
// with sound numbers, requests are merged, answers of the server have codes, and at the end nothing waits.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRig(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    var choices = ByteChoices(UnsafeBufferPointer(start: data, count: size))
    var play = RigPlay(choices.pick(RigPlay.configurations))
    for _ in 0..<500 where !choices.isOver { play.act(&choices) }
    play.end()
    return 0
}

private struct RigPlay {
    var core: RigCore
    var server = RigServer(RigServerSettings())
    var lines = BoundedLines(longest: 1024)
    var now = Instant(microseconds: 1_000_000)
    var daemon = FuzzedDaemon(most: 8, positions: RigPlay.modes)
    /// The command that the rig has not answered.
    var command: String?

    static let sessions = 2
    static let modes = ["usb", "lsb"]
    static let configurations = [
        "",
        """
        [rig]
        wins = "rig"
        [[rig.control]]
        control = "vfo"
        what = "frequency"
        scale = 1000
        offset = -1e12
        [[rig.control]]
        control = "mode"
        what = "mode"
        words = ["PKTUSB", "AM"]
        [[rig.control]]
        control = "open"
        what = "level:AF"
        [[rig.control]]
        control = "gain"
        what = "passband"
        [[rig.control]]
        control = "gone"
        what = "func:NB"
        """,
    ]

    init(_ configuration: String) {
        let read = try? BridgeFile.parse(Array(configuration.utf8), file: "fuzz", table: "rig") {
            RigTable.read($0, mistakes: $1)
        }
        precondition(read != nil, "the configuration has mistakes")
        core = RigCore((read?.value ?? nil) ?? RigSettings())
        connect()
        for session in 0..<RigPlay.sessions { server.open(session) }
    }

    private mutating func connect() {
        daemon.reset()
        core.connect(RigPlay.listing, client: FuzzedDaemon.client)
        server.connect(client: FuzzedDaemon.client)
    }

    static var listing: Listing {
        var vfo = ControlState()
        vfo.name = "vfo"
        vfo.unit = "Hz"
        vfo.range = ValueRange(0, 1e12)
        vfo.taper = .linear
        let others = [FuzzedDaemon.gain(), FuzzedDaemon.choice("mode", modes), FuzzedDaemon.open()]
        return Listing(controls: [vfo] + others, inputs: [])
    }

    mutating func act(_ choices: inout ByteChoices) {
        switch choices.choice(12) {
        case 0, 1: answerOfRig(&choices)
        case 2: receive(RigPlay.bytes(&choices))
        case 3, 4: say(&choices)
        case 5, 6: turn(&choices)
        case 7, 8: work()
        case 9: answer(isRefused: choices.once(in: 3))
        case 10: now = now + .milliseconds(Int64(choices.choice(256)) * 8)
        default:
            switch choices.choice(5) {
            case 0:
                core.rigConnected()
                command = nil
            case 1:
                core.rigDisconnected()
                command = nil
            case 2:
                core.disconnect()
                server.disconnect()
                daemon.reset()
            case 3: connect()
            default:
                let session = choices.choice(RigPlay.sessions)
                server.close(session)
                server.open(session)
            }
        }
    }

    // MARK: The rig.

    private mutating func answerOfRig(_ choices: inout ByteChoices) {
        let numbers = ["7000000", "0", "-1", "1e12", "999999999999", "0.5", "nan", "1e300", "9007199254740993"]
        let words = ["USB\n2400", "LSB\n0", "PKTUSB\nx", "\u{7f}\n1", "AM\n-1"]
        let statuses = ["0", "0", "0", "-1", "-11", "x", "99999999999999999999"]
        switch choices.choice(4) {
        case 0: receive(Array((choices.pick(numbers) + "\n").utf8))
        case 1: receive(Array((choices.pick(words) + "\n").utf8))
        default: receive(Array("RPRT \(choices.pick(statuses))\n".utf8))
        }
    }

    private mutating func receive(_ bytes: [UInt8]) {
        lines.append(bytes)
        while let line = lines.next() {
            core.receive(line, at: now)
            _ = core.consumeNotes()
        }
        precondition(lines.count <= 1024 + 256, "lines are not bounded")
    }

    private static func bytes(_ choices: inout ByteChoices) -> [UInt8] {
        (0..<choices.choice(64)).map { _ in UInt8(choices.choice(256)) }
    }

    // MARK: Programs.

    private mutating func say(_ choices: inout ByteChoices) {
        let commands = [
            "f", "F", "m", "M", "l", "L", "u", "U", "v", "V", "t", "s", "S", "_", "\\dump_state", "\\chk_vfo", "+f",
            ";m", "?",
        ]
        let words = ["7000000", "AF", "USB", "VFOA", "?", "-5", "nan", "1e12", "x", "0", "lsb", "#", "\\"]
        var line = choices.pick(commands)
        for _ in 0..<choices.choice(4) { line += " " + choices.pick(words) }
        let session = choices.choice(RigPlay.sessions)
        guard !server.isFull(session) else { return }
        server.receive(choices.once(in: 8) ? RigPlay.bytes(&choices) : Array("\(line)\n".utf8), session)
    }

    private mutating func serve() {
        while server.work(core.map) {}
        for session in 0..<RigPlay.sessions {
            let output = server.consumeOutput(session)
            precondition(output.count < 32_768, "answers are not bounded")
            precondition(output.allSatisfy { (32...126).contains($0) || $0 == 10 }, "an answer that is no text")
        }
        _ = server.consumeNotes()
    }

    // MARK: The daemon.

    private mutating func turn(_ choices: inout ByteChoices) {
        let controls = ["vfo", "gain", "mode", "open", "gone"]
        let content = FuzzedDaemon.commit(of: controls, choice: "mode", positions: RigPlay.modes, &choices)
        let event = Event(seq: 1, time: now, content: content)
        core.receive(event)
        server.receive(event)
    }

    private mutating func work() {
        now = now + .milliseconds(1)
        if core.isSilent(at: now) {
            core.rigDisconnected()
            core.rigConnected()
            command = nil
        }
        if let line = core.nextLine(at: now) {
            RigPlay.check(line)
            precondition(core.nextLine(at: now) == nil, "two commands at once")
            command = line
        }
        var daemon = daemon
        let add = { (request: Request, id: RequestID?) in daemon.consume(request, id) }
        core.sendRequests(at: now, add)
        serve()
        server.sendRequests(at: now, isBusy: { _ in false }, add)
        self.daemon = daemon
    }

    private static func check(_ line: String) {
        precondition(line.last == "\n" && line.utf8.count < 200, line)
        let words = line.dropLast().split(separator: " ", omittingEmptySubsequences: false)
        precondition(line.dropLast().utf8.allSatisfy { (32...126).contains($0) }, line)
        let counts: [Substring: Int] = ["\\chk_vfo": 1, "f": 1, "m": 1, "l": 2, "u": 2, "F": 2, "M": 3, "L": 3, "U": 3]
        let count = counts[words[0]].map { words.contains("currVFO") ? $0 + 1 : $0 }
        precondition(count == words.count, line)
        guard words[0] == "F", let hertz = words.last else { return }
        precondition(Int64(hertz) != nil, line)
    }

    /// Returns whether there was a request.
    @discardableResult
    private mutating func answer(isRefused: Bool) -> Bool {
        guard let (reply, number) = daemon.answer(isRefused: isRefused) else { return false }
        if RigServer.owns(reply: number) {
            server.receive(reply, number, at: now)
        } else {
            _ = core.receive(reply, at: now)
        }
        return true
    }

    /// If the daemon and the rig answer, soon only queries are sent.
    mutating func end() {
        connect()
        core.rigConnected()
        var quiet = 0
        for _ in 0..<3000 {
            command = nil
            work()
            while answer(isRefused: false) {}
            serve()
            quiet += 1
            if let line = command {
                let isSet = line.first?.isUppercase == true
                if isSet { quiet = 0 }
                let answer = line.first == "\\" ? "0" : line.first == "m" ? "USB\n2400" : isSet ? "RPRT 0" : "5"
                receive(Array("\n\(answer)\n".utf8.dropFirst()))
            }
            now = now + .milliseconds(20)
            if quiet > 100 { return }
        }
        preconditionFailure("values are sent for ever")
    }
}
