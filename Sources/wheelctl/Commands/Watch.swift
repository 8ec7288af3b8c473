import LinuxSystem
import WheelClient
import WheelModel
import WheelProtocol

extension Command {
    static let watch = Command(
        name: "watch", summary: "a line for each event as it comes, until interrupted",
        parameters: [Parameter("CONTROL", .control, count: .any)],
        options: [
            Option("--control NAMES", "the same as CONTROL, with commas between several", .control),
            Option("--events NAMES", "only these, with commas between them: value,commit", .words(eventNames)),
            Option("--interval-ms N", "values at most that often; commits always"),
            Option("--text", "values as people read them"),
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
            guard milliseconds >= 0 else { throw .usage("watch", "--interval-ms is not negative") }
            subscription.interval = .seconds(milliseconds / 1000)
        }
        let connection = try invocation.connection()
        do throws(ClientError) {
            try connection.subscribe(subscription)
            // As `head` leaves, not only at the next event, which may be long in coming.
            connection.whenReaderLeaves(1) { LinuxSystem.Program.exit(Exit.done.rawValue) }
            while let received = try connection.next() { show(received, as: invocation.isJSON) }
        } catch {
            throw Failure(invocation.command, error)
        }
    }

    /// A `frame` comes to `watch-display` alone.
    private static let eventNames = EventName.allCases.filter { $0 != .frame }.map(\.rawValue)

    private static func show(_ received: Received, as json: Bool) {
        if json { return Output.json(String(decoding: received.text, as: UTF8.self)) }
        if case .event(let event) = received.line { Output.line(event.content.words) }
    }
}
