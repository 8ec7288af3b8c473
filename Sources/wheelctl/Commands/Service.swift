import LinuxSystem
import WheelConfiguration
import WheelProtocol

/// Commands about the daemon itself.
extension Command {
    static let stats = Command(
        name: "stats", summary: "what the daemon has done since its start"
    ) { invocation throws(Failure) in
        guard case .stats(let statistics) = try invocation.ask(.stats) else { return }
        var table = TextTable()
        table.add(["uptime", "\(statistics.uptime.seconds.decimal) s"])
        table.add(["clients", "\(statistics.clients)"])
        table.add(["events in", "\(statistics.eventsIn)"])
        table.add(["events dropped", "\(statistics.eventsDropped)"])
        table.add(["events published", "\(statistics.eventsPublished)"])
        table.add(["frames drawn", "\(statistics.framesDrawn)"])
        table.add(["µs per frame", "\(statistics.microsecondsPerFrame.decimal)"])
        table.lines.forEach { Output.line($0) }
        guard !statistics.inputs.isEmpty else { return }
        Output.line("")
        var inputs = TextTable(["INPUT", "EVENTS", "DROPPED"])
        for input in statistics.inputs { inputs.add([input.name, "\(input.eventsIn)", "\(input.eventsDropped)"]) }
        inputs.lines.forEach { Output.line($0) }
    }

    static let ping = Command(
        name: "ping", summary: "says whether the daemon answers, and how fast"
    ) { invocation throws(Failure) in
        let connection = try invocation.connection()
        let start = MonotonicClock.nowMicroseconds()
        guard try invocation.ask(.ping) != nil else { return }
        let passed = MonotonicClock.nowMicroseconds() - start
        Output.line("\(connection.socket): wheeld \(connection.hello.version) answers after \(passed) µs")
    }

    private static let usualConfiguration = "/etc/wheeld/wheeld.toml"

    static let checkConfig = Command(
        name: "check-config", summary: "says whether a configuration is sound, or lists every mistake of it",
        parameters: [Parameter(name: "FILE", kind: .file, count: .optional)],
        notes:
            "Without FILE it is \(usualConfiguration). The daemon need not run. Mistakes are FILE:LINE:COLUMN: message."
    ) { invocation throws(Failure) in
        let path = invocation.words.first ?? usualConfiguration
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try NamedFile.read(path, limit: Configuration.largestFile + 1)
        } catch {
            if error == .noSuchFile, invocation.words.isEmpty {
                return Output.line("\(path): not there, so the daemon runs without a configuration")
            }
            throw Failure(.refused, path, "cannot be read: \(error)")
        }
        do throws(ConfigurationMistakes) {
            let parsed = try Configuration.parse(bytes, file: path)
            for warning in parsed.warnings { Output.note("\(warning) (warning)") }
            let socket = parsed.settings.socket
            for unknown in UserDatabase.unknownAccounts(group: socket.group, writers: socket.writers ?? []) {
                Output.note("\(path): \(unknown) (warning)")
            }
            Output.line("\(path): ok")
        } catch {
            for mistake in error.list { Output.note("\(mistake)") }
            let count = error.list.count
            throw Failure(.refused, path, count == 1 ? "there is a mistake" : "there are \(count) mistakes")
        }
    }
}
