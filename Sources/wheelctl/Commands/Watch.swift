import LinuxSystem
import WheelClient
import WheelModel
import WheelWire

extension Command {
    static let watch = Command(
        name: "watch", summary: "prints a line for each event, until interrupted",
        parameters: [Parameter("CONTROL", .control, count: .any)],
        options: [
            Option("--control NAMES", "the same as CONTROL, with commas between several", .control),
            Option("--events NAMES", "only these, with commas between them: value,commit", .words(eventNames)),
            Option("--interval-ms N", "at most one value of a control in N ms, but every commit"),
            Option("--text", "values as people read them"),
            Option("--csv", "a table: \(CSVRows.header); values, or the rows of --events value,commit"),
            Option("--time FORM", "of --csv: iso, or seconds since 1970", .names(of: CSVRows.TimeForm.self)),
        ],
        notes: "Events: \(eventNames.joined(separator: ", "))."
    ) { invocation throws(Failure) in
        let arguments = invocation.arguments
        var subscription = Subscription(text: arguments.has("--text"))
        let named = arguments.value("--control").map { $0.split(separator: ",").map(String.init) } ?? []
        if !(invocation.words + named).isEmpty { subscription.controls = invocation.words + named }
        if let names = arguments.value("--events") {
            var events: [EventName] = []
            for name in names.split(separator: ",").map(String.init) {
                guard let event = EventName(rawValue: name) else {
                    throw .usage("watch", "there is no event '\(name)'")
                }
                events.append(event)
            }
            subscription.events = events
        }
        if let milliseconds = try arguments.number("--interval-ms", of: "watch") {
            guard milliseconds >= 0 else { throw .usage("watch", "--interval-ms must not be negative") }
            subscription.interval = .seconds(milliseconds / 1000)
        }
        let timeForm = try csvTimes(arguments, &subscription)
        let connection = try invocation.subscribe(subscription)
        do throws(ClientError) {
            // In a pipe to `head` the program exits as soon as `head` ends, instead of at its next event.
            connection.whenReaderLeaves(1) { LinuxSystem.Program.exit(Exit.done.rawValue) }
            if let timeForm { return try printTable(timeForm, from: connection) }
            while let received = try connection.next() { show(received, as: invocation.isJSON) }
        } catch {
            throw Failure(invocation.command, error)
        }
    }

    /// The events that can be watched. Frames are left out, because only `watch-display` gets them.
    private static let eventNames = EventName.allCases.filter { $0 != .frame }.map(\.rawValue)

    /// The form of the times in the table that `--csv` prints; `nil` without `--csv`. The function also adds to the
    /// subscription what the table needs.
    private static func csvTimes(
        _ arguments: Arguments, _ subscription: inout Subscription
    ) throws(Failure) -> CSVRows.TimeForm? {
        guard arguments.has("--csv") else {
            if arguments.has("--time") { throw .usage("watch", "--time needs --csv") }
            return nil
        }
        for option in ["--json", "--text"] where arguments.has(option) {
            throw .usage("watch", "\(option) and --csv exclude each other")
        }
        let rows = subscription.events ?? [.value]
        if let other = rows.first(where: { !CSVRows.events.contains($0) }) {
            throw .usage("watch", "--csv has rows for value and commit only, not for '\(other.rawValue)'")
        }
        // The table needs `controls`, which may change the units, and `missed`, which reports missing rows.
        subscription.events = rows + [.controls, .missed]
        guard let form = arguments.value("--time") else { return .seconds }
        guard let known = CSVRows.TimeForm(rawValue: form) else {
            throw .usage("watch", "--time must be iso or seconds, not '\(form)'")
        }
        return known
    }

    private static func printTable(
        _ timeForm: CSVRows.TimeForm, from connection: Connection
    ) throws(ClientError) {
        var rows = CSVRows(timeForm, connection.hello.listing)
        Output.line(CSVRows.header)
        while let received = try connection.next() {
            guard case .event(let event) = received.line else { continue }
            if case .missed(let count) = event.content { Output.error("watch: \(count) events are missing here") }
            if let row = rows.row(event) { Output.line(row) }
        }
    }

    private static func show(_ received: Received, as json: Bool) {
        if json { return Output.json(String(decoding: received.text, as: UTF8.self)) }
        if case .event(let event) = received.line { Output.line(event.content.words) }
    }
}
