import LinuxSystem
import WheelCore
import WheelWire

extension Command {
    static let stats = Command(
        name: "stats", summary: "prints the daemon's counters since its start"
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
        if let reason = statistics.unsaved { table.add(["not saved", reason]) }
        table.print()
        guard !statistics.inputs.isEmpty else { return }
        Output.line("")
        var inputs = TextTable(["INPUT", "EVENTS", "DROPPED"])
        for input in statistics.inputs { inputs.add([input.name, "\(input.eventsIn)", "\(input.eventsDropped)"]) }
        inputs.print()
    }

    static let ping = Command(
        name: "ping", summary: "checks that the daemon answers, and prints how fast"
    ) { invocation throws(Failure) in
        let connection = try invocation.connection()
        let start = MonotonicClock.now
        guard try invocation.ask(.ping) != nil else { return }
        let passed = MonotonicClock.now - start
        Output.line("\(connection.socket): wheeld \(connection.hello.version) answers after \(passed.microseconds) µs")
    }

    static let reload = Command(
        name: "reload", summary: "reloads the daemon's configuration; one with mistakes changes nothing"
    ) { invocation throws(Failure) in
        do throws(Failure) {
            _ = try invocation.ask(.reload)
        } catch {
            guard let mistakes = error.refusal?.mistakes, !mistakes.isEmpty else { throw error }
            for mistake in mistakes { Output.error(mistake.sentence) }
            LinuxSystem.Program.exit(Exit.refused.rawValue)
        }
    }

    static let checkConfig = Command(
        name: "check-config", summary: "checks a configuration, and lists every mistake with its place",
        parameters: [Parameter("FILE", .file, count: .optional)],
        notes: """
            Without FILE it checks \(ConfigurationFile.usualPath). No daemon is needed. A mistake is a line
            FILE:LINE:COLUMN: message.
            """
    ) { invocation throws(Failure) in
        let named = invocation.words.first
        let path = named ?? ConfigurationFile.usualPath
        let outcome = ConfigurationFile.read(named, checksKeyNames: false)
        let settings = try Invocation.settings(outcome, path)
        guard case .valid(_, let warnings) = outcome else {
            return Output.line("\(path) does not exist: the daemon uses the standard configuration")
        }
        for warning in warnings { Output.note("\(warning) (warning)") }
        let socket = settings.socket
        for unknown in UserDatabase.unknownAccounts(group: socket.group, writers: socket.writers ?? []) {
            Output.note("\(path): \(unknown) (warning)")
        }
        Output.line("\(path): ok")
    }
}
