import LinuxSystem
import WheelClient
import WheelGeometry
import WheelInput
import WheelModel
import WheelSettings

/// From questions to an `[[input]]`.
struct Lesson {
    let arguments: Arguments
    let settings: Settings
    let ear: DeviceEar
    let bias: GPIOBias
    private var teacher: Teacher

    private static let patience = Interval.seconds(30)
    private static let patienceForPress = Interval.seconds(6)

    init(_ invocation: Invocation) throws(Failure) {
        arguments = invocation.arguments
        settings = try ConfigurationFile.settings(arguments)
        bias = try Self.bias(arguments)
        let quiet = try arguments.number("--quiet-s", of: "learn") ?? 3
        do throws(Errno) {
            ear = try DeviceEar()
        } catch {
            throw Failure(.refused, "learn", "devices cannot be waited for: \(error)")
        }
        Log.level = .error
        let lines = try Self.lines(invocation.words, chip: arguments.value("--chip"))
        let connection = try invocation.runningDaemon()
        if lines.isEmpty {
            let device = arguments.value("--device")
            let devices = DeviceEar.devices(named: device)
            if let device, devices.isEmpty { throw Failure(.refused, device, "there is no such event device") }
            let chosen = device == nil ? try HeaderLines(.here).choose(bias: bias) : []
            guard !devices.isEmpty || !chosen.isEmpty || connection != nil else {
                throw Failure(
                    .refused, "learn", "there is no knob to listen to, and no line was named",
                    advice: HeaderLines.howToName)
            }
            if device == nil, chosen.isEmpty { Output.note("No GPIO line is listened to; \(HeaderLines.howToName).") }
            ear.open(devices + chosen, bias: bias)
        } else {
            ear.open(lines, bias: bias)
            // A line that is taken may be the daemon's own, which says what it does.
            if connection == nil, let problem = ear.problems.first { throw Failure(.refused, "learn", problem) }
        }
        teacher = Teacher(try Listeners(ear, connection), quiet: .seconds(quiet))
    }

    mutating func learn() throws(Failure) -> InputBlock {
        let isDetentless = arguments.has("--detentless")
        let pace = isDetentless ? "slowly and evenly" : "resting at each detent"
        guard
            let clockwise = try teacher.ask(
                "Turn the knob clockwise once around, from a mark back to it, \(pace).", patience: Self.patience)
        else { throw nothingMoved }
        let isEnough = clockwise.said.count >= 4
        guard isEnough, let back = try teacher.ask("Turn it back by some detents.", patience: Self.patience) else {
            throw nothingMoved
        }
        let press = try teacher.ask("Press it, if it can be pressed.", patience: Self.patienceForPress)
        // Lines first: a device may be told of them by a driver in the kernel, too.
        if let block = try encoder(clockwise, back, press) { return block }
        // What is open here rather than the same once more through the daemon.
        let speakers = clockwise.speakers
        for speaker in speakers.filter(\.isPlace) + speakers.filter({ !$0.isPlace }) {
            if let block = knob(speaker, clockwise, back, press) { return block }
        }
        throw Failure(
            .refused, "learn", "nothing turned as a knob does: \(names(speakers.prefix(3)))",
            advice: "an encoder moves two lines")
    }

    var nothingMoved: Failure {
        let why = ear.problems.first.map { "; \($0)" } ?? ""
        return Failure(
            .refused, "learn", "nothing moved\(why)",
            advice: "wheelctl devices lists what there is, and why it is not used")
    }

    func input(named name: String) -> InputSettings? { settings.panel.inputs.first { $0.name == name } }

    private func names(_ speakers: some Sequence<Speaker>) -> String {
        speakers.map { speaker in
            switch speaker {
            case .input(let name): return "input \(name)"
            case .place(let index):
                switch ear.places[index] {
                case .device(let node): return node.name
                case .line(let line): return "line \(line.name ?? "\(line.offset)") of \(line.chip)"
                }
            }
        }.joined(separator: ", ")
    }

    private static func bias(_ arguments: Arguments) throws(Failure) -> GPIOBias {
        guard let word = arguments.value("--bias") else { return .pullUp }
        guard let bias = GPIOBias(rawValue: word) else {
            let known = GPIOBias.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("learn", "there is no bias '\(word)'; there are: \(known)")
        }
        return bias
    }

    private static func lines(_ words: [String], chip: String?) throws(Failure) -> [DeviceEar.Place] {
        guard words.isEmpty || (2...3).contains(words.count) else {
            throw .usage("learn", "an encoder has two lines, and a third for its button")
        }
        let offsets = words.map { UInt32($0) }
        let hasNames = offsets.contains(nil)
        if hasNames, chip == nil, let offset = offsets.compactMap({ $0 }).first {
            throw .usage("learn", "the offset \(offset) beside names needs its chip, --chip")
        }
        // As in a configuration.
        let chip = chip ?? (hasNames ? nil : "gpiochip0")
        var lines: [DeviceEar.Place] = []
        for (word, offset) in zip(words, offsets) {
            do throws(LinePlaceProblem) {
                lines.append(try DeviceEar.line(offset.map { .offset($0) } ?? .named(word), chip: chip))
            } catch {
                throw Failure(.refused, "learn \(word)", error.description)
            }
        }
        return lines
    }
}
