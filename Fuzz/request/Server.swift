import ModelTestSupport
import WheelCore
import WheelModel
import WheelServer
import WheelTouch
import WheelWire

/// The daemon without socket and clock: lines go in, lines come out, and the ledger checks the panel.
struct FuzzedServer: ~Copyable {
    private var panel = FuzzedServer.newPanel
    private var changes = Changes()
    private var ledger = Ledger(FuzzedServer.newPanel)
    private var now = Instant(microseconds: 1_000_000)
    private let writer = FuzzedServer.writer
    private let valueLines = Instrument.settings.controls.map { _ in ValueLine() }
    private var seq = 0
    private var line = LineBuffer()
    /// Reads all output.
    private(set) var reader = FuzzedServer.newReader
    /// The controls that clients have mentioned. `end()` requests each of them again.
    private var touched: Set<String> = []

    // Created once, since they are the same for each input.
    private static let newPanel = Panel(Instrument.settings)
    private static var writer: EventWriter { EventWriter(NameTable(newPanel.instrument)) }
    private static let newReader = Reader(newPanel.controls.map { ControlState($0, at: Instant(microseconds: 0)) })

    /// Answers a line like the server.
    mutating func answer(_ read: RequestLine, from client: Int) {
        switch read.request {
        case .failure(let error): reply(error, to: read.id)
        case .success(let request):
            let outcome = perform(request, from: client)
            publishChanges()
            switch outcome {
            case .success(let answer): if let answer { reply(answer, to: read.id, request) }
            case .failure(let error): reply(error, to: read.id)
            }
            if let control = request.control {
                touched.insert(control)
                get(control)
            }
        }
        wake()
    }

    /// Lets time pass and wakes the panel at each deadline.
    mutating func pass(milliseconds: Int64) {
        let target = now + .milliseconds(milliseconds)
        for _ in 0..<FuzzedServer.mostWakes {
            guard let deadline = panel.deadline, deadline < target else { break }
            now = max(now, deadline)
            wake()
        }
        now = target
        wake()
    }

    mutating func leave(_ client: Int) {
        panel.clientLeft(client, at: now, into: &changes)
        publishChanges()
    }

    /// Ends like the daemon.
    mutating func end() {
        pass(milliseconds: 1500)
        panel.commitAll(at: now, into: &changes)
        publishChanges()
        for control in touched.sorted() { get(control) }
        ledger.close()
        precondition(ledger.problem == nil, ledger.problem ?? "")
        // A wake-up that is already scheduled may still happen; it must not schedule another.
        now = panel.deadline ?? now
        wake()
        precondition(panel.deadline == nil, "something is to happen after the end")
    }

    private static let mostWakes = 400

    /// Returns `nil` for requests that do not concern the panel.
    private mutating func perform(_ request: Request, from client: Int) -> Result<Answer?, RequestError> {
        let now = now
        if case .list = request {
            return .success(.listing(Listing(controls: panel.controls.map { ControlState($0, at: now) }, inputs: [])))
        }
        do throws(CommandRefusal) {
            let outcome = try panel.perform(request, by: .client(client), at: now, into: &changes)
            guard let outcome else { return .success(nil) }
            return .success(Answer(outcome, of: panel.instrument, at: now))
        } catch {
            return .failure(RequestError(error))
        }
    }

    private mutating func wake() {
        panel.wake(at: now, into: &changes)
        publishChanges()
        precondition(panel.deadline.map { $0 > now } ?? true, "the loop does not come to rest")
    }

    // MARK: Output

    private mutating func publishChanges() {
        for change in changes.list {
            seq += 1
            line.removeAll()
            writer.write(change, seq: seq, in: changes, to: &line)
            if change.hasMore { line.addMore() }
            let event = read()
            guard case .value(let value) = change.event else { continue }
            // A client that lags behind, or that wants another form, gets the value's line from another writer.
            let text = panel.controls[value.control].text
            valueLines[value.control].write(
                writer.event(value, in: changes, text: text), EventStamp(seq: seq, time: change.time))
            let waiting = WaitingValue(WaitingValue.Subject(value.control), delta: value.delta)
            for form in [ValueForm.text, .terse] {
                line.removeAll()
                valueLines[value.control].append(waiting, as: form, to: &line)
                if change.hasMore { line.addMore() }
                reader.compare(event, line)
            }
        }
        ledger.record(changes, of: panel)
        precondition(ledger.problem == nil, ledger.problem ?? "")
        changes.removeAll()
    }

    private mutating func reply(_ answer: Answer, to id: RequestID?, _ request: Request) {
        guard let id else { return }
        line.removeAll()
        answer.write(to: id, &line)
        reader.read(line, answering: request, id)
    }

    private mutating func reply(_ error: RequestError, to id: RequestID?) {
        line.removeAll()
        error.write(to: id, &line)
        reader.read(line, refusing: error, id)
    }

    private mutating func read() -> Event { reader.read(line, seq: seq) }

    /// Requests the state of a control, which a client may do at any time.
    private mutating func get(_ control: String) {
        let request = Request.get(control: control)
        guard case .success(let answer?) = perform(request, from: 0) else { return }
        reply(answer, to: RequestID("get"), request)
    }
}

extension Request {
    /// The control of the request.
    fileprivate var control: String? {
        if let name = text("ramp") {
            return Instrument.settings.ramps.first { $0.name == name }.map {
                Instrument.settings.controls[$0.control].name
            }
        }
        guard operation != .get, operation != .focus else { return nil }
        if case .values(let assignments) = self["values"] { return assignments.last?.control }
        return text("control")
    }
}
