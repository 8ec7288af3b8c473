import LinuxSystem
import WheelClient
import WheelCore
import WheelInput
import WheelWire

extension Command {
    static let latency = Command(
        name: "latency", summary: "turns an encoder by two lines wired to it, and prints how long its values take",
        options: [
            Option("--out A,B", "the two lines that are wired to the encoder's A and B"),
            Option("--light LINE", "the line of a phototransistor, to measure the delay of the picture, too"),
            Option("--chip CHIP", "the GPIO chip of these lines, as for learn"),
            Option("--input INPUT", "the encoder (default the only input of type gpio)", .input),
            Option("--control CONTROL", "the control that it turns (default its focus)", .control),
            Option("--count N", "how many values (default 200)"),
            Option("--rate R", "detents in a second, 0.5 to 100 (default 10)"),
        ],
        notes: """
            The encoder is turned by one detent forth and back again. Each time is the time from the change of the line to the
            moment when wheelctl has read the line of the value, or to the first edge of the phototransistor. docs/hardware.md
            has the wiring. ^C ends it early. The control then has its former value, and the lines are inputs.
            """
    ) { invocation throws(Failure) in
        let arguments = invocation.arguments
        let lines = try lines(arguments)
        let count = try Arguments.integer(arguments.value("--count") ?? "200", "--count", of: "latency")
        let rate = try arguments.number("--rate", of: "latency") ?? 10
        guard (1...100_000).contains(count) else { throw .usage("latency", "--count is 1 to 100000") }
        guard (0.5...100).contains(rate) else { throw .usage("latency", "--rate is 0.5 to 100") }
        let (input, control) = try subject(invocation)
        var measurement = try LatencyMeasurement(lines, of: control.name, by: input.name, rate: rate, invocation)
        do throws(Failure) {
            try measurement.run(count: count)
        } catch {
            try measurement.end(restoring: control)
            throw error
        }
        try measurement.end(restoring: control)
        try measurement.report(asJSON: invocation.isJSON)
    }

    private static func lines(_ arguments: Arguments) throws(Failure) -> GPIOSettings {
        func line(_ word: Substring) -> GPIOLine { UInt32(word).map { .offset($0) } ?? .named(String(word)) }
        let words = (arguments.value("--out") ?? "").split(separator: ",")
        guard words.count == 2 else {
            throw .usage("latency", "the two lines are missing that turn the encoder, --out GPIO5,GPIO6")
        }
        return GPIOSettings(
            chip: arguments.value("--chip"), encoder: GPIOEncoderSettings(a: line(words[0]), b: line(words[1])),
            button: arguments.value("--light").map { line($0[...]) })
    }

    /// The encoder that is turned, and the control that it turns.
    private static func subject(_ invocation: Invocation) throws(Failure) -> (InputState, ControlState) {
        let inputs = try invocation.connection().hello.listing.inputs
        let named = invocation.arguments.value("--input")
        let candidates = inputs.filter { input in named.map { $0 == input.name } ?? (input.type == "gpio") }
        guard let input = candidates.first else {
            throw Failure(.refused, "latency", named.map { "there is no input '\($0)'" } ?? "no input is of type gpio")
        }
        guard candidates.count == 1 else {
            let names = candidates.map(\.name).joined(separator: ", ")
            throw .usage("latency", "several inputs are of type gpio: name one of \(names), --input")
        }
        guard input.type == "gpio" else {
            throw Failure(.refused, input.name, "it is of type \(input.type), and only type gpio has lines")
        }
        guard input.state == .attached else {
            throw Failure(.refused, input.name, "its lines are not open", advice: "see wheelctl doctor")
        }
        guard let name = invocation.arguments.value("--control") ?? input.focus else {
            throw Failure(.refused, input.name, "it turns no control")
        }
        guard let control = try invocation.control(name) else {
            throw Failure(.refused, "latency", "there is no control '\(name)'")
        }
        let listing = try invocation.connection().hello.listing
        guard !control.confirms, control.movedByHands, !control.isLocked, !listing.isLocked else {
            throw Failure(
                .refused, name, "a turn does not move it: it is locked, or has 'confirm' or 'hands = false'",
                advice: "unlock it, or name another control, --control")
        }
        return (input, control)
    }
}

/// Drives the two lines that are wired to an encoder, as if the encoder turned forth and back, and collects the times
/// of the control's values.
///
/// For example: A falls at 0 ms, B at 25 ms, A rises at 50 ms and B at 75 ms. The value of this detent has the time
/// 75.02 ms, the kernel's time of the edge, so its cause is the last change before that time, at 75 ms. The value of a
/// debounced encoder has the time at which the level is accepted, which is still later than the cause and earlier than
/// the next change.
private struct LatencyMeasurement {
    private let connection: Connection
    private let input: String
    private let control: String
    private let rate: Double
    private let stopwatch: Stopwatch
    private let outputs: String
    private let hasLight: Bool
    private var probe: GPIOProbe?
    /// The times at which the two lines were changed, for the last two detents.
    private var changes: [Instant] = []
    /// For each value of the control, the time of the line's change that has caused it.
    private var causes: [Instant] = []
    private var light: [Instant] = []
    private var toClient = Histogram()

    /// After this many detents without a value, the lines are considered not to be wired to the encoder.
    private static let mostSilentDetents = 4

    init(
        _ lines: GPIOSettings, of control: String, by input: String, rate: Double, _ invocation: Invocation
    ) throws(Failure) {
        (self.control, self.input, self.rate) = (control, input, rate)
        hasLight = lines.button != nil
        outputs = invocation.arguments.value("--out") ?? ""
        stopwatch = try Stopwatch(seconds: nil)
        connection = try invocation.subscribe(Subscription(controls: [control], events: [.value]))
        do throws(GPIOProblem) {
            probe = try GPIOProbe(lines)
        } catch {
            throw Failure(
                .refused, "latency", error.description, advice: "name free lines, which are wired to the encoder's")
        }
    }

    mutating func run(count: Int) throws(Failure) {
        var silent = 0
        var isForward = true
        // The number of detents is even, so that the control returns to its former value.
        while !isForward || (toClient.count < count && !stopwatch.isOver) {
            let before = toClient.count
            try turn(forward: isForward)
            isForward.toggle()
            silent = toClient.count == before ? silent + 1 : 0
            if silent == Self.mostSilentDetents { throw noValue }
        }
    }

    private mutating func turn(forward: Bool) throws(Failure) {
        for _ in 0..<4 {
            let now = Instant.now
            changes.append(now)
            if changes.count > 8 { changes.removeFirst() }
            do throws(GPIOProblem) {
                try probe?.change(forward: forward)
                light += try probe?.changesOfLight() ?? []
            } catch {
                throw Failure(.refused, "latency", error.description)
            }
            try read(until: now + .seconds(0.25 / rate))
        }
    }

    private mutating func read(until end: Instant) throws(Failure) {
        do throws(ClientError) {
            while let received = try connection.next(timeout: end - .now) {
                let now = Instant.now
                guard case .event(let event) = received.line, case .value(let value) = event.content,
                    value.source == .input(input), let cause = changes.last(where: { $0 <= event.time })
                else { continue }
                toClient.add(now - cause)
                causes.append(cause)
            }
        } catch {
            throw Failure("latency", error)
        }
    }

    private var noValue: Failure {
        let lines = outputs.split(separator: ",")
        var place = input
        if case .stats(let statistics)? = try? connection.perform(.stats),
            let detail = statistics.inputs.first(where: { $0.name == input })?.detail
        {
            place += ", which reads \(detail)"
        }
        return Failure(
            .refused, "latency", "no value of \(control) arrived",
            advice: "wire \(lines[0]) to A and \(lines[1]) to B of \(place)")
    }

    /// Releases the lines, and gives the control its former value. The control has another value if the turn began at
    /// an end of the range, or was interrupted.
    mutating func end(restoring state: ControlState) throws(Failure) {
        light += (try? probe?.changesOfLight()) ?? []
        probe = nil
        do throws(ClientError) {
            guard case .control(let now) = try connection.perform(.get(control: control)), now.value != state.value
            else { return }
            _ = try connection.perform(.set(Assignment(control: control, value: state.value)))
        } catch {
            throw Failure("latency \(control)", error)
        }
    }

    /// For each cause, the time until the first edge of the light sensor, if this edge precedes the next cause.
    /// `causes` and `light` are sorted by time.
    private var toLight: Histogram {
        var histogram = Histogram()
        var edges = light[...]
        for (cause, next) in zip(causes, causes.dropFirst() + [.distantFuture]) {
            edges = edges.drop { $0 < cause }
            if let edge = edges.first, edge < next { histogram.add(edge - cause) }
        }
        return histogram
    }

    func report(asJSON isJSON: Bool) throws(Failure) {
        let toLight = toLight
        if isJSON {
            let (control, input) = (ControlValue.position(control).json, ControlValue.position(input).json)
            let light = hasLight ? toLight.json : "null"
            Output.json(
                "{\"control\":\(control),\"input\":\(input),\"edge_to_client_us\":\(toClient.json),"
                    + "\"edge_to_light_us\":\(light)}")
        } else {
            Output.line("\(control), turned by \(input) with \(rate.decimal) detents a second")
            toClient.lines("edge to client").forEach { Output.line($0) }
            if hasLight { toLight.lines("edge to light").forEach { Output.line($0) } }
        }
        if hasLight, toLight.count == 0 {
            throw Failure(
                .refused, "latency", "no value has changed the light",
                advice: "the picture must be dark before a detent and light after it, where the phototransistor is")
        }
    }
}
