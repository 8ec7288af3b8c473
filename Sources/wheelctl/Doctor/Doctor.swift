import LinuxSystem
import WheelClient
import WheelConfiguration
import WheelInput
import WheelScreen
import WheelSettings

/// Looks at this machine and hands what it sees to the checks, in the order in which things depend on each other.
struct Doctor {
    private let file: String
    private let isNamed: Bool
    private let socket: String
    private let service = ServiceState.ask()
    private let daemon: Result<Connection, ClientError>

    init(configuration: String?, socket: String?) {
        file = configuration ?? ConfigurationFile.usual
        isNamed = configuration != nil
        self.socket = SocketPlace.path(socket)
        do throws(ClientError) {
            daemon = .success(try Connection(socket: socket))
        } catch {
            daemon = .failure(error)
        }
    }

    func findings() -> [Finding] {
        let outcome = ConfigurationCheck.read(file, isNamed: isNamed)
        var findings = ConfigurationCheck.findings(file, outcome) + [ServiceCheck.finding(service)]
        if let settings = outcome.settings {
            findings += rights(settings) + inputs(settings) + settings.displays.compactMap(display)
        } else {
            findings.append(.note("inputs", "inputs and displays are looked at when the configuration can be read"))
        }
        return findings + [socketFinding]
    }

    private var hasAnswer: Bool { (try? daemon.get()) != nil }

    private var isRoot: Bool { UserDatabase.ownUserNumber == 0 }

    // MARK: Rights.

    private func rights(_ settings: Settings) -> [Finding] {
        guard let service, service.isInstalled else { return rights(of: .oneself, settings) }
        guard let person = Person.ofService(service) else {
            let text = "there is no user \(service.user), as whom wheeld.service runs"
            return [.wrong("user", text, "sudo systemd-sysusers")]
        }
        return rights(of: person, settings)
    }

    private func rights(of person: Person, _ settings: Settings) -> [Finding] {
        let configuration = NeededFile(file, .configuration).flatMap { ConfigurationCheck.finding($0, person) }
        let devices = NeededFile.Kind.allCases.flatMap { files($0, settings) }
        return (configuration.map { [$0] } ?? []) + RightsCheck.findings(person, devices, rules: UdevRule.installed())
    }

    /// The devices of a kind, where the configuration has a use for any.
    private func files(_ kind: NeededFile.Kind, _ settings: Settings) -> [NeededFile] {
        switch kind {
        case .gpio: settings.panel.inputs.contains(where: \.takesLines) ? chips : []
        case .input:
            settings.panel.inputs.contains(where: \.takesEvents)
                ? NeededFile.all(in: "/dev/input", prefix: "event", .input) : []
        case .screen:
            settings.displays.flatMap { ScreenSurvey.paths(of: $0.output) }.compactMap { NeededFile($0, .screen) }
        // Looked at by itself, whatever it says.
        case .configuration: []
        }
    }

    private var chips: [NeededFile] { NeededFile.all(in: "/dev", prefix: "gpiochip", .gpio) }

    // MARK: Inputs.

    private func inputs(_ settings: Settings) -> [Finding] {
        let survey = DeviceSurvey(settings: settings.panel.inputs)
        let boot = BootConfiguration.here
        let needsChip = settings.panel.inputs.contains(where: \.takesLines)
        var findings: [Finding] = []
        if let finding = ChipCheck.finding(chips: chips, isNeeded: needsChip, .here) { findings.append(finding) }
        for input in settings.panel.inputs {
            switch input.source {
            case .gpio(let gpio):
                // Said once above, for all of them.
                if !chips.isEmpty { findings += lines(input.name, gpio, boot) }
            case .evdev(let evdev):
                findings += eventDevices(input, survey, evdev.match?.text, kind: "knob", grabs: evdev.grabs)
            case .touch(let touch):
                findings += eventDevices(input, survey, touch.match?.text, kind: "touchscreen", grabs: touch.grabs)
            case .terminal: break
            }
        }
        return findings
    }

    private func lines(_ name: String, _ settings: GPIOSettings, _ boot: BootConfiguration?) -> [Finding] {
        let check = LineCheck(
            input: name, namesLines: settings.namesLines, namesChip: settings.chip != nil, daemonAnswers: hasAnswer,
            boot: boot, isRoot: isRoot)
        let survey: Result<LineSurvey, LineSurvey.Obstacle>
        do throws(LineSurvey.Obstacle) {
            survey = .success(try LineSurvey(settings))
        } catch {
            survey = .failure(error)
        }
        return check.findings(survey) { line, chip in
            let user = OpenFiles.user(ofLine: line.offset, chip: chip, consumer: line.consumer)
            return LineHolder(consumer: line.consumer, process: user)
        }
    }

    private func eventDevices(
        _ input: InputSettings, _ survey: DeviceSurvey, _ match: String?, kind: String, grabs: Bool
    ) -> [Finding] {
        let state = (try? daemon.get())?.input(named: input.name)?.state
        let check = EventDeviceCheck(
            input: input.name, match: match, kind: kind, grabs: grabs, isAttached: state == .attached)
        return check.findings(
            survey.devices.filter { $0.inputs.contains(input.name) }, isGrabbed: DeviceSurvey.isGrabbed,
            users: OpenFiles.users)
    }

    // MARK: Displays and the socket.

    private func display(_ settings: DisplaySettings) -> Finding? {
        guard settings.output != .none, settings.output != .terminal else { return nil }
        let check = DisplayCheck(
            display: settings.name, output: settings.output, daemonAnswers: hasAnswer, isRoot: isRoot)
        let screen: Result<String, ScreenProblem>
        do throws(ScreenProblem) {
            screen = .success(try ScreenSurvey.look(at: settings.output))
        } catch {
            screen = .failure(error)
        }
        return check.finding(screen, users: ScreenSurvey.paths(of: settings.output).flatMap(OpenFiles.users))
    }

    private var socketFinding: Finding {
        let check = SocketCheck(
            path: socket, isServiceInstalled: service?.isInstalled ?? false, asker: Person.oneself.name,
            version: Program.version)
        switch daemon {
        case .success(let connection):
            return check.finding(.answers(version: connection.hello.version, mayWrite: connection.mayWrite))
        case .failure(let error): return check.finding(SocketCheck.Outcome(error, socket: socket))
        }
    }
}

extension ConfigurationCheck.Outcome {
    /// What the daemon would run with.
    fileprivate var settings: Settings? {
        switch self {
        case .absent: Configuration.standard
        case .sound(let settings, _): settings
        case .unreadable, .wrong: nil
        }
    }
}

extension InputSettings {
    fileprivate var takesLines: Bool {
        if case .gpio = source { return true }
        return false
    }

    fileprivate var takesEvents: Bool {
        switch source {
        case .evdev, .touch: true
        case .gpio, .terminal: false
        }
    }
}

extension GPIOSettings {
    /// Whether every line is given by its name.
    fileprivate var namesLines: Bool {
        let lines = [encoder?.a, encoder?.b, button].compactMap { $0 }
        return lines.allSatisfy { if case .named = $0 { true } else { false } }
    }
}
