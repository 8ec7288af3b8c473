import LinuxSystem
import WheelClient
import WheelCore
import WheelInput
import WheelScreen
import WheelWire

/// Runs the checks on this machine. A possible cause is checked before its consequences.
struct Doctor {
    private let file: String
    private let configuration: ConfigurationFile.Outcome
    private let socket: String
    private let version: String
    private let service: ServiceState?
    private let daemon: Result<Connection, ClientError>

    /// `configuration` is `nil` for the one that the service names, else the usual one, and `socket` is `nil` for the
    /// usual socket. `version` is wheelctl's.
    init(configuration: String?, socket: String?, version: String) {
        service = ServiceState.ask()
        let named = configuration ?? service?.configuration
        file = named ?? ConfigurationFile.usualPath
        self.configuration = ConfigurationFile.read(named)
        self.socket = SocketPlace.path(socket)
        self.version = version
        daemon = Result { () throws(ClientError) in try Connection(socket: socket) }
    }

    func findings() -> [Finding] {
        var findings = ConfigurationCheck.findings(file, configuration) + [ServiceCheck.finding(service)]
        if let settings = configuration.settings {
            findings += rights(settings) + inputs(settings)
            let reported = statistics?.displays ?? []
            findings += settings.displays.compactMap { display($0, reported) }
            findings += settings.displays.compactMap(font)
        } else {
            findings.append(.note("inputs", "inputs and displays are not checked: there is no valid configuration"))
        }
        findings += [socketFinding] + state + definitions + views + BridgeCheck.findings()
        return findings + (WirelessCheck.finding(service).map { [$0] } ?? [])
    }

    private var connection: Connection? { try? daemon.get() }

    private var isRoot: Bool { UserDatabase.ownUserNumber == 0 }

    // MARK: Rights.

    private func rights(_ settings: Settings) -> [Finding] {
        guard let service, service.isInstalled, !service.isOwn else { return rights(of: .caller, settings) }
        guard let account = Account.ofService(service) else {
            let text = "the user \(service.user), as whom wheeld.service runs, does not exist"
            return [.wrong("user", text, "sudo systemd-sysusers")]
        }
        return rights(of: account, settings)
    }

    private func rights(of account: Account, _ settings: Settings) -> [Finding] {
        let configuration = NeededFile(file, .configuration).flatMap { ConfigurationCheck.finding($0, account) }
        let devices = NeededFile.Kind.allCases.flatMap { files($0, settings, account) }
        return (configuration.map { [$0] } ?? []) + RightsCheck.findings(account, devices, rules: UdevRule.installed())
    }

    /// The devices of a kind that the account must be able to open, if the configuration uses that kind. For the
    /// service these include all event devices, and for a user only the event devices that an input uses.
    private func files(_ kind: NeededFile.Kind, _ settings: Settings, _ account: Account) -> [NeededFile] {
        switch kind {
        case .gpio: settings.panel.inputs.contains(where: \.usesLines) ? chips : []
        case .input where account.isService:
            settings.panel.inputs.contains(where: \.usesEventDevices)
                ? NeededFile.all(in: "/dev/input", prefix: "event", .input) : []
        case .input:
            DeviceSurvey(settings: settings.panel.inputs).devices
                .filter { $0.type != "gpio" && !$0.inputs.isEmpty }
                .compactMap { NeededFile($0.path, .input) }
        case .screen:
            settings.displays.flatMap { ScreenSurvey.paths(of: $0.output) }.compactMap { NeededFile($0, .screen) }
        // `ConfigurationCheck` checks the configuration file separately.
        case .configuration: []
        }
    }

    private var chips: [NeededFile] { NeededFile.all(in: "/dev", prefix: "gpiochip", .gpio) }

    // MARK: Inputs.

    private func inputs(_ settings: Settings) -> [Finding] {
        let survey = DeviceSurvey(settings: settings.panel.inputs)
        let boot = BootConfiguration.here
        let needsChip = settings.panel.inputs.contains(where: \.usesLines)
        var findings: [Finding] = []
        if let finding = ChipCheck.finding(chips: chips, isNeeded: needsChip, .here) { findings.append(finding) }
        for input in settings.panel.inputs {
            switch input.source {
            case .gpio(let gpio):
                // If there is no chip at all, a check above has reported that for all inputs.
                if !chips.isEmpty { findings += lines(input, gpio, boot) }
            case .evdev(let evdev):
                findings += eventDevices(input, survey, kind: "knob", grabs: evdev.grabs)
            case .touch(let touch):
                findings += eventDevices(input, survey, kind: "touchscreen", grabs: touch.grabs)
            case .client: findings.append(FedInputCheck.finding(input.name, isFed: isAttached(input.name)))
            }
        }
        return findings
    }

    private func lines(_ input: InputSettings, _ settings: GPIOSettings, _ boot: BootConfiguration?) -> [Finding] {
        let encoder = input.isDetentless ? nil : settings.encoder
        // With one transition per detent the contacts rest in every state, so the levels do not show where the detents
        // are.
        let rest = encoder.flatMap { $0.transitionsPerDetent == 1 ? nil : $0.rest }
        let check = LineCheck(
            input: input.name, namesLines: settings.namesLines, namesChip: settings.chip != nil,
            daemonAnswers: connection != nil, absence: absence(of: input.name), rest: rest, boot: boot, isRoot: isRoot)
        let survey = Result { () throws(GPIOProblem) in try LineSurvey(settings) }
        return check.findings(survey) { line, chip in
            let user = OpenFiles.user(ofLine: line.offset, chip: chip, consumer: line.consumer)
            return LineHolder(consumer: line.consumer, process: user)
        }
    }

    private func eventDevices(
        _ input: InputSettings, _ survey: DeviceSurvey, kind: String, grabs: Bool
    ) -> [Finding] {
        let matching = NodeList.nodes.filter { input.match?.matches($0) == true }.map(\.path)
        let check = EventDeviceCheck(
            input: input.name, match: input.match?.text, axis: input.axis,
            unused: survey.devices.filter { matching.contains($0.path) && !$0.inputs.contains(input.name) }, kind: kind,
            grabs: grabs,
            isAttached: isAttached(input.name) == true, absence: absence(of: input.name))
        return check.findings(
            survey.devices.filter { $0.inputs.contains(input.name) }, isGrabbed: DeviceSurvey.isGrabbed,
            users: OpenFiles.users)
    }

    /// Whether the input has a device, according to the daemon; `nil` without a daemon.
    private func isAttached(_ input: String) -> Bool? {
        connection?.hello.listing.inputs.first { $0.name == input }.map { $0.state == .attached }
    }

    /// The daemon's reason why the input has no device.
    private func absence(of input: String) -> String? {
        guard isAttached(input) == false else { return nil }
        return statistics?.inputs.first { $0.name == input }.flatMap { $0.detail.isEmpty ? nil : $0.detail }
    }

    // MARK: Displays and the socket.

    private func display(_ settings: DisplaySettings, _ reported: [Statistics.Display]) -> Finding? {
        guard settings.output != .none, !settings.output.isRemote else { return nil }
        let check = DisplayCheck(
            display: settings.name, output: settings.output, reported: reported.first { $0.name == settings.name },
            daemonAnswers: connection != nil, isRoot: isRoot)
        if let finding = check.findingOfDaemon { return finding }
        let screen = Result { () throws(ScreenProblem) in try ScreenSurvey.look(at: settings) }
        return check.finding(screen, users: ScreenSurvey.paths(of: settings.output).flatMap(OpenFiles.users))
    }

    private func font(_ settings: DisplaySettings) -> Finding? {
        guard settings.output != .none else { return nil }
        return FontCheck(display: settings.name).finding(FontSurvey.look(at: settings))
    }

    private var state: [Finding] { statistics.flatMap(StateCheck.finding).map { [$0] } ?? [] }

    private var views: [Finding] {
        statistics?.views.map { view in
            let unit = view.format == .png ? "pixels" : "characters"
            return .ok(view.name, "\(view.width) × \(view.height) \(unit) for client \(view.client)")
        } ?? []
    }

    private var definitions: [Finding] {
        statistics?.definitions.map(DefinitionCheck.finding) ?? []
    }

    private var statistics: Statistics? {
        guard let connection, case .stats(let statistics)? = try? connection.perform(.stats) else { return nil }
        return statistics
    }

    private var socketFinding: Finding {
        let check = SocketCheck(
            path: socket, startsService: service.flatMap { $0.isInstalled ? $0.enable : nil },
            user: Account.caller.name, version: version)
        switch daemon {
        case .success(let connection):
            return check.finding(.answers(version: connection.hello.version, mayWrite: connection.mayWrite))
        case .failure(let error): return check.finding(SocketCheck.Outcome(error, socket: socket))
        }
    }
}

extension InputSettings {
    fileprivate var axis: String? {
        if case .evdev(let evdev) = source { evdev.axis } else { nil }
    }

    fileprivate var usesLines: Bool {
        if case .gpio = source { return true }
        return false
    }
}

extension GPIOSettings {
    /// Whether the settings give every line by its name.
    fileprivate var namesLines: Bool {
        [encoder?.a, encoder?.b, button].compactMap { $0 }.allSatisfy { if case .named = $0 { true } else { false } }
    }
}
